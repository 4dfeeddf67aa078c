/** Filters of the API as searches. What the page cannot show as conditions of its own stays as it is, in `advanced`. */

import type { SearchCriteria, SearchDateRange, SearchFilter, SearchProperties } from "../../api/models.js";
import type { SearchTags } from "../../api/models.js";
import { monthOf } from "./ranges.js";
import { conjunction } from "./search-filter.js";
import { DATE_NAMES, isSame, type Range, type Search, searchOf, SIZE_NAMES } from "./search-state.js";
import { type Sorting, type TagName, WORD_PLACES, type WordPlace } from "./search-state.js";

/** A search in the making. */
type Draft = { -readonly [Name in keyof Search]?: Search[Name] };
type Member = keyof SearchCriteria;

/** The search of a filter. Its filter selects the same images in the same order. */
export function searchOfFilter(filter: SearchFilter): Search {
  const draft: Draft = { sorting: sortingOf(filter) };
  const rest = (filter.criteria === undefined ? [] : parts(filter.criteria)).filter((part) => !take(draft, part));
  const criteria = conjunction(rest);
  const { origin } = filter;
  const isShownOrigin = origin?.kind === "repositories" && origin.ids.length > 0;
  if (isShownOrigin) draft.repositories = origin.ids;
  const advanced: SearchFilter = {
    ...(criteria === undefined ? {} : { criteria }),
    ...(origin === undefined || isShownOrigin ? {} : { origin }),
  };
  if (Object.keys(advanced).length > 0) draft.advanced = JSON.stringify(advanced);
  return searchOf(draft);
}

/** Criteria with one member each, of which all have to be met. */
function parts(criteria: SearchCriteria): SearchCriteria[] {
  const { all = [], ...own } = criteria;
  const members = (Object.entries(own) as [Member, unknown][]).map(([name, value]) => ({ [name]: value }));
  return [...members.flatMap(split), ...all.flatMap(parts)];
}

function split(criteria: SearchCriteria): SearchCriteria[] {
  if (criteria.properties === undefined) return [criteria];
  const entries: [string, unknown][] = Object.entries(criteria.properties);
  return entries.map(([name, range]) => ({ properties: { [name]: range } }));
}

/** Takes a criterion into the draft; whether that is possible. */
function take(draft: Draft, part: SearchCriteria): boolean {
  const [name] = Object.keys(part) as Member[];
  switch (name) {
    case "keyword":
      return takeWord(draft, "words", part);
    case "none":
      return part.none !== undefined && part.none.length > 0 && takeAll(draft, part.none);
    case "tags":
      return part.tags !== undefined && takeTags(draft, part.tags);
    case "any":
      return part.any !== undefined && (takeMonths(draft, part.any) || takeAnyTags(draft, part.any));
    case "features":
      return takeFeatures(draft, part);
    case "properties":
      return part.properties !== undefined && takeProperty(draft, part.properties);
    case "notEvaluatedBy": {
      const { extensionIds = [], facet } = part.notEvaluatedBy ?? {};
      const added = extensionIds.map((extensionId) => ({ extensionId, ...(facet === undefined ? {} : { facet }) }));
      draft.notEvaluatedBy = [...(draft.notEvaluatedBy ?? []), ...added];
      return true;
    }
    case "untaggedBy":
      draft.untaggedBy = [...(draft.untaggedBy ?? []), ...(part.untaggedBy ?? [])];
      return true;
    case "similarity":
      if (draft.similarity !== undefined || part.similarity === undefined || "values" in part.similarity) return false;
      draft.similarity = ordered(part.similarity, ["extensionId", "name", "image", "text", "maxDistance"]);
      return true;
    case "duplicates":
      if (draft.duplicates !== undefined || part.duplicates === undefined) return false;
      draft.duplicates = ordered(part.duplicates, ["kind", "of", "maximumDistance"]);
      return true;
    case "formats":
      return once(draft, "formats", part.formats);
    case "states":
      return once(draft, "states", part.states);
    case "inNoCollection":
      return once(draft, "inNoCollection", part.inNoCollection);
    default:
      return false;
  }
}

function once<Name extends keyof Draft>(draft: Draft, name: Name, value: Draft[Name]): boolean {
  if (draft[name] !== undefined) return false;
  draft[name] = value;
  return true;
}

/** Takes excluded words, all of them or none. */
function takeAll(draft: Draft, criteria: readonly SearchCriteria[]): boolean {
  if (!criteria.every((each) => isSame(Object.keys(each), ["keyword"]))) return false;
  const trial: Draft = { ...draft };
  if (!criteria.every((each) => takeWord(trial, "withoutWords", each))) return false;
  Object.assign(draft, trial);
  return true;
}

