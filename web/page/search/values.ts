/** Lists and objects that are compared by what they hold. */

/** Whether two values hold the same. Members of both have to be in the same order. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Each value once. */
export function distinct<T>(values: readonly T[]): T[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

/** The values with those of one key together. */
export function together<T>(values: readonly T[], key: (value: T) => unknown): T[] {
  return [...grouped(values, key).values()].flat();
}

export function grouped<T, Key>(values: readonly T[], keyOf: (value: T) => Key): Map<Key, T[]> {
  const groups = new Map<Key, T[]>();
  for (const value of values) groups.set(keyOf(value), [...(groups.get(keyOf(value)) ?? []), value]);
  return groups;
}

export function chunks<T>(values: readonly T[], length: number): T[][] {
  const parts: T[][] = [];
  for (let start = 0; start < values.length; start += length) parts.push(values.slice(start, start + length));
  return parts;
}

/** An object with its members in an order of ours, so that equal ones are the same text. */
export function ordered<T extends object>(value: T, names: readonly (keyof T)[]): T {
  return Object.fromEntries(names.flatMap((name) => (value[name] === undefined ? [] : [[name, value[name]]]))) as T;
}

export function optional<T>(value: T | undefined): T[] {
  return value === undefined ? [] : [value];
}
