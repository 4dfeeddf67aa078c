/** Searches as filters of the API. */

import { SEARCH_CRITERIA_ALL_MAX_ITEMS } from "../../api/limits.js";
import type { SearchCriteria, SearchFilter } from "@api/models.js";
import { ORDERED } from "./criteria/order.js";
import { orderOf, type Search, searchOf } from "./search-state.js";
import { chunks, isSame } from "./values.js";

/** The target of a search request: a filter, or a whole collection. */
export type SearchTarget = { readonly filter: SearchFilter } | { readonly collectionId: number };

/** What to ask the service for. A collection that is narrowed needs its filter. */
export function targetOf(search: Search, collectionFilter?: SearchFilter): SearchTarget {
  const { collectionId } = search;
  if (collectionId !== undefined && isWholeCollection(search)) return { collectionId };
  return { filter: collectionFilter === undefined ? filterOf(search) : within(search, collectionFilter) };
}

/** Whether a search is a collection and nothing else. */
export function isWholeCollection(search: Search): boolean {
  const { collectionId, updates } = search;
  return collectionId !== undefined && isSame(search, searchOf({ collectionId, updates }));
}

/** The filter of a search, without its collection. */
export function filterOf(search: Search): SearchFilter {
  const criteria = conjunction(ORDERED.flatMap((each) => each.criteria(search)));
  const origin = search.repositories.length === 0 ? {} : { origin: repositories(search.repositories) };
  const sorting = orderOf(search);
  const own: SearchFilter = { ...(criteria === undefined ? {} : { criteria }), ...origin };
  const filter = search.advanced === "" ? own : both(own, JSON.parse(search.advanced) as SearchFilter);
  return sorting === undefined ? filter : { ...filter, sorting };
}

/** The filter of a search in a collection. */
function within(search: Search, collection: SearchFilter): SearchFilter {
  const filter = filterOf(search);
  const sorting = filter.sorting ?? collection.sorting;
  return { ...both(collection, filter), ...(sorting === undefined ? {} : { sorting }) };
}

/** The images that two filters have in common, without an order. */
function both(one: SearchFilter, other: SearchFilter): SearchFilter {
  const criteria = conjunction([one.criteria, other.criteria].flatMap((each) => (each === undefined ? [] : [each])));
  const origin = commonOrigin(one.origin, other.origin);
  return { ...(criteria === undefined ? {} : { criteria }), ...(origin === undefined ? {} : { origin }) };
}

function commonOrigin(one: SearchFilter["origin"], other: SearchFilter["origin"]): SearchFilter["origin"] {
  if (one === undefined || other === undefined) return one ?? other;
  if (one.kind !== other.kind) {
    throw new Error("A search among chosen images cannot be narrowed to a folder. Remove the folder from the search.");
  }
  return { kind: one.kind, ids: one.ids.filter((id) => other.ids.includes(id)) };
}

/** Criteria of which each has to be met, as one. They are side by side as far as their members differ. */
export function conjunction(criteria: readonly SearchCriteria[]): SearchCriteria | undefined {
  const [first, ...others] = criteria;
  if (first === undefined) return undefined;
  const merged: SearchCriteria = { ...first };
  const rest: SearchCriteria[] = [];
  for (const each of others) {
    if (Object.keys(each).every((name) => !(name in merged)) && !("all" in each)) Object.assign(merged, each);
    else rest.push(each);
  }
  if (rest.length === 0) return merged;
  return merged.all === undefined ? { ...merged, all: inGroups(rest) } : { all: inGroups([merged, ...rest]) };
}

function inGroups(criteria: readonly SearchCriteria[]): SearchCriteria[] {
  let groups = [...criteria];
  while (groups.length > SEARCH_CRITERIA_ALL_MAX_ITEMS)
    groups = chunks(groups, SEARCH_CRITERIA_ALL_MAX_ITEMS).map((all) => ({ all }));
  return groups;
}

function repositories(ids: readonly string[]): NonNullable<SearchFilter["origin"]> {
  return { kind: "repositories", ids: [...ids] };
}
