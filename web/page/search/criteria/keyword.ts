/** Criterion `keyword`: words in names, metadata and features. */

import { html } from "lit";
import type { SearchCriteria } from "@api/models.js";
import { checks, field, listArea } from "./fields.js";
import { distinct, isSame } from "../values.js";
import { type Draft, eachOf, type PageCriterion } from "./criterion.js";
import { each } from "./parameters.js";

export const WORD_PLACES = ["name", "metadata", "features"] as const;
/** Where words are looked for. */
export type WordPlace = (typeof WORD_PLACES)[number];

const PLACE_LABELS: Readonly<Record<WordPlace, string>> = {
  name: "Names",
  metadata: "Metadata",
  features: "Features",
};

export interface KeywordMembers {
  readonly words: readonly string[];
  readonly withoutWords: readonly string[];
  /** Where both kinds of words are looked for; never empty. */
  readonly wordPlaces: readonly WordPlace[];
}

export const keyword: PageCriterion<KeywordMembers> = {
  none: { words: [], withoutWords: [], wordPlaces: WORD_PLACES },
  normal(members) {
    const words = distinct(members.words.filter((word) => word !== ""));
    const withoutWords = distinct(members.withoutWords.filter((word) => word !== ""));
    const isAnywhere = members.wordPlaces.length === 0 || words.length + withoutWords.length === 0;
    const places = WORD_PLACES.filter((place) => isAnywhere || members.wordPlaces.includes(place));
    return { words, withoutWords, wordPlaces: places };
  },
  conditions(members) {
    const places = members.wordPlaces.map((place) => PLACE_LABELS[place].toLowerCase());
    return [
      ...eachOf(members, "words", "words", quoted),
      ...eachOf(members, "withoutWords", "words", quoted, true),
      ...(isSame(members.wordPlaces, WORD_PLACES)
        ? []
        : [{ kind: "words" as const, label: `in ${places.join(" and ")}`, without: { wordPlaces: WORD_PLACES } }]),
    ];
  },
  write: ({ words, withoutWords, wordPlaces }) => [
    ...each("text", words),
    ...each("without-text", withoutWords),
    ...each("in", isSame(wordPlaces, WORD_PLACES) ? [] : [wordPlaces.join(" ")]),
  ],
  read: (query) => ({
    words: query.all("text", wordOf),
    withoutWords: query.all("without-text", wordOf),
    wordPlaces:
      query.one("in", (text) => WORD_PLACES.filter((place) => text.split(" ").includes(place))) ?? WORD_PLACES,
  }),
  criteria: ({ words, wordPlaces }) => words.map((word) => keywordOf(word, wordPlaces)),
  take: (draft, part) => takeWord(draft, "words", part),
  fields: ({ words, withoutWords, wordPlaces }, set) =>
    html`<div class="grid">
        ${field(
          "All of these words, one a line",
          listArea(words, (list) => set({ words: list })),
        )}
        ${field(
          "None of these words, one a line",
          listArea(withoutWords, (list) => set({ withoutWords: list })),
        )}
      </div>
      <div class="checks">
        <span>Look for words in</span>
        ${checks(
          WORD_PLACES,
          wordPlaces,
          (place) => PLACE_LABELS[place],
          (list) => set({ wordPlaces: list }),
        )}
      </div>`,
};

/** The criterion for a word. */
export function keywordOf(text: string, places: readonly WordPlace[]): SearchCriteria {
  const isIn = (place: WordPlace) => places.includes(place);
  return { keyword: { text, inName: isIn("name"), inMetadata: isIn("metadata"), inFeatures: isIn("features") } };
}

/** Takes a word into the draft; whether that is possible. */
export function takeWord(
  draft: Draft<KeywordMembers>,
  member: "words" | "withoutWords",
  { keyword: wanted }: SearchCriteria,
): boolean {
  if (wanted === undefined || wanted.text === "") return false;
  const isIn: Record<WordPlace, boolean> = {
    name: wanted.inName,
    metadata: wanted.inMetadata,
    features: wanted.inFeatures,
  };
  const places = WORD_PLACES.filter((place) => isIn[place]);
  if (draft.wordPlaces !== undefined && !isSame(draft.wordPlaces, places)) return false;
  draft.wordPlaces = places;
  draft[member] = [...(draft[member] ?? []), wanted.text];
  return true;
}

function quoted(word: string): string {
  return `“${word}”`;
}

function wordOf(text: string): string | undefined {
  return text !== "" && !text.includes("\0") ? text : undefined;
}
