/** Criteria inside others. */

import { SEARCH_CRITERIA_ALL_MAX_ITEMS } from "../../../api/limits.js";
import type { SearchCriteria } from "@api/models.js";
import { chunks, isSame } from "../values.js";

/** Criteria of which one has to be met, as one. */
export function anyOf(criteria: readonly SearchCriteria[]): SearchCriteria {
  let groups = [...criteria];
  while (groups.length > SEARCH_CRITERIA_ALL_MAX_ITEMS)
    groups = chunks(groups, SEARCH_CRITERIA_ALL_MAX_ITEMS).map((any) => ({ any }));
  return { any: groups };
}

/** The criteria of which one has to be met, without those that only group others. */
export function alternatives(criteria: readonly SearchCriteria[]): SearchCriteria[] {
  return criteria.flatMap((each) =>
    each.any !== undefined && isSame(Object.keys(each), ["any"]) ? alternatives(each.any) : [each],
  );
}
