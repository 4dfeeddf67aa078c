/** Selecting images one by one, in ranges, and all of them. */

import { SEARCH_RANGE_TAKE_MAXIMUM } from "../../api/limits.js";
import { attempt, notify } from "../session/notices.js";
import { service } from "../session/service.js";
import type { GridSearch } from "./buckets.js";
import type { Picture } from "./pages.js";
import { MAX_SELECTED, type Selection } from "./selection.js";

interface Source {
  readonly search: GridSearch;
  readonly selection: Selection;
  readonly count: number;
  pictureAt(index: number): Picture | undefined;
  loadPicture(index: number): Promise<Picture | undefined>;
}

/** Changes the selection of a grid. A range begins at the image that was selected or taken out last. */
export class Ranges {
  #begin = 0;

  constructor(private readonly source: Source) {}

  /** Selects the image at a position, or takes it out. */
  async toggle(index: number): Promise<void> {
    this.#begin = index;
    await attempt(async () => {
      const picture = this.source.pictureAt(index) ?? (await this.source.loadPicture(index));
      if (picture === undefined) return;
      const { selection } = this.source;
      if (!selection.has(picture.id) && selection.size >= MAX_SELECTED) tellBound();
      selection.toggle(picture.id);
    });
  }

  /** Selects all images from the last one to a position, also those that are not loaded. */
  async selectTo(index: number): Promise<void> {
    const [first, last] = [Math.min(this.#begin, index), Math.max(this.#begin, index)];
    const known = Array.from(
      { length: Math.min(last - first + 1, MAX_SELECTED) },
      (_, place) => this.source.pictureAt(first + place)?.id,
    );
    if (known.every((id) => id !== undefined)) this.#add(known);
    else await this.#select(first, last + 1);
  }

  /** Selects all images of the search, as many as can be selected. */
  async selectAll(): Promise<void> {
    await this.#select(0, this.source.count);
  }

  async #select(first: number, end: number): Promise<void> {
    const { search, selection } = this.source;
    await attempt(async () => {
      const ids: string[] = [];
      for (let skip = first; skip < end && ids.length <= MAX_SELECTED; skip += SEARCH_RANGE_TAKE_MAXIMUM) {
        const { items } = await service.imageSearchIds({
          ...search,
          range: { skip, take: Math.min(SEARCH_RANGE_TAKE_MAXIMUM, end - skip) },
        });
        if (items.length === 0) break;
        ids.push(...items);
      }
      if (selection === this.source.selection) this.#add(ids);
    });
  }

  #add(ids: readonly string[]): void {
    if (!this.source.selection.add(ids)) tellBound();
  }
}

function tellBound(): void {
  notify(`At most ${MAX_SELECTED.toLocaleString()} images can be selected together.`);
}
