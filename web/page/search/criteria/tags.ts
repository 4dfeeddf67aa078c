/** Criterion `tags`: tags of the image, by any extension or by one. */

import { html } from "lit";
import { EXTENSION_ID_TEXT, SEARCH_TAGS_VALUES_MAX_ITEMS, TAG_VALUE_TEXT } from "../../../api/limits.js";
import type { SearchCriteria, SearchTags } from "@api/models.js";
import { field, listInput } from "./fields.js";
import { chunks, distinct, grouped, optional, together } from "../values.js";
import { type Draft, eachOf, type PageCriterion } from "./criterion.js";
import { anyOf } from "./groups.js";
import { each } from "./parameters.js";

/** A tag; without an extension, that of any. */
export interface TagName {
  readonly value: string;
  readonly extensionId?: string;
}

export interface TagsMembers {
  readonly tags: readonly TagName[];
  /** Groups of tags, of each of which the image needs at least one. */
  readonly anyTags: readonly (readonly TagName[])[];
  readonly withoutTags: readonly TagName[];
}

export const tags: PageCriterion<TagsMembers> = {
  none: { tags: [], anyTags: [], withoutTags: [] },
  normal(members) {
    const groups = members.anyTags.map(distinctTags);
    return {
      tags: distinctTags([...members.tags, ...groups.filter((group) => group.length === 1).flat()]),
      anyTags: sortedByText(distinct(groups.filter((group) => group.length > 1))),
      withoutTags: distinctTags(members.withoutTags),
    };
  },
  conditions: (members) => [
    ...eachOf(members, "tags", "tag", tagLabel),
    ...eachOf(members, "anyTags", "tag", (group: readonly TagName[]) => group.map(tagLabel).join(" or ")),
    ...eachOf(members, "withoutTags", "tag", tagLabel, true),
  ],
  write: ({ tags: required, anyTags, withoutTags }) => [
    ...each("tag", required.map(tagText)),
    ...each(
      "any",
      anyTags.map((group) => group.map(tagText).join(" ")),
    ),
    ...each("without", withoutTags.map(tagText)),
  ],
  read: (query) => ({
    tags: query.all("tag", tagOf),
    anyTags: query.all("any", (text) => text.split(" ").flatMap((part) => optional(tagOf(part)))),
    withoutTags: query.all("without", tagOf),
  }),
  criteria: ({ tags: required, anyTags, withoutTags }) => [
    ...groupsOfTags(required).map((group) => ({ tags: { ...group, operator: "and" as const } })),
    ...anyTags.map(anyOfTags),
    ...groupsOfTags(withoutTags).map((group) => ({ tags: { ...group, operator: "not" as const } })),
  ],
  take: (draft, part) => part.tags !== undefined && takeTags(draft, part.tags),
  fields({ tags: required, anyTags, withoutTags }, set) {
    const input = (label: string, names: readonly TagName[], take: (names: TagName[]) => void) =>
      field(
        label,
        listInput(names.map(tagText), (texts) => take(tagsOf(texts))),
      );
    return html`<div class="grid">
        ${input("All of these tags", required, (names) => set({ tags: names }))}
        ${input("At least one of these tags", anyTags[0] ?? [], (names) =>
          set({ anyTags: [names, ...anyTags.slice(1)] }),
        )}
        ${input("None of these tags", withoutTags, (names) => set({ withoutTags: names }))}
      </div>
      <p class="muted small">Tags are separated by spaces. <code>cat@tagger</code> means the tag of one extension.</p>`;
  },
};

export function takeTags(draft: Draft<TagsMembers>, { values, operator, extensionIds }: SearchTags): boolean {
  const named = (value: string): TagName[] =>
    extensionIds?.map((extensionId) => ({ value, extensionId })) ?? [{ value }];
  const groups = values.map(named);
  if (operator === "not") draft.withoutTags = [...(draft.withoutTags ?? []), ...groups.flat()];
  else draft.anyTags = [...(draft.anyTags ?? []), ...(operator === "and" ? groups : [groups.flat()])];
  return true;
}

/** `cat@sky-tagger`, or `cat` for that of any extension. */
export function tagText({ value, extensionId }: TagName): string {
  return extensionId === undefined ? value : `${value}@${extensionId}`;
}

/** The tag of such a text. */
export function tagOf(text: string): TagName | undefined {
  const [value = "", extensionId, rest] = text.split("@");
  if (!TAG_VALUE_TEXT.test(value) || rest !== undefined) return undefined;
  if (extensionId === undefined) return { value };
  return EXTENSION_ID_TEXT.test(extensionId) ? { value, extensionId } : undefined;
}

function tagsOf(texts: readonly string[]): TagName[] {
  return texts.flatMap((text) => optional(tagOf(text.replace(/^#/, ""))));
}

function tagLabel({ value, extensionId }: TagName): string {
  return extensionId === undefined ? value : `${value} (${extensionId})`;
}

/** Each tag once, those of one extension together, as filters have them. */
function distinctTags(names: readonly TagName[]): TagName[] {
  return together(distinct(names), (tag) => tag.extensionId);
}

function sortedByText<T>(values: readonly T[]): T[] {
  const texts = new Map(values.map((value) => [value, JSON.stringify(value)]));
  return [...values].sort((one, other) => ((texts.get(one) ?? "") < (texts.get(other) ?? "") ? -1 : 1));
}

function groupsOfTags(names: readonly TagName[]): SearchTags[] {
  const byExtension = grouped(names, (tag) => tag.extensionId);
  return [...byExtension].flatMap(([extensionId, group]) =>
    chunks(group, SEARCH_TAGS_VALUES_MAX_ITEMS).map((part) => ({
      values: part.map((tag) => tag.value),
      ...(extensionId === undefined ? {} : { extensionIds: [extensionId] }),
    })),
  );
}

function anyOfTags(names: readonly TagName[]): SearchCriteria {
  const groups = groupsOfTags(names);
  const [only] = groups;
  return groups.length === 1 && only !== undefined ? { tags: only } : anyOf(groups.map((group) => ({ tags: group })));
}
