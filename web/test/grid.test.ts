import assert from "node:assert/strict";
import { test } from "node:test";
import { imagesOf, labelOf } from "../page/grid/buckets.js";
import { cellsOf, type Layout, layOut, neighbour, rowAt, rowOf, sectionAt } from "../page/grid/layout.js";
import { elementHeight, placeAfter, placeOf, scrollTopOf } from "../page/grid/scaled-scroll.js";

const MEASURES = { width: 1_200, rowHeight: 220, gap: 4, headingHeight: 48 };

function painted(count: number): Layout {
  const ratios = Uint8Array.from({ length: count }, (_, place) => 60 + ((place * 7_919) % 160));
  const half = count >> 1;
  const sections = [
    { label: "one", first: 0, count: half },
    { label: "two", first: half, count: count - half },
  ];
  return layOut(ratios, sections, MEASURES);
}

test("every image is in exactly one row, in order", () => {
  const layout = painted(999);
  const indexes: number[] = [];
  for (let row = 0; row < layout.rowCount; row++) indexes.push(...cellsOf(layout, row).map((cell) => cell.index));
  assert.deepEqual(indexes, [...Array(999).keys()]);
  for (const index of [0, 1, 498, 499, 998])
    assert.ok(cellsOf(layout, rowOf(layout, index)).some((cell) => cell.index === index));
});

test("full rows fill the width, without overlaps, at about the wanted height", () => {
  const layout = painted(999);
  const lastRows = new Set([(layout.sectionRows[1] ?? 0) - 1, layout.rowCount - 1]);
  for (let row = 0; row < layout.rowCount; row++) {
    const cells = cellsOf(layout, row);
    for (const [place, cell] of cells.entries()) {
      const next = cells[place + 1];
      if (next !== undefined) assert.ok(Math.abs(next.left - cell.left - cell.width - MEASURES.gap) <= 1);
    }
    const last = cells.at(-1);
    const right = (last?.left ?? 0) + (last?.width ?? 0);
    if (lastRows.has(row)) assert.ok(right <= MEASURES.width);
    else assert.equal(right, MEASURES.width);
    assert.ok((layout.rowHeights[row] ?? 0) > 130 && (layout.rowHeights[row] ?? 0) < 330);
  }
});

test("a row follows the former one, and a heading is before the first row of its section", () => {
  const layout = painted(400);
  const second = layout.sectionRows[1] ?? 0;
  for (let row = 1; row < layout.rowCount; row++) {
    const expected = (layout.rowTops[row - 1] ?? 0) + (layout.rowHeights[row - 1] ?? 0) + MEASURES.gap;
    assert.equal(layout.rowTops[row], row === second ? expected + MEASURES.headingHeight : expected);
    assert.equal(rowAt(layout, layout.rowTops[row] ?? 0), row);
  }
  assert.equal(sectionAt(layout, layout.sectionTops[1] ?? 0), 1);
  assert.equal(sectionAt(layout, (layout.sectionTops[1] ?? 0) - 1), 0);
});

test("the image below is below the middle, and the ends are kept", () => {
  const layout = painted(400);
  const below = neighbour(layout, 2, 1);
  assert.equal(rowOf(layout, below), 1);
  assert.equal(rowOf(layout, neighbour(layout, below, -1)), 0);
  assert.equal(neighbour(layout, 0, -1), 0);
  assert.equal(neighbour(layout, 399, 1), 399);
});

test("a million images are laid out in one pass", () => {
  const layout = painted(1_000_000);
  assert.equal(layout.rowFirst[layout.rowCount], 1_000_000);
  assert.ok(layout.height > 33_000_000);
});

test("a grid without images has no height", () => {
  const layout = layOut(new Uint8Array(), [], MEASURES);
  assert.equal(layout.height, 0);
  assert.equal(rowAt(layout, 0), 0);
});

test("both ends of a grid of any height can be reached", () => {
  for (const height of [900, 5_000_000, 60_000_000]) {
    assert.equal(placeOf(0, height), 0);
    assert.equal(placeOf(elementHeight(height), height), height);
    for (const place of [0, 0.1, 0.5, 0.99, 1].map((share) => share * height)) {
      assert.ok(Math.abs(placeOf(scrollTopOf(place, height), height) - place) < 0.01);
    }
  }
});

test("a small step moves a huge grid by as many pixels, and a jump to its own place", () => {
  const height = 60_000_000;
  const former = { scrollTop: 3_000_000, place: placeOf(3_000_000, height) };
  assert.equal(placeAfter(3_000_100, former, height), former.place + 100);
  assert.equal(placeAfter(elementHeight(height), former, height), height);
});

test("buckets become sections with headings", () => {
  const images = imagesOf({
    kind: "month",
    totalCount: 3,
    items: [
      { value: "2026-02", skip: 0, count: 1, firstImageId: "a", aspectRatios: btoa("\x97") },
      { value: "2026-01", skip: 1, count: 2, firstImageId: "b", aspectRatios: btoa("\x60\xa0") },
    ],
  });
  assert.deepEqual([...images.ratios], [0x97, 0x60, 0xa0]);
  assert.deepEqual(
    images.sections.map((section) => section.first),
    [0, 1],
  );
  assert.match(images.sections[0]?.label ?? "", /2026/);
  assert.equal(labelOf("letter", "a", 2), "A");
  assert.equal(labelOf("position", "1000", 500), `${(1_001).toLocaleString()} – ${(1_500).toLocaleString()}`);
});
