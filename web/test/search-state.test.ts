import assert from "node:assert/strict";
import { test } from "node:test";
import { IMAGE_FACET_WORDS, IMAGE_FEATURE_TYPE_WORDS, IMAGE_FORMAT_WORDS } from "../api/limits.js";
import type { SearchCriteria, SearchFilter } from "@api/models.js";
import { WORD_PLACES } from "../page/search/criteria/keyword.js";
import { DATE_NAMES, SIZE_NAMES } from "../page/search/criteria/properties.js";
import { dateRangeOf, dateRangeText, rangeOfMonth } from "../page/search/ranges.js";
import { filterOf, targetOf } from "../page/search/search-filter.js";
import { searchOfFilter } from "../page/search/search-of-filter.js";
import { queryOf, searchOfQuery } from "../page/search/search-query.js";
import { ALL, type Search, searchOf } from "../page/search/search-state.js";
import { FEATURE_FORMATS, operatorsOf, SORTINGS, STATES } from "../page/search/words.js";

const COUNT = 3_000;
const UUIDS = ["0b9e4c77-6a21-4f0d-8d35-c2f4a1e7905b", "7f1c9a52-3d8e-4b60-9c41-0a5be2d4f613"];
const EXTENSIONS = ["tagger", "sky-seer", "a.b_C", "0"];
const TAGS = ["cat", "colour:blue", "a/b;c", "-minus", "A_1.2", "or", "x"];
const WORDS = ["sunset", "old house", " é ", "100%", "a+b&c=d#?", '"quoted"', "日本", "-x", "1..2", "\n"];

