/** Where each image of a justified grid is, for millions of images.
 *
 * The package `justified-layout` makes an object of each image and copies them with each row: 0.5 s for 10,000 images,
 * 5.5 s for 30,000, not done after ten minutes for a million. This pass over typed arrays takes 13 ms for a million.
 */

/** Images that follow one another below a heading. */
export interface Section {
  readonly label: string;
  /** The position of its first image. */
  readonly first: number;
  readonly count: number;
}

/** Sizes in CSS pixels. */
export interface Measures {
  readonly width: number;
  /** The height that rows have about. */
  readonly rowHeight: number;
  readonly gap: number;
  /** The height of a heading; 0 for none. */
  readonly headingHeight: number;
}

/** The rows of all images. All numbers of pixels are integers. */
export interface Layout {
  readonly measures: Measures;
  readonly ratios: Uint8Array;
  readonly sections: readonly Section[];
  /** The top of each section, where its heading is. */
  readonly sectionTops: Float64Array;
  /** The first row of each section. */
  readonly sectionRows: Uint32Array;
  readonly rowCount: number;
  readonly rowTops: Float64Array;
  readonly rowHeights: Uint16Array;
  /** The position of the first image of each row, and behind it the number of images. */
  readonly rowFirst: Uint32Array;
  readonly count: number;
  readonly height: number;
}

/** The place of an image in its row. */
export interface Cell {
  readonly index: number;
  readonly left: number;
  readonly width: number;
}

const MIN_RATIO = 0.45;
const MAX_RATIO = 4;

// By the byte of `aspectRatios`; extreme pictures are cropped.
const RATIOS: Float64Array = Float64Array.from({ length: 256 }, (_, byte) =>
  Math.min(Math.max(2 ** ((byte - 128) / 40), MIN_RATIO), MAX_RATIO),
);

/** The width to the height of the image at a position. */
export function ratioAt(ratios: Uint8Array, index: number): number {
  return RATIOS[ratios[index] ?? 128] ?? 1;
}

/** Lays out images by their aspect ratios. */
export function layOut(ratios: Uint8Array, sections: readonly Section[], measures: Measures): Layout {
  const { width, rowHeight, gap, headingHeight } = measures;
  const mostRows = ratios.length; // each row has an image
  const rows = {
    tops: new Float64Array(mostRows),
    heights: new Uint16Array(mostRows),
    first: new Uint32Array(mostRows + 1),
  };
  const sectionTops = new Float64Array(sections.length);
  const sectionRows = new Uint32Array(sections.length);
  let row = 0;
  let top = 0;
  for (const [place, section] of sections.entries()) {
    sectionTops[place] = top;
    sectionRows[place] = row;
    top += headingHeight;
    const end = section.first + section.count;
    let first = section.first;
    while (first < end) {
      const [next, height] = endOfRow(ratios, first, end, width, rowHeight, gap);
      rows.tops[row] = top;
      rows.heights[row] = height;
      rows.first[row] = first;
      row++;
      top += height + gap;
      first = next;
    }
  }
  rows.first[row] = ratios.length;
  return {
    measures,
    ratios,
    sections,
    sectionTops,
    sectionRows,
    rowCount: row,
    rowTops: rows.tops.slice(0, row),
    rowHeights: rows.heights.slice(0, row),
    rowFirst: rows.first.slice(0, row + 1),
    count: ratios.length,
    height: Math.max(top - gap, 0),
  };
}

/** The position behind the last image of a row, and the height of the row, as close to the wanted one as possible. */
function endOfRow(
  ratios: Uint8Array,
  first: number,
  end: number,
  width: number,
  rowHeight: number,
  gap: number,
): readonly [number, number] {
  let sum = 0;
  let former = Number.POSITIVE_INFINITY;
  for (let next = first; next < end; next++) {
    sum += ratioAt(ratios, next);
    const height = (width - gap * (next - first)) / sum;
    if (height <= rowHeight) {
      const isFormerCloser = former / rowHeight < rowHeight / height;
      return isFormerCloser ? [next, Math.round(former)] : [next + 1, Math.max(Math.round(height), 1)];
    }
    former = height;
  }
  // The last row of a section is not stretched, unless it is nearly full.
  return [end, Math.round(former < rowHeight * 1.15 ? former : rowHeight)];
}

/** The images of a row from left to right. A full row ends at the edge of the grid. */
export function cellsOf(layout: Layout, row: number): readonly Cell[] {
  const { width, gap } = layout.measures;
  const [first = 0, end = 0] = [layout.rowFirst[row], layout.rowFirst[row + 1]];
  const height = layout.rowHeights[row] ?? 0;
  const widths = Array.from({ length: end - first }, (_, place) => ratioAt(layout.ratios, first + place) * height);
  const sum = widths.reduce((one, other) => one + other, 0);
  const room = width - gap * (end - first - 1);
  // The height is rounded by half a pixel at most.
  const scale = Math.abs(sum - room) <= sum / height ? room / sum : Math.min(room / sum, 1);
  let left = 0;
  return widths.map((each, place) => {
    const from = Math.round(left);
    const right = left + each * scale;
    left = right + gap;
    return { index: first + place, left: from, width: Math.max(Math.round(right) - from, 1) };
  });
}

/** The row at a height, or the first one. */
export function rowAt(layout: Layout, top: number): number {
  return lastAtMost(layout.rowTops, layout.rowCount, top);
}

/** The row that an image is in. */
export function rowOf(layout: Layout, index: number): number {
  return lastAtMost(layout.rowFirst, layout.rowCount, index);
}

/** The section at a height, or the first one. */
export function sectionAt(layout: Layout, top: number): number {
  return lastAtMost(layout.sectionTops, layout.sections.length, top);
}

/** The image of another row that is below or above the middle of this one. */
export function neighbour(layout: Layout, index: number, rows: number): number {
  const row = rowOf(layout, index);
  const target = Math.min(Math.max(row + rows, 0), layout.rowCount - 1);
  if (target === row) return index;
  const cell = cellsOf(layout, row).find((each) => each.index === index);
  const middle = cell === undefined ? 0 : cell.left + cell.width / 2;
  const cells = cellsOf(layout, target);
  return (cells.find((each) => each.left + each.width >= middle) ?? cells.at(-1))?.index ?? index;
}

/** The place nearest to a place at which an image can be seen as a whole, with the heading above it if it has one. */
export function placeShowing(layout: Layout, index: number, place: number, visible: number): number {
  const { gap, headingHeight } = layout.measures;
  const row = rowOf(layout, index);
  const top = layout.rowTops[row] ?? 0;
  const upper = Math.max(top - (layout.sectionRows.includes(row) ? headingHeight : gap), 0);
  const lower = top + (layout.rowHeights[row] ?? 0) + gap;
  if (upper < place) return upper;
  return lower > place + visible ? lower - visible : place;
}

/** The position of the last of the first `count` ascending numbers that is at most the value, or 0. */
function lastAtMost(numbers: Float64Array | Uint32Array, count: number, value: number): number {
  let [low, high] = [0, Math.max(count - 1, 0)];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((numbers[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
