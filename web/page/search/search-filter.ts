/** Searches as filters of the API. */

import {
  SEARCH_CRITERIA_ALL_MAX_ITEMS,
  SEARCH_FEATURES_CONDITIONS_MAX_ITEMS,
  SEARCH_TAGS_VALUES_MAX_ITEMS,
} from "../../api/limits.js";
import type { SearchCriteria, SearchFilter, SearchKeyword, SearchTags } from "@api/models.js";
import { rangeOfMonth } from "./ranges.js";
import { type FeatureCondition, isSame, orderOf, type Search, searchOf, type TagName } from "./search-state.js";

/** How many criteria a list may have. */

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
  const criteria = conjunction(criteriaOf(search));
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

/** The conditions one by one. Those that the page has most often come first, so that they stand side by side. */
function criteriaOf(search: Search): SearchCriteria[] {
  const { months, dates, untaggedBy, inNoCollection, duplicates, similarity } = search;
  const [month, ...otherMonths] = months;
  const isOneMonth = month !== undefined && otherMonths.length === 0 && dates.captureDate === undefined;
  const captureDate = isOneMonth ? { captureDate: rangeOfMonth(month) } : {};
  const properties = { ...search.sizes, ...captureDate, ...dates };
  return [
    ...search.words.map((word) => ({ keyword: keyword(search, word) })),
    ...groupsOfTags(search.tags).map((tags) => ({ tags: { ...tags, operator: "and" as const } })),
    ...search.anyTags.map(anyOfTags),
    ...groupsOfTags(search.withoutTags).map((tags) => ({ tags: { ...tags, operator: "not" as const } })),
    ...conditions(search.features, "and"),
    ...conditions(search.withoutFeatures, "not"),
    ...(Object.keys(properties).length === 0 ? [] : [{ properties }]),
    ...(search.formats.length === 0 ? [] : [{ formats: [...search.formats] }]),
    ...(search.states.length === 0 ? [] : [{ states: [...search.states] }]),
    ...(months.length === 0 || isOneMonth ? [] : [anyOf(months.map(inMonth))]),
    ...chunks(search.withoutWords, SEARCH_CRITERIA_ALL_MAX_ITEMS).map((words) => ({
      none: words.map((word) => ({ keyword: keyword(search, word) })),
    })),
    ...(untaggedBy.length === 0 ? [] : [{ untaggedBy: [...untaggedBy] }]),
    ...notEvaluated(search),
    ...(inNoCollection === undefined ? [] : [{ inNoCollection }]),
    ...(duplicates === undefined ? [] : [{ duplicates }]),
    ...(similarity === undefined ? [] : [{ similarity }]),
  ];
}

function keyword({ wordPlaces }: Search, text: string): SearchKeyword {
  const [inName, inMetadata, inFeatures] = (["name", "metadata", "features"] as const).map((place) =>
    wordPlaces.includes(place),
  );
  return { text, inName: inName === true, inMetadata: inMetadata === true, inFeatures: inFeatures === true };
}

function groupsOfTags(tags: readonly TagName[]): SearchTags[] {
  const byExtension = grouped(tags, (tag) => tag.extensionId);
  return [...byExtension].flatMap(([extensionId, group]) =>
    chunks(group, SEARCH_TAGS_VALUES_MAX_ITEMS).map((part) => ({
      values: part.map((tag) => tag.value),
      ...(extensionId === undefined ? {} : { extensionIds: [extensionId] }),
    })),
  );
}

function anyOfTags(tags: readonly TagName[]): SearchCriteria {
  const groups = groupsOfTags(tags);
  const [only] = groups;
  return groups.length === 1 && only !== undefined ? { tags: only } : anyOf(groups.map((group) => ({ tags: group })));
}

function anyOf(criteria: readonly SearchCriteria[]): SearchCriteria {
  let groups = [...criteria];
  while (groups.length > SEARCH_CRITERIA_ALL_MAX_ITEMS)
    groups = chunks(groups, SEARCH_CRITERIA_ALL_MAX_ITEMS).map((any) => ({ any }));
  return { any: groups };
}

function conditions(features: readonly FeatureCondition[], operator: "and" | "not"): SearchCriteria[] {
  return chunks(features, SEARCH_FEATURES_CONDITIONS_MAX_ITEMS).map((part) => ({
    features: { operator, conditions: part },
  }));
}

function inMonth(month: string): SearchCriteria {
  return { properties: { captureDate: rangeOfMonth(month) } };
}

function notEvaluated({ notEvaluatedBy }: Search): SearchCriteria[] {
  const byFacet = grouped(notEvaluatedBy, (each) => each.facet);
  return [...byFacet].map(([facet, group]) => ({
    notEvaluatedBy: {
      extensionIds: group.map((each) => each.extensionId),
      ...(facet === undefined ? {} : { facet }),
    },
  }));
}

function repositories(ids: readonly string[]): NonNullable<SearchFilter["origin"]> {
  return { kind: "repositories", ids: [...ids] };
}

function grouped<T, Key>(values: readonly T[], keyOf: (value: T) => Key): Map<Key, T[]> {
  const groups = new Map<Key, T[]>();
  for (const value of values) groups.set(keyOf(value), [...(groups.get(keyOf(value)) ?? []), value]);
  return groups;
}

function chunks<T>(values: readonly T[], length: number): T[][] {
  const parts: T[][] = [];
  for (let start = 0; start < values.length; start += length) parts.push(values.slice(start, start + length));
  return parts;
}
