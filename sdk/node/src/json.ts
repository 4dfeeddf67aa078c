/** JSON text of what has one. `JSON.stringify` alone makes `null` of infinity and `{}` of a map, and says nothing.
 *
 * A string may hold halves of characters, as `slice` leaves them. JSON has none, and the service refuses them, so they
 * are sent as U+FFFD.
 */

/** An escaped backslash, or half of a character, which `JSON.stringify` escapes. */
const HALF = /\\\\|\\ud[89a-f][0-9a-f]{2}/g;
const REPLACEMENT = "\ufffd";

/** The text; `undefined` becomes null. Throws `TypeError` or `RangeError` for a value that JSON has none of. */
export function jsonOf(value: unknown): string {
  const text = JSON.stringify(value ?? null, judged);
  return text.replaceAll(HALF, (found) => (found === "\\\\" ? found : REPLACEMENT));
}

/** A copy for a message, which may hold bytes beside its JSON. Throws as `jsonOf` does for all else. */
export function sendable(value: unknown): unknown {
  if (typeof value === "string") {
    return value.toWellFormed();
  }
  if (isBytes(value)) {
    return value;
  }
  if (typeof value !== "object" || value === null) {
    return judged("", value);
  }
  if ("toJSON" in value && typeof value.toJSON === "function") {
    return sendable((value as { toJSON(): unknown }).toJSON());
  }
  if (Array.isArray(value)) {
    return value.map(sendable);
  }
  judged("", value);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name.toWellFormed(), sendable(each)]));
}

/** Plain numbers, of whatever kind of array. */
export function numbersOf(values: Iterable<number>): number[] {
  return Array.from(values, Number);
}

function judged(name: string, value: unknown): unknown {
  const place = name === "" ? "" : ` at ${JSON.stringify(name)}`;
  if (typeof value === "number" && !Number.isFinite(value)) {
    throw new RangeError(`JSON has no number ${value}${place}`);
  }
  if (typeof value === "function" || typeof value === "symbol" || typeof value === "bigint" || isOpaque(value)) {
    throw new TypeError(`JSON has no ${kindOf(value)}${place}`);
  }
  return value;
}

function isOpaque(value: unknown): boolean {
  return value instanceof Map || value instanceof Set || value instanceof Promise || isBytes(value);
}

function isBytes(value: unknown): boolean {
  return ArrayBuffer.isView(value) || value instanceof ArrayBuffer;
}

function kindOf(value: unknown): string {
  return typeof value === "object" && value !== null ? value.constructor.name : typeof value;
}
