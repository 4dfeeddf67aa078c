/** The conditions of a search one by one, in words, each with the search that is left without it. */

import { count, size } from "../base/format.js";
import { dayOf } from "./ranges.js";
import { changed, DATE_NAMES, type FeatureCondition, isSame, type Range, type Search } from "./search-state.js";
import { SIZE_NAMES, type TagName, WORD_PLACES } from "./search-state.js";
import type { Vocabulary } from "./vocabulary.js";
import { DATE_LABELS, DUPLICATES_LABELS, OPERATOR_LABELS, PLACE_LABELS, SIZE_LABELS, STATE_LABELS } from "./words.js";

export type ChipKind = "words" | "tag" | "feature" | "range" | "date" | "kind" | "folder" | "similar" | "collection";

/** One condition. */
export interface Chip {
  readonly kind: ChipKind;
  readonly label: string;
  /** Whether images that meet the condition are left out. */
  readonly isExcluded: boolean;
  /** The search without the condition. */
  readonly without: Search;
}

const MONTH = new Intl.DateTimeFormat(undefined, { year: "numeric", month: "long", timeZone: "UTC" });
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" });

/** The conditions of a search. */
export function chipsOf(search: Search, names: Vocabulary): Chip[] {
  const chips: Chip[] = [];
  const add = (kind: ChipKind, label: string, without: Partial<Search>, isExcluded = false) =>
    chips.push({ kind, label, isExcluded, without: changed(search, without) });
  /** Adds a chip for each value of a list. */
  const each = <Name extends ListName>(
    kind: ChipKind,
    name: Name,
    label: (value: Search[Name][number]) => string,
    isExcluded = false,
  ) => {
    const values: readonly Search[Name][number][] = search[name];
    for (const value of values) {
      const rest = values.filter((other) => other !== value);
      add(kind, label(value), { [name]: rest }, isExcluded);
    }
  };

  if (search.collectionId !== undefined) {
    add("collection", collectionName(search.collectionId, names), { collectionId: undefined });
  }
  each("words", "words", (word) => `“${word}”`);
  each("words", "withoutWords", (word) => `“${word}”`, true);
  if (!isSame(search.wordPlaces, WORD_PLACES)) {
    const places = search.wordPlaces.map((place) => PLACE_LABELS[place].toLowerCase());
    add("words", `in ${places.join(" and ")}`, { wordPlaces: WORD_PLACES });
  }
  each("tag", "tags", tagLabel);
  each("tag", "anyTags", (group) => group.map(tagLabel).join(" or "));
  each("tag", "withoutTags", tagLabel, true);
  each("feature", "features", featureLabel);
  each("feature", "withoutFeatures", featureLabel, true);
  for (const name of SIZE_NAMES) {
    const range = search.sizes[name];
    const text = name === "weightInBytes" ? size : (value: number) => `${count(value)} px`;
    if (range !== undefined) {
      add("range", `${SIZE_LABELS[name]} ${rangeLabel(range, text)}`, { sizes: { ...search.sizes, [name]: {} } });
    }
  }
  for (const name of DATE_NAMES) {
    const range = search.dates[name];
    if (range !== undefined) {
      add("date", `${DATE_LABELS[name]} ${dateRangeLabel(range)}`, { dates: { ...search.dates, [name]: {} } });
    }
  }
  each("date", "months", monthLabel);
  each("kind", "formats", (format) => format);
  each("kind", "states", (state) => STATE_LABELS[state]);
  each("folder", "repositories", (id) => repositoryName(id, names));
  each("kind", "untaggedBy", (id) => `untagged by ${id}`);
  each("kind", "notEvaluatedBy", ({ extensionId, facet }) => `no ${facet ?? "facets"} by ${extensionId} yet`);
  if (search.inNoCollection !== undefined) {
    add("collection", search.inNoCollection ? "in no collection" : "in a collection", { inNoCollection: undefined });
  }
  if (search.duplicates !== undefined) {
    const { kind, of } = search.duplicates;
    const label = of === undefined ? "as another image" : `as image ${of.slice(0, 8)}`;
    add("similar", `${DUPLICATES_LABELS[kind]} ${label}`, { duplicates: undefined });
  }
  if (search.similarity !== undefined) {
    const { image, text, maxDistance } = search.similarity;
    const target = image === undefined ? `looks like “${text}”` : `similar to image ${image.slice(0, 8)}`;
    add("similar", maxDistance === undefined ? target : `${target}, distance ≤ ${maxDistance}`, {
      similarity: undefined,
    });
  }
  if (search.advanced !== "") add("kind", "Advanced filter", { advanced: "" });
  return chips;
}

type ListName = {
  [Name in keyof Search]-?: Search[Name] extends readonly unknown[] ? Name : never;
}[keyof Search];

/** A search as one line of text, such as `tag cat, not “old house”, PNG`. */
export function describe(search: Search, names: Vocabulary): string {
  const texts = chipsOf(search, names).map(({ kind, label, isExcluded }) => {
    const named = kind === "tag" ? `tag ${label}` : kind === "folder" ? `folder ${label}` : label;
    return isExcluded ? `not ${named}` : named;
  });
  return texts.length === 0 ? "All images" : texts.join(" · ");
}

export function tagLabel({ value, extensionId }: TagName): string {
  return extensionId === undefined ? value : `${value} (${extensionId})`;
}

export function featureLabel({ name, type, operator, value }: FeatureCondition): string {
  const text = typeof value === "string" ? `“${value}”` : value;
  return `${name ?? type ?? "any feature"} ${OPERATOR_LABELS[operator]} ${text}`;
}

/** `January 2026`. */
export function monthLabel(month: string): string {
  return MONTH.format(Date.parse(`${month}-01`));
}

export function repositoryName(id: string, { repositories }: Vocabulary): string {
  return repositories?.find((repository) => repository.id === id)?.name ?? `folder ${id.slice(0, 8)}`;
}

export function collectionName(id: number, { collections }: Vocabulary): string {
  return collections?.find((collection) => collection.id === id)?.name ?? `collection ${id}`;
}

function rangeLabel({ minimum, maximum }: Range, text: (value: number) => string): string {
  if (minimum === undefined) return `≤ ${text(maximum ?? 0)}`;
  return maximum === undefined ? `≥ ${text(minimum)}` : `${text(minimum)} – ${text(maximum)}`;
}

function dateRangeLabel({ minimum, maximum }: Range): string {
  if (minimum === undefined) return `until ${DAY.format(maximum)}`;
  if (maximum === undefined) return `since ${DAY.format(minimum)}`;
  return dayOf(minimum) === dayOf(maximum) ? DAY.format(minimum) : `${DAY.format(minimum)} – ${DAY.format(maximum)}`;
}
