/** Criterion `any`: months of which the image was taken in one, or tags of several extensions. */

import type { SearchCriteria } from "@api/models.js";
import { monthOf, rangeOfMonth } from "../ranges.js";
import { isSame } from "../values.js";
import type { Draft, PageCriterion } from "./criterion.js";
import { alternatives, anyOf } from "./groups.js";
import { oneMonthOf, type PropertiesMembers } from "./properties.js";
import { takeTags, type TagsMembers } from "./tags.js";

type Seen = PropertiesMembers & TagsMembers;

export const any: PageCriterion<object, Seen> = {
  none: {},
  criteria(members) {
    const { months } = members;
    if (months.length === 0 || oneMonthOf(members) !== undefined) return [];
    return [anyOf(months.map((month) => ({ properties: { captureDate: rangeOfMonth(month) } })))];
  },
  take: (draft, { any: criteria }) =>
    criteria !== undefined && (takeMonths(draft, criteria) || takeAnyTags(draft, criteria)),
};

function takeMonths(draft: Draft<Seen>, criteria: readonly SearchCriteria[]): boolean {
  const months = alternatives(criteria).map((each) => {
    const range = each.properties?.captureDate;
    return range !== undefined && isSame(each, { properties: { captureDate: range } }) ? monthOf(range) : undefined;
  });
  if (draft.months !== undefined || months.some((month) => month === undefined)) return false;
  draft.months = months as string[];
  return true;
}

/** Takes alternatives that are nothing but tags. */
function takeAnyTags(draft: Draft<Seen>, criteria: readonly SearchCriteria[]): boolean {
  const inner: Draft<TagsMembers> = {};
  for (const { tags, ...others } of alternatives(criteria)) {
    if (tags === undefined || Object.keys(others).length > 0 || tags.operator === "not") return false;
    if (tags.operator === "and" && tags.values.length > 1) return false;
    takeTags(inner, { ...tags, operator: "or" });
  }
  draft.anyTags = [...(draft.anyTags ?? []), (inner.anyTags ?? []).flat()];
  return true;
}
