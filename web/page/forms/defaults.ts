/** The values of a form before a person has entered any. The service has the same defaults for settings. */

import { isMembers } from "../../view/values.js";
import { own, target } from "./dialects.js";
import type { Schema } from "./schema.js";

const MAX_STEPS = 4_000;

interface Search {
  readonly root: Schema;
  steps: number;
}

/** A value with the defaults of its schema where it has nothing. */
export function withDefaults(schema: unknown, root: Schema, value: unknown): unknown {
  return filled(schema, { root, steps: MAX_STEPS }, value, ["#"]);
}

/** The default of a value: its own, else those of its properties; `undefined` if there is none. */
export function defaultOf(schema: unknown, root: Schema): unknown {
  return found(schema, { root, steps: MAX_STEPS }, []);
}

function filled(schema: unknown, search: Search, value: unknown, visited: readonly string[]): unknown {
  if (value === undefined) return found(schema, search, visited);
  if (!isMembers(value)) return value;
  const members = new Map(Object.entries(value));
  for (const [name, part, references] of propertiesIn(schema, search, schema === search.root ? visited : [])) {
    if (members.has(name) && !Object.hasOwn(value, name)) continue;
    const member = filled(part, search, members.get(name), references);
    if (member !== undefined) members.set(name, member);
  }
  return Object.fromEntries(members);
}

function found(schema: unknown, search: Search, visited: readonly string[]): unknown {
  for (const { part } of partsOf(schema, search, visited)) if (Object.hasOwn(part, "default")) return part["default"];
  const members = new Map<string, unknown>();
  for (const [name, part, references] of propertiesIn(schema, search, visited)) {
    const member = members.has(name) ? undefined : found(part, search, references);
    if (member !== undefined) members.set(name, member);
  }
  return members.size === 0 ? undefined : Object.fromEntries(members);
}

/** The properties of a schema; those of the schema itself come before those that it refers to. */
function* propertiesIn(
  schema: unknown,
  search: Search,
  visited: readonly string[],
): Generator<readonly [string, unknown, readonly string[]]> {
  for (const { part, references } of partsOf(schema, search, visited)) {
    const properties = own(part, "properties");
    for (const [name, each] of isMembers(properties) ? Object.entries(properties) : []) yield [name, each, references];
  }
}

interface Visited {
  readonly part: Schema;
  /** The references on the way to the part, none of which is followed again. */
  readonly references: readonly string[];
}

/** A schema, what it refers to, and the parts of its `allOf`. */
function* partsOf(schema: unknown, search: Search, visited: readonly string[]): Generator<Visited> {
  if (!isMembers(schema) || --search.steps < 0) return;
  yield { part: schema, references: visited };
  const reference = own(schema, "$ref");
  if (typeof reference === "string" && !visited.includes(reference))
    yield* partsOf(target(search.root, reference), search, [...visited, reference]);
  const parts = own(schema, "allOf");
  if (Array.isArray(parts)) for (const part of parts) yield* partsOf(part, search, visited);
}