/** Random numbers that are the same in each run (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
}

class Random {
  constructor(readonly next: () => number) {}
  below = (limit: number): number => Math.floor(this.next() * limit);
  one = <T>(values: readonly T[]): T => values[this.below(values.length)] as T;
  maybe = <T>(value: () => T): T | undefined => (this.next() < 0.3 ? value() : undefined);
  some = <T>(value: () => T, most = 4): T[] =>
    this.next() < 0.6 ? [] : Array.from({ length: this.below(most + 1) }, value);
  part = <T extends object>(value: T): Partial<T> =>
    Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as Partial<T>;
}

function randomSearch(random: Random): Search {
  const { one, maybe, some, below, part } = random;
  const tag = () => part({ value: one(TAGS), extensionId: maybe(() => one(EXTENSIONS)) }) as { value: string };
  const feature = () => {
    const format = one(FEATURE_FORMATS);
    const value =
      format === "boolean"
        ? one([true, false])
        : format === "integer"
          ? below(1_000) - 500
          : format === "float"
            ? one([0.5, 1e21, -1.25e-7, 3])
            : one([...WORDS, ""]);
    const name = maybe(() => one(["people", "a|b", "x:y/z"]));
    const [type, extensionId] = [maybe(() => one(IMAGE_FEATURE_TYPE_WORDS)), maybe(() => one(EXTENSIONS))];
    return part({
      name,
      format,
      type,
      extensionId,
      operator: one(operatorsOf(format)),
      value,
    }) as Search["features"][0];
  };
  const moment = () =>
    one([-62_135_596_800_000, 0, below(2 ** 31) * 1_000, below(20_000) * 86_400_000, 253_402_300_799_999]);
  const range = (value: () => number) => part({ minimum: maybe(value), maximum: maybe(value) });
  const month = () => `${1 + below(9_999)}`.padStart(4, "0") + `-${String(1 + below(12)).padStart(2, "0")}`;
  const duplicates = () => part({ kind: "nearDuplicates", of: one(UUIDS), maximumDistance: maybe(() => below(17)) });
  const similarity = () =>
    part({
      extensionId: one(EXTENSIONS),
      name: "semantic",
      ...(random.next() < 0.5 ? { image: one(UUIDS) } : { text: one(WORDS) }),
      maxDistance: maybe(() => below(200) / 100),
    });
  return searchOf({
    words: some(() => one(WORDS), 20),
    withoutWords: some(() => one(WORDS), 20),
    wordPlaces: WORD_PLACES.filter(() => random.next() < 0.7),
    tags: some(tag, 9),
    anyTags: some(() => some(tag)),
    withoutTags: some(tag),
    features: some(feature),
    withoutFeatures: some(feature),
    sizes: Object.fromEntries(SIZE_NAMES.map((name) => [name, range(() => below(10_000))])),
    dates: Object.fromEntries(DATE_NAMES.map((name) => [name, range(moment)])),
    months: some(month, 20),
    formats: some(() => one(IMAGE_FORMAT_WORDS)),
    states: some(() => one(STATES)),
    repositories: some(() => one(UUIDS)),
    untaggedBy: some(() => one(EXTENSIONS)),
    notEvaluatedBy: some(
      () =>
        part({ extensionId: one(EXTENSIONS), facet: maybe(() => one(IMAGE_FACET_WORDS)) }) as { extensionId: string },
    ),
    inNoCollection: maybe(() => one([true, false])),
    duplicates: maybe(duplicates) as Search["duplicates"],
    similarity: maybe(similarity) as Search["similarity"],
    sorting: maybe(() => ({ property: one(SORTINGS), isAscending: one([true, false]) })),
  });
}

test("a search comes back from its address", () => {
  const random = new Random(randomOf(1));
  for (let index = 0; index < COUNT; index++) {
    const { maybe, below } = random;
    const pages = { collectionId: maybe(() => below(1e6)), updates: maybe(() => below(1e6)) };
    const search = searchOf({
      ...randomSearch(random),
      ...pages,
      advanced: maybe(() => '{"criteria": {"x": "ü & +"}}') ?? "",
    });
    const text = String(queryOf(search));
    assert.deepEqual(searchOfQuery(new URLSearchParams(text)), search);
    assert.equal(String(queryOf(searchOfQuery(new URLSearchParams(text)))), text);
  }
});

test("a search comes back from its filter", () => {
  const random = new Random(randomOf(2));
  for (let index = 0; index < COUNT; index++) {
    const search = randomSearch(random);
    assert.deepEqual(searchOfFilter(filterOf(search)), search, JSON.stringify(filterOf(search)));
  }
});

test("any filter becomes a search whose filter selects the same", () => {
  const random = new Random(randomOf(3));
  for (let index = 0; index < COUNT; index++) {
    const filter = randomFilter(random);
    const search = searchOfFilter(filter);
    const again = filterOf(search);
    assert.deepEqual(searchOfFilter(again), search);
    assert.equal(isSelected(again), isSelected(filter), JSON.stringify({ filter, again }));
    assert.deepEqual(searchOfQuery(queryOf(search)), search);
  }
});

test("lists of a filter are as long as the service takes them", () => {
  const words = Array.from({ length: 300 }, (_, index) => `word ${index}`);
  const months = Array.from({ length: 60 }, (_, index) => `20${String(index).padStart(2, "0")}-02`);
  const search = searchOf({
    words,
    withoutWords: words,
    months,
    tags: words.map((_, index) => ({ value: `t${index}` })),
  });
  const check = (criteria: SearchCriteria): void => {
    for (const list of [criteria.all, criteria.any, criteria.none]) {
      assert.ok(list === undefined || (list.length > 0 && list.length <= 16));
      list?.forEach(check);
    }
    assert.ok((criteria.tags?.values.length ?? 1) <= 256);
  };
  check(filterOf(search).criteria ?? {});
  assert.deepEqual(searchOfFilter(filterOf(search)), search);
});

test("what an address has wrong is passed over", () => {
  const wrong =
    "tag=a+b&tag=%00&tag=ok&any=&width=x..&width=9&taken=2026-02-30..&taken=2026-02-01..&month=2026-13&format=BMP" +
    "&feature=a+integer+*+*+equals+1.5&similar=x&by=a+b&sort=nothing&advanced=%5B1%5D&advanced=%7B&collection=-1&in=";
  assert.deepEqual(
    searchOfQuery(new URLSearchParams(wrong)),
    searchOf({ tags: [{ value: "ok" }], dates: { captureDate: { minimum: Date.UTC(2026, 1, 1) } } }),
  );
});

test("addresses are readable and in a stable order", () => {
  const one = searchOf({
    words: ["old house"],
    tags: [{ value: "cat" }],
    months: ["2026-01"],
    sizes: { width: { minimum: 1920 } },
  });
  assert.equal(String(queryOf(one)), "text=old+house&tag=cat&width=1920..&month=2026-01");
  assert.equal(String(queryOf(searchOfQuery(new URLSearchParams("month=2026-01&tag=cat")))), "tag=cat&month=2026-01");
  assert.equal(String(queryOf(ALL)), "");
});

test("a range of a month is that month", () => {
  assert.deepEqual(searchOf({ dates: { captureDate: rangeOfMonth("2026-02") } }), searchOf({ months: ["2026-02"] }));
});

test("days are whole days", () => {
  const range = dateRangeOf("2026-01-31..2026-02-01");
  assert.deepEqual(range, { minimum: Date.UTC(2026, 0, 31), maximum: Date.UTC(2026, 1, 2) - 1 });
  assert.equal(dateRangeText(range ?? {}), "2026-01-31..2026-02-01");
  assert.equal(dateRangeOf("2026-01-31..2026-02-01..2026-02-02"), undefined);
});

test("a collection is asked for by its number until it is narrowed", () => {
  const collection: SearchFilter = { criteria: { formats: ["PNG"] }, sorting: { property: "name", isAscending: true } };
  assert.deepEqual(targetOf(searchOf({ collectionId: 7 }), collection), { collectionId: 7 });
  assert.deepEqual(targetOf(searchOf({ collectionId: 7, formats: ["JPEG"] }), collection), {
    filter: { criteria: { formats: ["PNG"], all: [{ formats: ["JPEG"] }] }, sorting: collection.sorting },
  });
  const chosen: SearchFilter = { origin: { kind: "images", ids: [] } };
  assert.throws(() => targetOf(searchOf({ collectionId: 7, repositories: UUIDS }), chosen), /Remove the folder/);
});

function randomFilter(random: Random): SearchFilter {
  const { one, next } = random;
  const criterion = (depth: number): SearchCriteria => {
    const kind = depth > 2 ? one([0, 1, 2]) : random.below(9);
    const values = Array.from({ length: 1 + random.below(3) }, () => one(TAGS));
    if (kind === 0) return { tags: { values, operator: one(["and", "or", "not"]) } };
    if (kind === 1) return { tags: { values, extensionIds: random.some(() => one(EXTENSIONS)).concat("0") } };
    if (kind === 2) return { formats: [one(IMAGE_FORMAT_WORDS)] };
    if (kind === 3)
      return { properties: { width: { minimum: random.below(9) }, importDate: { maximum: random.below(9) } } };
    if (kind === 4) return { keyword: { text: one(WORDS), inName: next() < 0.5, inMetadata: true, inFeatures: false } };
    const list = Array.from({ length: 1 + random.below(3) }, () => criterion(depth + 1));
    if (kind === 5) return { formats: [one(IMAGE_FORMAT_WORDS)], none: list };
    if (kind === 6) return { all: list };
    return kind === 7 ? { any: list } : { tags: { values }, all: list };
  };
  const origin = random.maybe(() => ({
    kind: one(["repositories", "images"] as const),
    ids: random.some(() => one(UUIDS)),
  }));
  return {
    ...(next() < 0.9 ? { criteria: criterion(0) } : {}),
    ...(origin === undefined ? {} : { origin }),
  };
}

/** Which of some pictures a filter selects, in a text. */
function isSelected(filter: SearchFilter): string {
  const random = new Random(randomOf(99));
  return Array.from({ length: 60 }, () => {
    const picture: Picture = {
      tags: Array.from({ length: 5 }, () => `${random.one(TAGS)}@${random.one(EXTENSIONS)}`),
      format: random.one(IMAGE_FORMAT_WORDS),
      width: random.below(9),
      date: random.below(9),
      words: WORDS.filter(() => random.next() < 0.5),
      origin: random.one(UUIDS),
    };
    const { origin } = filter;
    const isFrom = origin === undefined || (origin.kind === "repositories" && origin.ids.includes(picture.origin));
    return isFrom && isMet(picture, filter.criteria ?? {}) ? 1 : 0;
  }).join("");
}

