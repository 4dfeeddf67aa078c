/** The rows and headings near the visible part of the grid. */

import { cellsOf, type Layout, rowAt, sectionAt } from "./layout.js";
import type { Picture } from "./pages.js";
import { giveBack, type Row, show, takeRow } from "./tiles.js";

/** What tiles show, by position. */
export interface Contents {
  readonly at: (index: number) => Picture | undefined;
  readonly isSelected: (id: string) => boolean;
  /** The position that takes the focus. */
  readonly active: number;
}

/** The images that are in the document. */
export interface Shown {
  readonly first: number;
  readonly end: number;
}

/** Draws rows into an element. */
export class GridWindow {
  readonly #rows = new Map<number, Row>();
  readonly #headings = new Map<number, HTMLElement>();
  #offset = 0;

  constructor(
    private readonly element: HTMLElement,
    private readonly layout: Layout,
  ) {}

  /** Draws what is between two heights of the grid. `offset` is the place in the grid less that in the element. */
  draw(top: number, bottom: number, offset: number, contents: Contents): Shown {
    const { layout } = this;
    if (layout.rowCount === 0) return { first: 0, end: 0 };
    const [first, last] = [rowAt(layout, top), rowAt(layout, bottom)];
    for (const [number, row] of this.#rows) {
      if (number >= first && number <= last) continue;
      giveBack(row);
      this.#rows.delete(number);
    }
    const added = document.createDocumentFragment();
    for (let number = first; number <= last; number++) {
      if (this.#rows.has(number)) continue;
      const row = takeRow(number, cellsOf(layout, number), layout.rowHeights[number] ?? 0);
      this.#rows.set(number, row);
      this.#place(row.element, layout.rowTops[number] ?? 0, offset);
      for (const tile of row.tiles) fill(tile, contents);
      added.append(row.element);
    }
    this.#drawHeadings(sectionAt(layout, top), sectionAt(layout, bottom), offset, added);
    if (added.hasChildNodes()) this.element.append(added);
    if (offset !== this.#offset) this.#move(offset);
    return { first: layout.rowFirst[first] ?? 0, end: layout.rowFirst[last + 1] ?? 0 };
  }

  /** Shows pictures, selection and focus anew in the tiles that are there. */
  refresh(contents: Contents): void {
    for (const row of this.#rows.values()) for (const tile of row.tiles) fill(tile, contents);
  }

  /** The element of an image, if it is there. */
  tile(index: number): HTMLElement | undefined {
    for (const { tiles } of this.#rows.values()) {
      const tile = tiles.find((each) => each.index === index);
      if (tile !== undefined) return tile.element;
    }
    return undefined;
  }

  /** Takes everything off the page. */
  clear(): void {
    for (const row of this.#rows.values()) giveBack(row);
    for (const heading of this.#headings.values()) heading.remove();
    this.#rows.clear();
    this.#headings.clear();
  }

  #drawHeadings(first: number, last: number, offset: number, added: DocumentFragment): void {
    const { sections, sectionTops, measures } = this.layout;
    if (measures.headingHeight === 0) return;
    for (const [number, heading] of this.#headings) {
      if (number >= first && number <= last) continue;
      heading.remove();
      this.#headings.delete(number);
    }
    for (let number = first; number <= last; number++) {
      const section = sections[number];
      if (section === undefined || this.#headings.has(number)) continue;
      const heading = headingOf(section.label, section.count, measures.headingHeight);
      this.#headings.set(number, heading);
      this.#place(heading, sectionTops[number] ?? 0, offset);
      added.append(heading);
    }
  }

  #move(offset: number): void {
    this.#offset = offset;
    for (const [number, row] of this.#rows) this.#place(row.element, this.layout.rowTops[number] ?? 0, offset);
    for (const [number, heading] of this.#headings) {
      this.#place(heading, this.layout.sectionTops[number] ?? 0, offset);
    }
  }

  #place(element: HTMLElement, top: number, offset: number): void {
    element.style.top = `${Math.round(top - offset)}px`;
  }
}

function fill(tile: Row["tiles"][number], contents: Contents): void {
  const picture = contents.at(tile.index);
  const isSelected = picture !== undefined && contents.isSelected(picture.id);
  show(tile, picture, isSelected, tile.index === contents.active);
}

function headingOf(label: string, count: number, height: number): HTMLElement {
  const row = document.createElement("div");
  row.className = "heading";
  row.setAttribute("role", "row");
  row.style.height = `${height}px`;
  const cell = document.createElement("div");
  cell.setAttribute("role", "gridcell");
  const text = document.createElement("h2");
  text.textContent = label;
  const number = document.createElement("span");
  number.textContent = count.toLocaleString();
  cell.append(text, number);
  row.append(cell);
  return row;
}
