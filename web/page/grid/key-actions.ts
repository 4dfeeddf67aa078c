/** The actions of keys in the grid. */

import { type Layout, neighbour } from "./layout.js";

/** Another image that takes the focus. */
export interface Move {
  readonly kind: "move";
  readonly images: number;
  readonly rows: number;
  readonly screens: number;
  /** A position to go to instead. */
  readonly end: number | undefined;
  /** Whether the images on the way are selected. */
  readonly isRange: boolean;
}

/** What a key does. */
export type KeyAction =
  | { readonly kind: "open" }
  | { readonly kind: "clear" }
  | { readonly kind: "all" }
  | { readonly kind: "toggle"; readonly isRange: boolean }
  | Move;

const MOVES: Readonly<Record<string, readonly [images: number, rows: number, screens: number]>> = {
  ArrowLeft: [-1, 0, 0],
  ArrowRight: [1, 0, 0],
  ArrowUp: [0, -1, 0],
  ArrowDown: [0, 1, 0],
  PageUp: [0, 0, -1],
  PageDown: [0, 0, 1],
};
const ENDS: Readonly<Record<string, number>> = { Home: 0, End: Number.MAX_SAFE_INTEGER };

/** The action of a key; `undefined` if the grid does not use the key. */
export function keyActionOf(event: KeyboardEvent): KeyAction | undefined {
  const { key, shiftKey: isRange, altKey } = event;
  const isControl = event.ctrlKey || event.metaKey;
  if (altKey) return undefined;
  if (isControl && key.toLowerCase() === "a") return { kind: "all" };
  const move = MOVES[key];
  const end = ENDS[key];
  if (end !== undefined) return { kind: "move", images: 0, rows: 0, screens: 0, end, isRange };
  if (isControl) return undefined;
  if (move !== undefined) return { kind: "move", images: move[0], rows: move[1], screens: move[2], end, isRange };
  if (key === "Enter") return { kind: "open" };
  if (key === " ") return { kind: "toggle", isRange };
  return key === "Escape" ? { kind: "clear" } : undefined;
}

/** The image that takes the focus from an active one; `visible` is the height of the visible part. */
export function targetOf(move: Move, layout: Layout, active: number, visible: number): number {
  const { rowHeight, gap } = layout.measures;
  const rows = move.rows + move.screens * Math.max(Math.floor(visible / (rowHeight + gap)), 1);
  const index = move.end ?? (rows === 0 ? active + move.images : neighbour(layout, active, rows));
  return Math.min(Math.max(index, 0), layout.count - 1);
}
