/** Criterion `untaggedBy`. */

import { html } from "lit";
import { EXTENSION_ID_TEXT } from "../../../api/limits.js";
import { checks } from "./fields.js";
import { distinct } from "../values.js";
import { eachOf, type PageCriterion } from "./criterion.js";
import { each, matching } from "./parameters.js";

export interface UntaggedByMembers {
  readonly untaggedBy: readonly string[];
}

export const untaggedBy: PageCriterion<UntaggedByMembers> = {
  none: { untaggedBy: [] },
  normal: (members) => ({ untaggedBy: distinct(members.untaggedBy) }),
  conditions: (members) => eachOf(members, "untaggedBy", "kind", (id: string) => `untagged by ${id}`),
  write: (members) => each("untagged-by", members.untaggedBy),
  read: (query) => ({ untaggedBy: query.all("untagged-by", (text) => matching(EXTENSION_ID_TEXT, text)) }),
  criteria: (members) => (members.untaggedBy.length === 0 ? [] : [{ untaggedBy: [...members.untaggedBy] }]),
  take(draft, part) {
    draft.untaggedBy = [...(draft.untaggedBy ?? []), ...(part.untaggedBy ?? [])];
    return true;
  },
  fields(members, set, { extensionIds: ids = [] }) {
    if (ids.length === 0) return undefined;
    return html`<div class="checks">
      <span>No tag by</span>${checks(
        ids,
        members.untaggedBy,
        (id) => id,
        (list) => set({ untaggedBy: list }),
      )}
    </div>`;
  },
};
