/** What the library is searched by, as one frozen value. Its forms are `search-query.ts` and `search-filter.ts`. */

import type { SearchSortingProperty } from "@api/models.js";
import type { MembersOf } from "./criteria/criterion.js";
import { WORD_PLACES } from "./criteria/keyword.js";
import { ORDERED } from "./criteria/order.js";
import type { CRITERIA } from "./criteria/registry.js";
import type { OriginMembers } from "./origin.js";
import { isSame } from "./values.js";

export interface Sorting {
  readonly property: SearchSortingProperty;
  readonly isAscending: boolean;
}

/** Members of a search that no criterion stands for. */
interface PageMembers extends OriginMembers {
  /** A collection in which is searched. */
  readonly collectionId: number | undefined;
  /** The collection whose filter is being edited by this search. */
  readonly updates: number | undefined;
  /** The order; `undefined` for the usual one, see `orderOf`. */
  readonly sorting: Sorting | undefined;
  /** What has no member of its own, as the JSON text of a filter of the API; empty for nothing. */
  readonly advanced: string;
}

/** Everything that a person can search by. An image has to meet all of it. */
export interface Search extends MembersOf<typeof CRITERIA>, PageMembers {}

const NONE = Object.assign({}, ...ORDERED.map((each) => each.none), {
  collectionId: undefined,
  updates: undefined,
  sorting: undefined,
  advanced: "",
}) as Search;

/** A search with some conditions. Equal searches have the same members in the same order. */
export function searchOf(members: Partial<Search>): Search {
  const given: Search = { ...NONE, ...members };
  const normal = ORDERED.map((each) => each.normal?.(given));
  return frozen({ ...given, ...(Object.assign({}, ...normal) as Partial<Search>), sorting: unusual(given) });
}

/** The search for all images. */
export const ALL: Search = searchOf({});

/** A search with some of its members changed. */
export function changed(search: Search, members: Partial<Search>): Search {
  return searchOf({ ...search, ...members });
}

/** The order of the images: the newest first, the nearest first, or that of the collection (`undefined`). */
export function orderOf(search: Search): Sorting | undefined {
  return search.sorting ?? usualOrder(search);
}

/** Whether images are left out by some condition. */
export function isNarrow(search: Search): boolean {
  return !isSame(changed(search, { sorting: undefined, updates: undefined, wordPlaces: WORD_PLACES }), ALL);
}

function usualOrder(search: Search): Sorting | undefined {
  if (search.similarity !== undefined) return { property: "distance", isAscending: true };
  return search.collectionId === undefined ? { property: "captureDate", isAscending: false } : undefined;
}

function unusual(search: Search): Sorting | undefined {
  if (search.sorting === undefined) return undefined;
  const { property, isAscending } = search.sorting;
  const canHaveDistances =
    search.similarity !== undefined || search.collectionId !== undefined || search.advanced.includes('"similarity"');
  if (property === "distance" && !canHaveDistances) return undefined;
  return isSame({ property, isAscending }, usualOrder(search)) ? undefined : { property, isAscending };
}

function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(frozen);
  }
  return value;
}
