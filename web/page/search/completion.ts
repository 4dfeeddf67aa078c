/** What the search field offers for what was typed, and what it takes when nothing was chosen. */

import { IMAGE_FORMAT_WORDS } from "../../api/limits.js";
import type { ExtensionImageFeatureName, TagCount } from "@api/models.js";
import { folded } from "../base/folded.js";
import { type FeatureCondition, featureLabel, featureValueOf } from "./criteria/features.js";
import { changed, type Search } from "./search-state.js";
import type { Vocabulary } from "./vocabulary.js";
import { operatorsOf, STATE_LABELS, STATES } from "./words.js";

/** One thing to choose: it changes the search, or what stands in the field. */
export interface Suggestion {
  readonly group: "Words" | "Tags" | "Features" | "Collections" | "Folders" | "Kinds" | "Similarity";
  readonly label: string;
  /** What stands at the end of the line, such as a count. */
  readonly note?: string;
  readonly isExcluded?: boolean;
  readonly search?: Search;
  readonly text?: string;
}

const MAX_TAGS = 8;
const MAX_OTHERS = 4;
const OPERATORS = { ">=": "greaterThanOrEqual", "<=": "lessThanOrEqual", ">": "greaterThan", "<": "lessThan" } as const;

/** The parts of what was typed: words and quoted words, some excluded by a minus. */
export function typedParts(typed: string): { readonly text: string; readonly isExcluded: boolean }[] {
  const parts = [...typed.matchAll(/(-?)"([^"]*)"?|(-?)(\S+)/g)].map(([, quoted, phrase, bare, word]) => ({
    text: (phrase ?? word ?? "").trim(),
    isExcluded: (quoted ?? bare) === "-",
  }));
  return parts.filter(({ text }) => text !== "");
}

/** What to complete: the typed text without its minus, its `#` and its quotes. */
export function completed(typed: string): { readonly text: string; readonly isExcluded: boolean } {
  const isExcluded = typed.startsWith("-") && typed.length > 1;
  return {
    text: typed
      .slice(isExcluded ? 1 : 0)
      .replace(/^#/, "")
      .replaceAll('"', "")
      .trim(),
    isExcluded,
  };
}

/** The search with what was typed. A word after `#`, and an excluded word that is a tag, are tags. */
export function withTyped(search: Search, typed: string, tags: readonly TagCount[]): Search {
  return typedParts(typed).reduce((former, { text, isExcluded }) => {
    const isTag = text.startsWith("#") || (isExcluded && tags.some((tag) => tag.value === text));
    const value = text.replace(/^#/, "");
    if (isTag && value !== "") return withTag(former, { value }, isExcluded);
    return isExcluded
      ? changed(former, { withoutWords: [...former.withoutWords, text] })
      : changed(former, { words: [...former.words, text] });
  }, search);
}

/** The search with a tag that is required or excluded, whatever it was before. */
export function withTag(search: Search, tag: { value: string; extensionId?: string }, isExcluded: boolean): Search {
  const { tags, withoutTags } = withoutTag(search, tag);
  return changed(
    search,
    isExcluded ? { tags, withoutTags: [...withoutTags, tag] } : { tags: [...tags, tag], withoutTags },
  );
}

/** The search without a tag. */
export function withoutTag(search: Search, tag: { value: string; extensionId?: string }): Search {
  const isOther = (each: { value: string; extensionId?: string }) =>
    each.value !== tag.value || each.extensionId !== tag.extensionId;
  return changed(search, { tags: search.tags.filter(isOther), withoutTags: search.withoutTags.filter(isOther) });
}

/** What to choose from, in groups. `tags` are those that the service found for the text. */
export function suggestionsOf(
  search: Search,
  typed: string,
  tags: readonly TagCount[],
  names: Vocabulary,
): readonly Suggestion[] {
  const { text, isExcluded } = completed(typed);
  if (text === "") return [];
  const has = (name: string) => folded(name).includes(folded(text));
  const positive = isExcluded ? [] : others(search, text, has, names);
  return [
    {
      group: "Words",
      label: typedParts(typed)
        .map((part) => `“${part.text}”`)
        .join(" "),
      note: "in names, metadata and features",
      isExcluded,
      search: withTyped(search, typed, []),
    },
    ...tagSuggestions(search, tags, isExcluded),
    ...featureSuggestions(search, text, isExcluded, names.featureNames ?? []),
    ...positive,
  ];
}

function tagSuggestions(search: Search, tags: readonly TagCount[], isExcluded: boolean): Suggestion[] {
  const totals = new Map<string, TagCount[]>();
  for (const tag of tags) totals.set(tag.value, [...(totals.get(tag.value) ?? []), tag]);
  const suggestions = [...totals].flatMap(([value, owners]): Suggestion[] => {
    const [owner] = owners;
    if (owners.length === 1 && owner !== undefined) {
      const note = `${owner.count.toLocaleString()} · ${owner.id}`;
      return [{ group: "Tags", label: value, note, isExcluded, search: withTag(search, { value }, isExcluded) }];
    }
    return [
      {
        group: "Tags",
        label: value,
        note: "any extension",
        isExcluded,
        search: withTag(search, { value }, isExcluded),
      },
      ...owners.map(({ id, count }): Suggestion => {
        const note = `${count.toLocaleString()} · ${id}`;
        return {
          group: "Tags",
          label: value,
          note,
          isExcluded,
          search: withTag(search, { value, extensionId: id }, isExcluded),
        };
      }),
    ];
  });
  return suggestions.slice(0, MAX_TAGS);
}

/** Conditions such as `people>2` and `caption:lake`, and names of features that lead there. */
function featureSuggestions(
  search: Search,
  text: string,
  isExcluded: boolean,
  featureNames: readonly ExtensionImageFeatureName[],
): Suggestion[] {
  const member = isExcluded ? "withoutFeatures" : "features";
  const conditions = featureNames.flatMap((name) => {
    const condition = conditionOf(text, name);
    return condition === undefined ? [] : [{ name, condition }];
  });
  if (conditions.length > 0) {
    return conditions.slice(0, MAX_OTHERS).map(({ name, condition }) => ({
      group: "Features",
      label: featureLabel(condition),
      note: name.id,
      isExcluded,
      search: changed(search, { [member]: [...search[member], condition] }),
    }));
  }
  const found = featureNames.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()));
  return found.slice(0, MAX_OTHERS).map(({ id, name, format }) => ({
    group: "Features",
    label: name,
    note: `${format} · ${id}`,
    isExcluded,
    text: `${isExcluded ? "-" : ""}${name}:`,
  }));
}

