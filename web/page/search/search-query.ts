/** Searches as parameters of addresses, with readable names in a stable order. What makes no sense is passed over. */

import type { ImageFacet, ImageFeatureFormat, ImageFeatureType, ImageFormat, ImageState } from "../../api/models.js";
import { isMembers } from "../../view/values.js";
import { dateRangeOf, dateRangeText, isMonth, rangeOf, rangeText } from "./ranges.js";
import type { DateName, Duplicates, FeatureCondition, NotEvaluated, SizeName } from "./search-state.js";
import { DATE_NAMES, type Search, searchOf, SIZE_NAMES, type Similarity } from "./search-state.js";
import { isSame, type Sorting, type TagName, WORD_PLACES } from "./search-state.js";
import { FACETS, FEATURE_FORMATS, FEATURE_TYPES, FORMATS, OPERATORS, SORTINGS, STATES } from "./words.js";

const SIZE_PARAMETERS: Record<SizeName, string> = { width: "width", height: "height", weightInBytes: "bytes" };
const DATE_PARAMETERS: Record<DateName, string> = {
  captureDate: "taken",
  fileCreationDate: "created",
  fileModificationDate: "modified",
  importDate: "imported",
  updateDate: "updated",
};
const DUPLICATES = ["exactDuplicates", "samePixels", "nearDuplicates"] as const;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const TAG = /^[a-zA-Z0-9_.:;/-]{1,64}$/;
const EXTENSION = /^[a-z0-9A-Z_.-]{1,32}$/;
const EMBEDDING = /^[a-zA-Z0-9_-]{1,64}$/;
const FEATURE_NAME = /^[a-zA-Z0-9_.:;|/-]{1,64}$/;
/** Stands for what a condition leaves open. */
const ANYTHING = "*";

/** The parameters of a search. */
export function queryOf(search: Search): URLSearchParams {
  const query = new URLSearchParams();
  const add = (name: string, values: readonly (string | number)[]) => {
    for (const value of values) query.append(name, String(value));
  };
  add("collection", optional(search.collectionId));
  add("updates", optional(search.updates));
  add("text", search.words);
  add("without-text", search.withoutWords);
  if (!isSame(search.wordPlaces, WORD_PLACES)) add("in", [search.wordPlaces.join(" ")]);
  add("tag", search.tags.map(tagText));
  add(
    "any",
    search.anyTags.map((group) => group.map(tagText).join(" ")),
  );
  add("without", search.withoutTags.map(tagText));
  add("feature", search.features.map(featureText));
  add("without-feature", search.withoutFeatures.map(featureText));
  for (const name of SIZE_NAMES) add(SIZE_PARAMETERS[name], optional(search.sizes[name]).map(rangeText));
  for (const name of DATE_NAMES) add(DATE_PARAMETERS[name], optional(search.dates[name]).map(dateRangeText));
  add("month", search.months);
  add("format", search.formats);
  add("state", search.states);
  add("folder", search.repositories);
  add("untagged-by", search.untaggedBy);
  add(
    "not-evaluated-by",
    search.notEvaluatedBy.map(({ extensionId, facet }) => parts([extensionId, facet])),
  );
  if (search.inNoCollection !== undefined) add("collected", [search.inNoCollection ? "no" : "yes"]);
  if (search.duplicates !== undefined) {
    const { kind, of, maximumDistance } = search.duplicates;
    add("duplicates", [parts([kind, of ?? (maximumDistance === undefined ? undefined : ANYTHING), maximumDistance])]);
  }
  if (search.similarity !== undefined) {
    const { extensionId, name, image, text, maxDistance } = search.similarity;
    if (image !== undefined) add("similar", [image]);
    else add("like", [text ?? ""]);
    add("by", [parts([extensionId, name])]);
    add("within", optional(maxDistance));
  }
  if (search.sorting !== undefined) {
    add("sort", [parts([search.sorting.property, search.sorting.isAscending ? "ascending" : "descending"])]);
  }
  if (search.advanced !== "") add("advanced", [search.advanced]);
  return query;
}

/** The search of parameters. */
export function searchOfQuery(query: URLSearchParams): Search {
  const all = <T>(name: string, read: (text: string) => T | undefined): T[] =>
    query.getAll(name).flatMap((text) => optional(read(text)));
  const one = <T>(name: string, read: (text: string) => T | undefined): T | undefined => all(name, read)[0];
  return searchOf({
    collectionId: one("collection", idOf),
    updates: one("updates", idOf),
    words: all("text", wordOf),
    withoutWords: all("without-text", wordOf),
    wordPlaces: one("in", (text) => WORD_PLACES.filter((place) => text.split(" ").includes(place))) ?? WORD_PLACES,
    tags: all("tag", tagOf),
    anyTags: all("any", (text) => text.split(" ").flatMap((each) => optional(tagOf(each)))),
    withoutTags: all("without", tagOf),
    features: all("feature", featureOf),
    withoutFeatures: all("without-feature", featureOf),
    sizes: Object.fromEntries(SIZE_NAMES.map((name) => [name, one(SIZE_PARAMETERS[name], rangeOf)])),
    dates: Object.fromEntries(DATE_NAMES.map((name) => [name, one(DATE_PARAMETERS[name], dateRangeOf)])),
    months: all("month", (text) => (isMonth(text) ? text : undefined)),
    formats: all("format", (text) => known<ImageFormat>(FORMATS, text)),
    states: all("state", (text) => known<ImageState>(STATES, text)),
    repositories: all("folder", (text) => matching(UUID, text)),
    untaggedBy: all("untagged-by", (text) => matching(EXTENSION, text)),
    notEvaluatedBy: all("not-evaluated-by", notEvaluatedOf),
    inNoCollection: one("collected", (text) => ({ no: true, yes: false })[text]),
    duplicates: one("duplicates", duplicatesOf),
    similarity: similarityOf(query),
    sorting: one("sort", sortingOf),
    advanced: one("advanced", advancedOf) ?? "",
  });
}

