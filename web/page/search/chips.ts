/** The conditions of a search one by one, in words, each with the search that is left without it. */

import type { ChipKind, Condition } from "./criteria/criterion.js";
import { ORDERED } from "./criteria/order.js";
import { changed, type Search } from "./search-state.js";
import type { Vocabulary } from "./vocabulary.js";

/** One condition. */
export interface Chip {
  readonly kind: ChipKind;
  readonly label: string;
  /** Whether images that meet the condition are left out. */
  readonly isExcluded: boolean;
  /** The search without the condition. */
  readonly without: Search;
}

/** The conditions of a search. */
export function chipsOf(search: Search, names: Vocabulary): Chip[] {
  const { collectionId, advanced } = search;
  const conditions: Condition<Search>[] = ORDERED.flatMap((each) => each.conditions?.(search, names) ?? []);
  if (collectionId !== undefined) {
    const label = collectionName(collectionId, names);
    conditions.unshift({ kind: "collection", label, without: { collectionId: undefined } });
  }
  if (advanced !== "") conditions.push({ kind: "kind", label: "Advanced filter", without: { advanced: "" } });
  return conditions.map((each) => ({ isExcluded: false, ...each, without: changed(search, each.without) }));
}

/** A search as one line of text, such as `tag cat, not “old house”, PNG`. */
export function describe(search: Search, names: Vocabulary): string {
  const texts = chipsOf(search, names).map(({ kind, label, isExcluded }) => {
    const named = kind === "tag" ? `tag ${label}` : kind === "folder" ? `folder ${label}` : label;
    return isExcluded ? `not ${named}` : named;
  });
  return texts.length === 0 ? "All images" : texts.join(" · ");
}

export function collectionName(id: number, { collections }: Vocabulary): string {
  return collections?.find((collection) => collection.id === id)?.name ?? `collection ${id}`;
}