interface Picture {
  readonly tags: readonly string[];
  readonly format: string;
  readonly width: number;
  readonly date: number;
  readonly words: readonly string[];
  readonly origin: string;
}

function isMet(picture: Picture, criteria: SearchCriteria): boolean {
  const has = (value: string): boolean => {
    const owners = criteria.tags?.extensionIds ?? EXTENSIONS;
    return owners.some((owner) => picture.tags.includes(`${value}@${owner}`));
  };
  const { tags, formats, properties, keyword, all, any, none } = criteria;
  const { width, importDate } = properties ?? {};
  const found = tags?.values.map(has) ?? [];
  if (tags?.operator === "and" && found.includes(false)) return false;
  if (tags?.operator === "not" && found.includes(true)) return false;
  if (tags !== undefined && (tags.operator ?? "or") === "or" && !found.includes(true)) return false;
  if (formats !== undefined && !formats.some((format) => format === picture.format)) return false;
  if (width !== undefined && picture.width < (width.minimum ?? 0)) return false;
  if (importDate !== undefined && picture.date > (importDate.maximum ?? 1e9)) return false;
  if (keyword !== undefined && !picture.words.includes(keyword.text)) return false;
  if (all?.some((each) => !isMet(picture, each)) === true) return false;
  if (any !== undefined && !any.some((each) => isMet(picture, each))) return false;
  return none?.some((each) => isMet(picture, each)) !== true;
}
