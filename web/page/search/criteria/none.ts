/** Criterion `none`: words that the image does not have. */

import { SEARCH_CRITERIA_ALL_MAX_ITEMS } from "../../../api/limits.js";
import { chunks, isSame } from "../values.js";
import type { PageCriterion } from "./criterion.js";
import { type KeywordMembers, keywordOf, takeWord } from "./keyword.js";

export const none: PageCriterion<object, KeywordMembers> = {
  none: {},
  criteria: ({ withoutWords, wordPlaces }) =>
    chunks(withoutWords, SEARCH_CRITERIA_ALL_MAX_ITEMS).map((words) => ({
      none: words.map((word) => keywordOf(word, wordPlaces)),
    })),
  /** Takes excluded words, all of them or none. */
  take(draft, { none: excluded = [] }) {
    if (excluded.length === 0 || !excluded.every((each) => isSame(Object.keys(each), ["keyword"]))) return false;
    const trial = { ...draft };
    if (!excluded.every((each) => takeWord(trial, "withoutWords", each))) return false;
    Object.assign(draft, trial);
    return true;
  },
};
