/** What the library is searched by, as one frozen value. Its forms are `search-query.ts` and `search-filter.ts`. */

import type {
  ImageFacet,
  ImageFeatureFormat,
  ImageFeatureType,
  ImageFormat,
  ImageState,
  SearchDuplicatesKind,
  SearchFeatureComparisonOperator,
  SearchSortingProperty,
} from "@api/models.js";
import { monthOf } from "./ranges.js";

export const WORD_PLACES = ["name", "metadata", "features"] as const;
/** Where words are looked for. */
export type WordPlace = (typeof WORD_PLACES)[number];

export const SIZE_NAMES = ["width", "height", "weightInBytes"] as const;
export type SizeName = (typeof SIZE_NAMES)[number];

export const DATE_NAMES = [
  "captureDate",
  "fileCreationDate",
  "fileModificationDate",
  "importDate",
  "updateDate",
] as const;
export type DateName = (typeof DATE_NAMES)[number];

/** A tag; without an extension, that of any. */
export interface TagName {
  readonly value: string;
  readonly extensionId?: string;
}

/** Numbers, of bytes, of pixels or of milliseconds since the epoch. Both ends belong to the range. */
export interface Range {
  readonly minimum?: number;
  readonly maximum?: number;
}

/** What one feature of the image is. */
export interface FeatureCondition {
  readonly name?: string;
  readonly format: ImageFeatureFormat;
  readonly type?: ImageFeatureType;
  readonly extensionId?: string;
  readonly operator: SearchFeatureComparisonOperator;
  readonly value: string | number | boolean;
}

/** An extension that has not looked at the image; without a facet, at none of them. */
export interface NotEvaluated {
  readonly extensionId: string;
  readonly facet?: ImageFacet;
}

export interface Duplicates {
  readonly kind: SearchDuplicatesKind;
  readonly of?: string;
  readonly maximumDistance?: number;
}

/** Nearness to an image or to a text, by the embeddings that an extension writes under a name. */
export interface Similarity {
  readonly extensionId: string;
  readonly name: string;
  readonly image?: string;
  readonly text?: string;
  readonly maxDistance?: number;
}

export interface Sorting {
  readonly property: SearchSortingProperty;
  readonly isAscending: boolean;
}

/** Everything that a person can search by. An image has to meet all of it. */
export interface Search {
  readonly words: readonly string[];
  readonly withoutWords: readonly string[];
  /** Where both kinds of words are looked for; never empty. */
  readonly wordPlaces: readonly WordPlace[];
  readonly tags: readonly TagName[];
  /** Groups of tags, of each of which the image needs at least one. */
  readonly anyTags: readonly (readonly TagName[])[];
  readonly withoutTags: readonly TagName[];
  readonly features: readonly FeatureCondition[];
  readonly withoutFeatures: readonly FeatureCondition[];
  readonly sizes: Readonly<Partial<Record<SizeName, Range>>>;
  readonly dates: Readonly<Partial<Record<DateName, Range>>>;
  /** Months of UTC such as `2026-01`; the image was taken in one of them. */
  readonly months: readonly string[];
  readonly formats: readonly ImageFormat[];
  readonly states: readonly ImageState[];
  readonly repositories: readonly string[];
  readonly untaggedBy: readonly string[];
  readonly notEvaluatedBy: readonly NotEvaluated[];
  readonly inNoCollection: boolean | undefined;
  readonly duplicates: Duplicates | undefined;
  readonly similarity: Similarity | undefined;
  /** A collection in which is searched. */
  readonly collectionId: number | undefined;
  /** The collection whose filter is being edited by this search. */
  readonly updates: number | undefined;
  /** The order; `undefined` for the usual one, see `orderOf`. */
  readonly sorting: Sorting | undefined;
  /** What has no member of its own, as the JSON text of a filter of the API; empty for nothing. */
  readonly advanced: string;
}

