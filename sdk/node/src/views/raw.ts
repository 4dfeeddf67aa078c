/** The texts of objects that were read. They are frozen, so each can be written as it was, in whatever document. */

import { stringify } from "../json.js";

const RAW_TEXTS = new WeakMap<object, string>();

/** Freeze an object that was read from this text. */
export function freezeWithRaw<T extends object>(value: T, raw: string): T {
  RAW_TEXTS.set(value, raw);
  return Object.freeze(value);
}

/** A value as JSON text; what was read, byte for byte as it was. Throws for values that JSON has none of. */
export function serialize(value: unknown): string {
  stringify(value); // its refusals name the place
  return serialized(value);
}

function serialized(value: unknown): string {
  if (typeof value !== "object" || value === null) {
    return stringify(value);
  }
  const raw = RAW_TEXTS.get(value);
  if (raw !== undefined) {
    return raw;
  }
  if (Array.isArray(value)) {
    return `[${value.map(serialized).join(",")}]`;
  }
  if (Object.getPrototypeOf(value) !== Object.prototype || "toJSON" in value) {
    return stringify(value);
  }
  const members = Object.entries(value).filter(([, each]) => each !== undefined);
  return `{${members.map(([name, each]) => `${stringify(name)}:${serialized(each)}`).join(",")}}`;
}
