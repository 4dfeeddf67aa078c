/** How large the parts of a grid are. */

import type { Images } from "./buckets.js";
import type { Measures } from "./layout.js";

const GAP = 4;
const HEADING_HEIGHT = 52;
const ROW_HEIGHT = 210;
const NARROW_ROW_HEIGHT = 130;
const NARROW = 640;

/** The height that rows have about in a grid of a width. */
export function rowHeightOf(width: number): number {
  return width < NARROW ? NARROW_ROW_HEIGHT : ROW_HEIGHT;
}

/** The measures of images in a width. A single bucket by position or letter needs no heading. */
export function measuresOf({ sections, kind }: Images, width: number): Measures {
  const headingHeight = sections.length > 1 || kind === "month" ? HEADING_HEIGHT : 0;
  return { width, rowHeight: rowHeightOf(width), gap: GAP, headingHeight };
}
