/** What is wrong with the value of a form. The service validates once more, and has the last word. */

import { verdictOn } from "./judge.js";
import { pointerOf, type Schema } from "./schema.js";

/** Sentences about a value, by the JSON Pointers of their places. */
export type Findings = ReadonlyMap<string, string>;

/** The findings on a value by the schema of settings or parameters: none exactly if the service accepts it, apart from
 * what is left to the service (D372).
 */
export function findingsOf(schema: Schema, value: unknown): Findings {
  const found = new Map<string, string>();
  for (const { path, sentence } of verdictOn(schema, schema, value).faults) {
    const pointer = pointerOf(path);
    if (!found.has(pointer)) found.set(pointer, sentence);
  }
  return found;
}

/** The index of the first alternative that a value satisfies; 0 if there is none. */
export function variantOf(variants: readonly Schema[], root: Schema, value: unknown): number {
  return Math.max(
    variants.findIndex((variant) => verdictOn(variant, root, value).faults.length === 0),
    0,
  );
}
