/** Criteria inside others. */

import type { SearchCriteria } from "../../../api/models.js";
import { chunks, isSame } from "../values.js";

/** How many criteria a list may have. */
export const MAX_CRITERIA = 16;

/** Criteria of which one has to be met, as one. */
export function anyOf(criteria: readonly SearchCriteria[]): SearchCriteria {
  let groups = [...criteria];
  while (groups.length > MAX_CRITERIA) groups = chunks(groups, MAX_CRITERIA).map((any) => ({ any }));
  return { any: groups };
}

/** The criteria of which one has to be met, without those that only group others. */
export function alternatives(criteria: readonly SearchCriteria[]): SearchCriteria[] {
  return criteria.flatMap((each) =>
    each.any !== undefined && isSame(Object.keys(each), ["any"]) ? alternatives(each.any) : [each],
  );
}
