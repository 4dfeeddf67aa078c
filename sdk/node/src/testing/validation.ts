/** Validation of manifests and view documents by Facetry's own engine, with the verdict and rules of the service. */

import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { textWith } from "../views/spelling.js";
import { type Request, type Validator, validator } from "./validator.js";

export const MANIFEST = "manifest.json";
const SKIPPED = new Set(["node_modules", "__pycache__", "venv"]);

/** An error in a document, or, with the level `warning`, a probable mistake. */
export interface Finding {
  /** What was broken, such as `schema.required`; `facetry explain RULE` says more. */
  readonly rule: string;
  readonly level: "error" | "warning";
  /** The place as a JSON Pointer. */
  readonly pointer: string;
  /** The place in the text, from one; null when it has none. */
  readonly line: number | null;
  /** The place in the line in code points, from one. */
  readonly column: number | null;
  readonly detail: string;
  readonly value: string | null;
  readonly remedy: string | null;
}

/** The findings on a manifest, in the order of its text: a file, or the `manifest.json` of a folder.
 *
 * The files that it refers to are looked for in a folder only. Throws `ValidatorError` without an engine.
 */
export async function validateManifest(path: string | URL): Promise<Finding[]> {
  const place = path instanceof URL ? fileURLToPath(path) : path;
  if ((await stat(place)).isDirectory()) {
    const fileNames = (await fileNamesIn(place)).sort();
    return findingsOn(await readFile(join(place, MANIFEST)), "manifest", { fileNames });
  }
  return findingsOn(await readFile(place), "manifest");
}

/** The findings on a view document, in the order of its text: a document that was built, or its JSON.
 *
 * Throws `ValidatorError` without an engine, and `RangeError` for numbers that JSON has none of.
 */
export async function validateView(document: string | Uint8Array | object): Promise<Finding[]> {
  const isText = typeof document === "string" || document instanceof Uint8Array;
  return findingsOn(isText ? document : textWith(document), "view-document");
}

/** The findings of an engine on the text of a document. Throws `ValidatorError`. */
export async function findingsOn(
  text: string | Uint8Array,
  kind: Request["kind"],
  { fileNames, engine = validator() }: { fileNames?: readonly string[]; engine?: Validator } = {},
): Promise<Finding[]> {
  const document = typeof text === "string" ? { text } : { base64: Buffer.from(text).toString("base64") };
  const answer = await engine.answer({ kind, ...document, ...(fileNames === undefined ? {} : { fileNames }) });
  return answer["findings"] as Finding[];
}

/** Those that make a document invalid. */
export function errorsOf(findings: readonly Finding[]): Finding[] {
  return findings.filter((finding) => finding.level === "error");
}

/** A finding in one line. */
export function lineOf(finding: Finding): string {
  const place = finding.line === null ? "" : `${finding.line}:${finding.column}: `;
  const remedy = finding.remedy === null ? "" : ` ${finding.remedy}`;
  return `${place}${finding.level}: ${finding.detail}${remedy} [${finding.rule}]`;
}

async function fileNamesIn(folder: string, prefix = ""): Promise<string[]> {
  const entries = await readdir(join(folder, prefix), { withFileTypes: true });
  const found = entries.map(async (entry) => {
    const name = `${prefix}${entry.name}`;
    if (!entry.isDirectory()) {
      return [name];
    }
    const isSkipped = SKIPPED.has(entry.name) || entry.name.startsWith(".");
    return isSkipped ? [] : fileNamesIn(folder, `${name}/`);
  });
  return (await Promise.all(found)).flat();
}
