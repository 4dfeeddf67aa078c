/** Which properties a schema of settings or parameters describes: the service refuses the others. */

import { isMembers } from "../../view/values.js";
import { Dialect, dialectOf, own, target } from "./dialects.js";
import { matches } from "./patterns.js";
import type { Schema } from "./schema.js";

interface Described {
  readonly names: Set<string>;
  readonly patterns: Set<string>;
  hasOthers: boolean;
}

/** The properties of a value that a closed schema does not describe.
 *
 * `seen` has those that it describes by the schemas that apply to the value, which counts from 2019-09 on.
 */
export function undescribed(root: Schema, value: Schema, seen: ReadonlySet<string | number>): readonly string[] {
  if (dialectOf(root) >= Dialect.Draft201909) {
    const hasRule = Object.hasOwn(root, "additionalProperties") || Object.hasOwn(root, "unevaluatedProperties");
    return hasRule ? [] : Object.keys(value).filter((name) => !seen.has(name));
  }
  if (Object.hasOwn(root, "additionalProperties") && !Object.hasOwn(root, "$ref")) return [];
  const described: Described = { names: new Set(), patterns: new Set(), hasOthers: false };
  describe(root, root, described, new Set());
  if (described.hasOthers) return [];
  const isDescribed = (name: string) =>
    described.names.has(name) || [...described.patterns].some((pattern) => matches(pattern, name) !== false);
  return Object.keys(value).filter((name) => !isDescribed(name));
}

function describe(root: Schema, schema: unknown, described: Described, visited: Set<string>): void {
  if (!isMembers(schema)) return;
  for (const name of namesOf(schema, "properties")) described.names.add(name);
  for (const pattern of namesOf(schema, "patternProperties")) described.patterns.add(pattern);
  described.hasOthers ||= (own(schema, "additionalProperties") ?? false) !== false;
  described.hasOthers ||= own(schema, "unevaluatedProperties") === true;
  for (const part of partsOf(schema)) describe(root, part, described, visited);
  const reference = own(schema, "$ref");
  if (typeof reference !== "string" || visited.has(reference)) return;
  visited.add(reference);
  describe(root, target(root, reference), described, visited);
}

function namesOf(schema: Schema, keyword: string): readonly string[] {
  const members = own(schema, keyword);
  return isMembers(members) ? Object.keys(members) : [];
}

function partsOf(schema: Schema): readonly unknown[] {
  const lists = ["allOf", "anyOf", "oneOf"]
    .map((keyword) => own(schema, keyword))
    .filter((list) => Array.isArray(list)) as unknown[][];
  const maps = ["dependencies", "dependentSchemas"].map((keyword) => own(schema, keyword)).filter(isMembers);
  const singles = ["if", "then", "else"].map((keyword) => own(schema, keyword));
  return [...lists.flat(), ...maps.flatMap((map) => Object.values(map)), ...singles];
}
