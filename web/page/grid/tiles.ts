/** The elements of rows and tiles. They are reused for other images while the grid is scrolled. */

import { Check, createElement, ImageOff } from "lucide";
import type { Cell } from "./layout.js";
import type { Picture } from "./pages.js";
import { placeholderImage } from "./placeholders.js";

/** The element of an image in the grid. */
export interface Tile {
  readonly element: HTMLElement;
  readonly picture: HTMLImageElement;
  readonly name: HTMLElement;
  index: number;
  id: string | undefined;
}

/** The element of a row of images. */
export interface Row {
  readonly element: HTMLElement;
  tiles: readonly Tile[];
}

const spareTiles: Tile[] = [];
const spareRows: HTMLElement[] = [];
const MAX_SPARE = 200;

/** A row with tiles at the given places. */
export function takeRow(number: number, cells: readonly Cell[], height: number): Row {
  const element = spareRows.pop() ?? newRow();
  element.setAttribute("aria-rowindex", String(number + 1));
  element.style.height = `${height}px`;
  const tiles = cells.map((cell) => {
    const tile = spareTiles.pop() ?? newTile();
    tile.index = cell.index;
    tile.element.dataset["index"] = String(cell.index);
    tile.element.style.left = `${cell.left}px`;
    tile.element.style.width = `${cell.width}px`;
    return tile;
  });
  element.replaceChildren(...tiles.map((tile) => tile.element));
  return { element, tiles };
}

/** Takes a row off the page and keeps its elements for others. */
export function giveBack(row: Row): void {
  row.element.remove();
  if (spareRows.length < MAX_SPARE) spareRows.push(row.element);
  row.element.replaceChildren();
  for (const tile of row.tiles) {
    clear(tile);
    if (spareTiles.length < MAX_SPARE) spareTiles.push(tile);
  }
}

/** Shows a picture in a tile, or that it is not known yet. */
export function show(tile: Tile, picture: Picture | undefined, isSelected: boolean, isActive: boolean): void {
  const { element } = tile;
  setAttribute(element, "aria-selected", String(isSelected));
  setAttribute(element, "tabindex", isActive ? "0" : "-1");
  if (picture === undefined) {
    if (tile.id !== undefined) clear(tile);
    setAttribute(element, "aria-label", `Image ${tile.index + 1}, not loaded yet`);
    return;
  }
  const isSame = tile.id === picture.id;
  if (!isSame) {
    clear(tile);
    tile.id = picture.id;
    tile.name.textContent = picture.name;
    element.style.backgroundImage = picture.placeholder === undefined ? "" : placeholderImage(picture.placeholder);
  }
  setAttribute(element, "aria-label", labelOf(picture));
  if (picture.url === undefined) element.classList.add("failed");
  else if (tile.picture.getAttribute("src") !== picture.url) tile.picture.src = picture.url;
}

function labelOf({ name, state }: Picture): string {
  if (state === "MISSING") return `${name}, the file is missing`;
  return state === "UNREADABLE" ? `${name}, the file cannot be read` : name;
}

function setAttribute(element: HTMLElement, name: string, value: string): void {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

function clear(tile: Tile): void {
  tile.id = undefined;
  tile.picture.removeAttribute("src"); // a request that has not ended is given up
  tile.element.classList.remove("shown", "failed");
  tile.element.style.backgroundImage = "";
  tile.name.textContent = "";
}

function newRow(): HTMLElement {
  const element = document.createElement("div");
  element.className = "row";
  element.setAttribute("role", "row");
  return element;
}

function newTile(): Tile {
  const element = document.createElement("div");
  element.className = "tile";
  element.setAttribute("role", "gridcell");
  const picture = document.createElement("img");
  picture.alt = "";
  picture.decoding = "async";
  picture.draggable = false;
  picture.addEventListener("load", () => element.classList.add("shown"));
  picture.addEventListener("error", () => picture.hasAttribute("src") && element.classList.add("failed"));
  const problem = document.createElement("span");
  problem.className = "problem";
  const name = document.createElement("span");
  name.className = "name";
  problem.append(createElement(ImageOff, { "aria-hidden": "true", width: "22", height: "22" }), name);
  const tick = document.createElement("span");
  tick.className = "tick";
  tick.title = "Select";
  tick.append(createElement(Check, { "aria-hidden": "true", width: "16", height: "16", "stroke-width": "3" }));
  element.append(picture, problem, tick);
  return { element, picture, name, index: 0, id: undefined };
}