/** `cat@sky-tagger`, or `cat` for that of any extension. */
export function tagText({ value, extensionId }: TagName): string {
  return extensionId === undefined ? value : `${value}@${extensionId}`;
}

/** The tag of such a text. */
export function tagOf(text: string): TagName | undefined {
  const [value = "", extensionId, rest] = text.split("@");
  if (!TAG.test(value) || rest !== undefined) return undefined;
  if (extensionId === undefined) return { value };
  return EXTENSION.test(extensionId) ? { value, extensionId } : undefined;
}

/** `people integer * * greaterThan 2`: name, format, type, extension, operator and value. */
function featureText({ name, format, type, extensionId, operator, value }: FeatureCondition): string {
  return parts([name ?? ANYTHING, format, type ?? ANYTHING, extensionId ?? ANYTHING, operator, value]);
}

function featureOf(text: string): FeatureCondition | undefined {
  const [, name = "", formatName = "", typeName = "", extensionId = "", operatorName = "", valueText = ""] =
    /^(\S+) (\S+) (\S+) (\S+) (\S+) ([^]*)$/.exec(text) ?? [];
  const format = known<ImageFeatureFormat>(FEATURE_FORMATS, formatName);
  const type = known<ImageFeatureType>(FEATURE_TYPES, typeName);
  const operator = OPERATORS.find((each) => each === operatorName);
  const value = format === undefined ? undefined : featureValueOf(format, valueText);
  if (format === undefined || operator === undefined || value === undefined) return undefined;
  if (type === undefined && typeName !== ANYTHING) return undefined;
  if (name !== ANYTHING && !FEATURE_NAME.test(name)) return undefined;
  if (extensionId !== ANYTHING && !EXTENSION.test(extensionId)) return undefined;
  return {
    ...(name === ANYTHING ? {} : { name }),
    format,
    ...(type === undefined ? {} : { type }),
    ...(extensionId === ANYTHING ? {} : { extensionId }),
    operator,
    value,
  };
}

/** The value of a text for features of a format, `undefined` if it cannot be one. */
export function featureValueOf(format: ImageFeatureFormat, text: string): string | number | boolean | undefined {
  if (format === "boolean") return { true: true, false: false }[text];
  if (format !== "integer" && format !== "float") return text.includes("\0") ? undefined : text;
  const value = text.trim() === "" ? Number.NaN : Number(text);
  return (format === "integer" ? Number.isSafeInteger(value) : Number.isFinite(value)) ? value : undefined;
}

function notEvaluatedOf(text: string): NotEvaluated | undefined {
  const [extensionId = "", facetName] = text.split(" ");
  const facet = facetName === undefined ? undefined : known<ImageFacet>(FACETS, facetName);
  if (!EXTENSION.test(extensionId)) return undefined;
  return facet === undefined ? { extensionId } : { extensionId, facet };
}

function duplicatesOf(text: string): Duplicates | undefined {
  const [kindName = "", of = ANYTHING, distanceText] = text.split(" ");
  const kind = DUPLICATES.find((each) => each === kindName);
  const maximumDistance = Number(distanceText);
  if (kind === undefined || (of !== ANYTHING && !UUID.test(of))) return undefined;
  const hasDistance = distanceText !== undefined && Number.isInteger(maximumDistance) && maximumDistance >= 0;
  return { kind, ...(of === ANYTHING ? {} : { of }), ...(hasDistance ? { maximumDistance } : {}) };
}

function similarityOf(query: URLSearchParams): Similarity | undefined {
  const [extensionId = "", name = "", rest] = (query.get("by") ?? "").split(" ");
  const image = matching(UUID, query.get("similar") ?? "");
  const text = query.get("like") ?? "";
  if (!EXTENSION.test(extensionId) || !EMBEDDING.test(name) || rest !== undefined) return undefined;
  if (image === undefined && text === "") return undefined;
  const maxDistance = Number(query.get("within") ?? Number.NaN);
  const isBounded = maxDistance >= 0 && maxDistance <= 2;
  return { extensionId, name, ...(image === undefined ? { text } : { image }), ...(isBounded ? { maxDistance } : {}) };
}

function sortingOf(text: string): Sorting | undefined {
  const [propertyName, direction] = text.split(" ");
  const property = SORTINGS.find((each) => each === propertyName);
  return property === undefined ? undefined : { property, isAscending: direction !== "descending" };
}

/** A text if it is the JSON text of an object whose members are objects, as those of a filter are. */
export function advancedOf(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isMembers(value) && Object.values(value).every(isMembers) ? text : undefined;
  } catch {
    return undefined; // the text is no JSON, which the return value says
  }
}

function wordOf(text: string): string | undefined {
  return text !== "" && !text.includes("\0") ? text : undefined;
}

function idOf(text: string): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

function parts(values: readonly (string | number | boolean | undefined)[]): string {
  return values.filter((value) => value !== undefined).join(" ");
}

function known<T extends string>(values: readonly T[], text: string): T | undefined {
  return values.find((each) => each === text);
}

function matching(pattern: RegExp, text: string): string | undefined {
  return pattern.test(text) ? text : undefined;
}

function optional<T>(value: T | undefined): T[] {
  return value === undefined ? [] : [value];
}
