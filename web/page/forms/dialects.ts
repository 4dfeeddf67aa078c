/** The dialects of JSON Schema, and what a schema refers to. The service has the same ones. */

import { isMembers } from "../../view/values.js";
import type { Schema } from "./schema.js";

/** The dialects in their order. */
export const enum Dialect {
  Draft04,
  Draft06,
  Draft07,
  Draft201909,
  Draft202012,
}

const DIALECTS: ReadonlyMap<unknown, Dialect> = new Map([
  ["http://json-schema.org/draft-04/schema", Dialect.Draft04],
  ["http://json-schema.org/draft-06/schema", Dialect.Draft06],
  ["http://json-schema.org/draft-07/schema", Dialect.Draft07],
  ["https://json-schema.org/draft/2019-09/schema", Dialect.Draft201909],
  ["https://json-schema.org/draft/2020-12/schema", Dialect.Draft202012],
]);

/** The dialect that the root of a schema names, else draft-07. */
export function dialectOf(root: Schema): Dialect {
  return DIALECTS.get(String(own(root, "$schema")).replace(/#$/, "")) ?? Dialect.Draft07;
}

/** A member of a JSON object, never one that all objects of JavaScript inherit. */
export function own(members: unknown, name: string): unknown {
  return isMembers(members) && Object.hasOwn(members, name) ? members[name] : undefined;
}

/** The part of a schema that a reference leads to. */
export function target(root: Schema, reference: string): unknown {
  if (reference === "#") return root;
  if (!reference.startsWith("#/")) return undefined;
  let found: unknown = root;
  for (const step of decoded(reference.slice(2)).split("/")) {
    const name = step.replaceAll("~1", "/").replaceAll("~0", "~");
    found = Array.isArray(found) ? (found as readonly unknown[])[Number(name)] : own(found, name);
  }
  return found;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // the percent sign belongs to the name
  }
}
