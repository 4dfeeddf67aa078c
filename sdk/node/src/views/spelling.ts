/** The texts of objects that were read. They are frozen, so each can be written as it was, in whatever document. */

import { jsonOf } from "../json.js";

const SPELLINGS = new WeakMap<object, string>();

/** Freeze an object that was read from this text. */
export function remember<T extends object>(value: T, spelling: string): T {
  SPELLINGS.set(value, spelling);
  return Object.freeze(value);
}

/** A value as JSON text; what was read, byte for byte as it was. Throws for values that JSON has none of. */
export function textWith(value: unknown): string {
  jsonOf(value); // its refusals name the place
  return spelled(value);
}

function spelled(value: unknown): string {
  if (typeof value !== "object" || value === null) {
    return jsonOf(value);
  }
  const spelling = SPELLINGS.get(value);
  if (spelling !== undefined) {
    return spelling;
  }
  if (Array.isArray(value)) {
    return `[${value.map(spelled).join(",")}]`;
  }
  if (Object.getPrototypeOf(value) !== Object.prototype || "toJSON" in value) {
    return jsonOf(value);
  }
  const members = Object.entries(value).filter(([, each]) => each !== undefined);
  return `{${members.map(([name, each]) => `${jsonOf(name)}:${spelled(each)}`).join(",")}}`;
}
