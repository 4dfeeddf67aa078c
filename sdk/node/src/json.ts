/** JSON text of what has one. `JSON.stringify` alone makes `null` of infinity and `{}` of a map, and says nothing. */

/** The text; `undefined` becomes null. Throws `TypeError` or `RangeError` for a value that JSON has none of. */
export function jsonOf(value: unknown): string {
  return JSON.stringify(value ?? null, judged);
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
  if (typeof value === "string" && !value.isWellFormed()) {
    throw new RangeError(`JSON has no half of a character${place}`);
  }
  if (typeof value === "function" || typeof value === "symbol" || typeof value === "bigint" || isOpaque(value)) {
    throw new TypeError(`JSON has no ${kindOf(value)}${place}`);
  }
  return value;
}

function isOpaque(value: unknown): boolean {
  return (
    value instanceof Map || value instanceof Set || value instanceof Promise || ArrayBuffer.isView(value) ||
    value instanceof ArrayBuffer
  );
}

function kindOf(value: unknown): string {
  return typeof value === "object" && value !== null ? value.constructor.name : typeof value;
}
