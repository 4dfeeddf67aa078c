/** Validation of manifests and view documents by Facetry's own engine, with the verdict and rules of the service. */

import { readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { serialize } from "../views/raw.js";
import { type Request, type Validator, validator } from "./validator.js";

export const MANIFEST = "manifest.json";

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
 * In a folder, the files to which it refers must be among those that `facetry extension package` would pack. Throws
 * `ValidatorError` without an engine.
 */
export async function validateManifest(path: string | URL): Promise<Finding[]> {
  const location = path instanceof URL ? fileURLToPath(path) : path;
  if ((await stat(location)).isDirectory()) {
    return findingsOn(await readFile(join(location, MANIFEST)), "manifest", { folder: resolve(location) });
  }
  return findingsOn(await readFile(location), "manifest");
}

/** The findings on a view document, in the order of its text: a document that was built, or its JSON.
 *
 * Throws `ValidatorError` without an engine, and `RangeError` for numbers that JSON has none of.
 */
export async function validateView(document: string | Uint8Array | object): Promise<Finding[]> {
  const isText = typeof document === "string" || document instanceof Uint8Array;
  return findingsOn(isText ? document : serialize(document), "view-document");
}

/** Options of a request: for a manifest, the names of the files of its extension, or its folder. */
interface FindingsOptions extends Pick<Request, "fileNames" | "folder"> {
  readonly engine?: Validator;
}

/** The findings of an engine on the text of a document. Throws `ValidatorError`. */
export async function findingsOn(
  text: string | Uint8Array,
  kind: Request["kind"],
  { engine = validator(), ...files }: FindingsOptions = {},
): Promise<Finding[]> {
  const document = typeof text === "string" ? { text } : { base64: Buffer.from(text).toString("base64") };
  const answer = await engine.answer({ kind, ...document, ...files });
  return answer["findings"] as Finding[];
}

/** Those that make a document invalid. */
export function errorsOf(findings: readonly Finding[]): Finding[] {
  return findings.filter((finding) => finding.level === "error");
}

/** A finding in one line. */
export function formatFinding(finding: Finding): string {
  const position = finding.line === null ? "" : `${finding.line}:${finding.column}: `;
  const remedy = finding.remedy === null ? "" : ` ${finding.remedy}`;
  return `${position}${finding.level}: ${finding.detail}${remedy} [${finding.rule}]`;
}
