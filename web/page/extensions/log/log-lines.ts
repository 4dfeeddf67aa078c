/** Lines of logs: what is new in them, their levels, and text that is safe to show. */

import type { ExtensionLogLine } from "@api/models.js";

/** A line as it is shown. */
export interface ShownLine {
  /** Grows by one with each line. */
  readonly number: number;
  readonly date: number | undefined;
  readonly level: Level;
  /** Whether the service says it, and not the extension. */
  readonly isNote: boolean;
  readonly text: string;
}

export const LEVELS = ["debug", "info", "warning", "error"] as const;
export type Level = (typeof LEVELS)[number];

/** How many lines are kept. */
export const MAX_LINES = 2_000;

const MAX_CHARACTERS = 4_000;
// Sequences of terminals: CSI, OSC until BEL or ST, and the short ones.
const ESCAPES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/gu;
// Control characters, and marks that turn the direction of text, but for the tab.
const INVISIBLE = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const WORDS: readonly (readonly [RegExp, Level])[] = [
  [/\b(?:error|critical|fatal|exception|traceback)\b/iu, "error"],
  [/\bwarn(?:ing)?\b/iu, "warning"],
  [/\bdebug\b/iu, "debug"],
];

const CRASH = /^ended, (?!exit code 0)/u;

/** A text without sequences of terminals, control characters and marks of direction. */
export function plainText(text: string): string {
  const plain = text.replace(ESCAPES, "").replace(INVISIBLE, "\ufffd");
  return plain.length > MAX_CHARACTERS ? `${plain.slice(0, MAX_CHARACTERS)}…` : plain;
}

/** The level of a line, as it names it at its beginning. A program that did not end by itself is a warning. */
export function levelOf({ stream, text }: ExtensionLogLine): Level {
  if (stream === "note") return CRASH.test(text) ? "warning" : "info";
  return WORDS.find(([word]) => word.test(text.slice(0, 48)))?.[1] ?? "info";
}

/** The lines of a read that come after those of the read before. */
export function newLines(
  former: readonly ExtensionLogLine[],
  read: readonly ExtensionLogLine[],
): readonly ExtensionLogLine[] {
  for (let start = former.length > read.length ? former.length - read.length : 0; start < former.length; start++) {
    const overlap = former.length - start;
    if (former.slice(start).every((line, index) => isSame(line, read[index]))) return read.slice(overlap);
  }
  return read;
}

/** Appends lines to those shown, of which the oldest are dropped. */
export function appended(shown: readonly ShownLine[], lines: readonly ExtensionLogLine[]): readonly ShownLine[] {
  let number = shown.at(-1)?.number ?? 0;
  const added = lines.map((line) => ({
    number: ++number,
    date: line.date,
    level: levelOf(line),
    isNote: line.stream === "note",
    text: plainText(line.text),
  }));
  return [...shown, ...added].slice(-MAX_LINES);
}

/** The lines of at least a level that have a text. */
export function filtered(lines: readonly ShownLine[], level: Level, text: string): readonly ShownLine[] {
  const least = LEVELS.indexOf(level);
  const wanted = text.toLocaleLowerCase();
  return lines.filter(
    (line) => LEVELS.indexOf(line.level) >= least && (wanted === "" || line.text.toLocaleLowerCase().includes(wanted)),
  );
}

function isSame(line: ExtensionLogLine, other: ExtensionLogLine | undefined): boolean {
  return other !== undefined && line.date === other.date && line.stream === other.stream && line.text === other.text;
}
