/** Positions in texts, and what kind of document a text is. */

import type { DocumentKind } from "@api/models.js";
import { isMembers } from "../../view/values.js";

const TAB = 2;

/** The offset of a line and a column, which count from one; the end of the text for places behind it. */
export function offsetOf(text: string, line: number, column: number): number {
  let start = 0;
  for (let current = 1; current < line; current++) {
    const end = text.indexOf("\n", start);
    if (end < 0) return text.length;
    start = end + 1;
  }
  return Math.min(start + column - 1, text.length);
}

/** How many lines a text has; 1 for an empty one. */
export function lineCount(text: string): number {
  let lines = 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines++;
  return lines;
}

/** How many cells of an editor lie before a column of a line. */
export function cellsBefore(line: string, column: number): number {
  let cells = 0;
  for (const character of line.slice(0, column - 1)) cells += character === "\t" ? TAB - (cells % TAB) : 1;
  return cells;
}

/** The kind that a document obviously has; none if several are possible. */
export function kindOf(document: unknown): DocumentKind | undefined {
  if (!isMembers(document)) return undefined;
  if (Array.isArray(document["elements"])) return "view-document";
  if ("instructions" in document || "runtimes" in document) return "manifest";
  if ("prompt" in document && "modelTags" in document) return "recipe";
  if (isMembers(document["properties"]) || "$schema" in document) return "settings-schema";
  return undefined;
}

/** A text as JSON; `undefined` if it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // the service says where the text is no JSON
  }
}