const NONE: Search = {
  words: [],
  withoutWords: [],
  wordPlaces: WORD_PLACES,
  tags: [],
  anyTags: [],
  withoutTags: [],
  features: [],
  withoutFeatures: [],
  sizes: {},
  dates: {},
  months: [],
  formats: [],
  states: [],
  repositories: [],
  untaggedBy: [],
  notEvaluatedBy: [],
  inNoCollection: undefined,
  duplicates: undefined,
  similarity: undefined,
  collectionId: undefined,
  updates: undefined,
  sorting: undefined,
  advanced: "",
};

/** A search with some conditions. Equal searches have the same members in the same order. */
export function searchOf(members: Partial<Search>): Search {
  const given: Search = { ...NONE, ...members };
  const groups = given.anyTags.map(distinctTags);
  const { months, dates } = monthsAndDates(given);
  const words = distinct(given.words.filter((word) => word !== ""));
  const withoutWords = distinct(given.withoutWords.filter((word) => word !== ""));
  const isAnywhere = given.wordPlaces.length === 0 || words.length + withoutWords.length === 0;
  return frozen({
    ...given,
    words,
    withoutWords,
    wordPlaces: isAnywhere ? WORD_PLACES : ordered(WORD_PLACES, given.wordPlaces),
    tags: distinctTags([...given.tags, ...groups.filter((group) => group.length === 1).flat()]),
    anyTags: sortedByText(distinct(groups.filter((group) => group.length > 1))),
    withoutTags: distinctTags(given.withoutTags),
    features: distinct(given.features),
    withoutFeatures: distinct(given.withoutFeatures),
    sizes: presentRanges(SIZE_NAMES, given.sizes),
    dates,
    months,
    formats: distinct(given.formats),
    states: distinct(given.states),
    repositories: distinct(given.repositories),
    untaggedBy: distinct(given.untaggedBy),
    notEvaluatedBy: together(distinct(given.notEvaluatedBy), (each) => each.facet),
    sorting: unusual(given),
  });
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

/** Whether two values hold the same. Members of both have to be in the same order. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
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

/** A range of exactly one month is that month. */
function monthsAndDates(search: Search): Pick<Search, "months" | "dates"> {
  const dates = presentRanges(DATE_NAMES, search.dates);
  const month = dates.captureDate === undefined ? undefined : monthOf(dates.captureDate);
  if (month === undefined || search.months.length > 0) return { months: distinct(search.months).sort(), dates };
  return { months: [month], dates: presentRanges(DATE_NAMES, { ...dates, captureDate: {} }) };
}

function presentRanges<Name extends string>(
  names: readonly Name[],
  ranges: Readonly<Partial<Record<Name, Range>>>,
): Partial<Record<Name, Range>> {
  const present: Partial<Record<Name, Range>> = {};
  for (const name of names) {
    const { minimum, maximum } = ranges[name] ?? {};
    if (minimum === undefined && maximum === undefined) continue;
    present[name] = { ...(minimum === undefined ? {} : { minimum }), ...(maximum === undefined ? {} : { maximum }) };
  }
  return present;
}

/** Each tag once, those of one extension together, as filters have them. */
function distinctTags(tags: readonly TagName[]): TagName[] {
  return together(distinct(tags), (tag) => tag.extensionId);
}

function together<T>(values: readonly T[], key: (value: T) => unknown): T[] {
  return distinct(values.map(key)).flatMap((each) => values.filter((value) => key(value) === each));
}

function ordered<T>(order: readonly T[], values: readonly T[]): T[] {
  return order.filter((each) => values.includes(each));
}

function distinct<T>(values: readonly T[]): T[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(frozen);
  }
  return value;
}

function sortedByText<T>(values: readonly T[]): T[] {
  const texts = new Map(values.map((value) => [value, JSON.stringify(value)]));
  return [...values].sort((one, other) => ((texts.get(one) ?? "") < (texts.get(other) ?? "") ? -1 : 1));
}