function takeWord(draft: Draft, member: "words" | "withoutWords", { keyword }: SearchCriteria): boolean {
  if (keyword === undefined || keyword.text === "") return false;
  const isIn: Record<WordPlace, boolean> = {
    name: keyword.inName,
    metadata: keyword.inMetadata,
    features: keyword.inFeatures,
  };
  const places = WORD_PLACES.filter((place) => isIn[place]);
  if (draft.wordPlaces !== undefined && !isSame(draft.wordPlaces, places)) return false;
  draft.wordPlaces = places;
  draft[member] = [...(draft[member] ?? []), keyword.text];
  return true;
}

function takeTags(draft: Draft, { values, operator, extensionIds }: SearchTags): boolean {
  const named = (value: string): TagName[] =>
    extensionIds?.map((extensionId) => ({ value, extensionId })) ?? [{ value }];
  const groups = values.map(named);
  if (operator === "not") draft.withoutTags = [...(draft.withoutTags ?? []), ...groups.flat()];
  else draft.anyTags = [...(draft.anyTags ?? []), ...(operator === "and" ? groups : [groups.flat()])];
  return true;
}

/** Takes alternatives that are nothing but tags. */
function takeAnyTags(draft: Draft, criteria: readonly SearchCriteria[]): boolean {
  const inner: Draft = {};
  for (const each of alternatives(criteria)) {
    const isAlternative = isSame(Object.keys(each), ["tags"]) && each.tags !== undefined;
    if (!isAlternative || each.tags?.operator === "not") return false;
    if (each.tags?.operator === "and" && each.tags.values.length > 1) return false;
    takeTags(inner, { ...(each.tags as SearchTags), operator: "or" });
  }
  draft.anyTags = [...(draft.anyTags ?? []), (inner.anyTags ?? []).flat()];
  return true;
}

function takeMonths(draft: Draft, criteria: readonly SearchCriteria[]): boolean {
  const months = alternatives(criteria).map((each) => {
    const range = each.properties?.captureDate;
    return range !== undefined && isSame(each, { properties: { captureDate: range } }) ? monthOf(range) : undefined;
  });
  if (draft.months !== undefined || months.some((month) => month === undefined)) return false;
  draft.months = months as string[];
  return true;
}

function alternatives(criteria: readonly SearchCriteria[]): SearchCriteria[] {
  return criteria.flatMap((each) =>
    each.any !== undefined && isSame(Object.keys(each), ["any"]) ? alternatives(each.any) : [each],
  );
}

function takeFeatures(draft: Draft, { features }: SearchCriteria): boolean {
  if (features === undefined || features.features !== undefined) return false;
  const { operator, conditions } = features;
  if (operator === "or" && conditions.length > 1) return false;
  const member = operator === "not" ? "withoutFeatures" : "features";
  const names = ["name", "format", "type", "extensionId", "operator", "value"] as const;
  draft[member] = [...(draft[member] ?? []), ...conditions.map((each) => ordered(each, names))];
  return true;
}

const OTHER_NAMES: Readonly<Record<string, string>> = { creationDate: "importDate", modificationDate: "updateDate" };

function takeProperty(draft: Draft, properties: SearchProperties): boolean {
  const [[given, range] = ["", undefined]] = Object.entries(properties) as [string, SearchDateRange | undefined][];
  const size = SIZE_NAMES.find((each) => each === given);
  const date = DATE_NAMES.find((each) => each === (OTHER_NAMES[given] ?? given));
  if (range === undefined) return false;
  if (size !== undefined && draft.sizes?.[size] === undefined) {
    draft.sizes = { ...draft.sizes, [size]: range as Range };
    return true;
  }
  if (date === undefined || draft.dates?.[date] !== undefined) return false;
  draft.dates = { ...draft.dates, [date]: range as Range };
  return true;
}

/** The order of a filter. Without one, images come by name. */
function sortingOf({ sorting }: SearchFilter): Sorting {
  if (sorting === undefined) return { property: "name", isAscending: true };
  const { property, isAscending = true } = sorting;
  if (property === "creationDate") return { property: "fileCreationDate", isAscending };
  if (property === "modificationDate") return { property: "fileModificationDate", isAscending };
  return { property, isAscending };
}

/** An object with its members in an order of ours, so that equal ones are the same text. */
function ordered<T extends object>(value: T, names: readonly (keyof T)[]): T {
  return Object.fromEntries(names.flatMap((name) => (value[name] === undefined ? [] : [[name, value[name]]]))) as T;
}
