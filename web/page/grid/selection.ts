/** Images that a person has selected. */

import { Store } from "../base/store.js";

/** The greatest number of images that can be selected together. */
export const MAX_SELECTED = 10_000;

/** A set of ids of images, in the order in which they were selected. */
export class Selection extends Store<ReadonlySet<string>> {
  constructor(ids: Iterable<string> = []) {
    super(new Set(ids));
  }

  get size(): number {
    return this.value.size;
  }

  has(id: string): boolean {
    return this.value.has(id);
  }

  /** Selects images; whether all of them fit. */
  add(ids: Iterable<string>): boolean {
    const all = new Set(this.value);
    let isComplete = true;
    for (const id of ids) {
      if (all.size < MAX_SELECTED || all.has(id)) all.add(id);
      else isComplete = false;
    }
    if (all.size !== this.value.size) this.value = all;
    return isComplete;
  }

  remove(ids: Iterable<string>): void {
    const rest = new Set(this.value);
    for (const id of ids) rest.delete(id);
    if (rest.size !== this.value.size) this.value = rest;
  }

  /** Selects an image, or takes it out. */
  toggle(id: string): void {
    if (this.has(id)) this.remove([id]);
    else this.add([id]);
  }

  clear(): void {
    if (this.size > 0) this.value = new Set();
  }
}