/** The condition of a text such as `people>=2` on features of a name. */
export function conditionOf(text: string, feature: ExtensionImageFeatureName): FeatureCondition | undefined {
  const { id, name, format, type } = feature;
  if (!text.toLowerCase().startsWith(name.toLowerCase())) return undefined;
  const [, sign = "", rest = ""] = /^\s*(>=|<=|>|<|=|:)\s*(.+)$/s.exec(text.slice(name.length)) ?? [];
  const operators = operatorsOf(format);
  const usual = sign === "=" ? "equals" : operators[0];
  const operator = sign in OPERATORS ? OPERATORS[sign as keyof typeof OPERATORS] : usual;
  const value = rest === "" ? undefined : featureValueOf(format, rest);
  if (sign === "" || value === undefined || operator === undefined || !operators.includes(operator)) return undefined;
  return { name, format, type, extensionId: id, operator, value };
}

function others(search: Search, text: string, has: (name: string) => boolean, names: Vocabulary): Suggestion[] {
  const { collections = [], repositories = [], embeddings = [], hasTextEmbeddings = false } = names;
  const part = <T>(values: readonly T[]) => values.slice(0, MAX_OTHERS);
  return [
    ...part(collections.filter(({ name }) => has(name))).map(
      ({ id, name }): Suggestion => ({
        group: "Collections",
        label: name,
        search: changed(search, { collectionId: id }),
      }),
    ),
    ...part(repositories.filter(({ name }) => has(name))).map(
      ({ id, name }): Suggestion => ({
        group: "Folders",
        label: name,
        search: changed(search, { repositories: [...search.repositories, id] }),
      }),
    ),
    ...IMAGE_FORMAT_WORDS.filter(has).map(
      (format): Suggestion => ({
        group: "Kinds",
        label: format,
        search: changed(search, { formats: [...search.formats, format] }),
      }),
    ),
    ...STATES.filter((state) => has(STATE_LABELS[state])).map(
      (state): Suggestion => ({
        group: "Kinds",
        label: STATE_LABELS[state],
        search: changed(search, { states: [...search.states, state] }),
      }),
    ),
    ...part(hasTextEmbeddings ? embeddings : []).map(
      ({ id, name }): Suggestion => ({
        group: "Similarity",
        label: `Looks like “${text}”`,
        note: `${name} · ${id}`,
        search: changed(search, { similarity: { extensionId: id, name, text }, sorting: undefined }),
      }),
    ),
  ];
}
