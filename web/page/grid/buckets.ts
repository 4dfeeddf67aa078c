/** All images of a search: how many there are below each heading, and their aspect ratios. */

import type { SearchBucketKind, SearchBucketsResult, SearchFilter } from "@api/models.js";
import type { Section } from "./layout.js";

/** Which images are shown, and in which order. */
export interface GridSearch {
  readonly filter?: SearchFilter;
  readonly collectionId?: number;
}

/** What the layout is made of. */
export interface Images {
  readonly kind: SearchBucketKind;
  readonly count: number;
  readonly sections: readonly Section[];
  readonly ratios: Uint8Array;
}

const SQUARE = 128;
const month = new Intl.DateTimeFormat(undefined, { month: "long", year: "numeric", timeZone: "UTC" });
const number = new Intl.NumberFormat();

/** The images of an answer with aspect ratios. */
export function imagesOf({ kind, items, totalCount }: SearchBucketsResult): Images {
  const ratios = new Uint8Array(totalCount).fill(SQUARE);
  for (const { skip, aspectRatios } of items) {
    const bytes = atob(aspectRatios ?? "");
    for (let place = 0; place < bytes.length; place++) ratios[skip + place] = bytes.charCodeAt(place);
  }
  const sections = items.map(({ value, skip, count }) => ({ label: labelOf(kind, value, count), first: skip, count }));
  return { kind, count: totalCount, sections, ratios };
}

/** The heading of a bucket. */
export function labelOf(kind: SearchBucketKind, value: string, count: number): string {
  if (kind === "letter") return value.trim() === "" ? "␣" : value.toLocaleUpperCase();
  if (kind === "position") {
    const first = Number(value);
    return `${number.format(first + 1)} – ${number.format(first + count)}`;
  }
  const time = Date.parse(`${value}-01T00:00:00Z`);
  return Number.isNaN(time) ? value : month.format(time);
}
