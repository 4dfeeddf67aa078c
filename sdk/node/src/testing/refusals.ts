/** What the fake service refuses because the real one would. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { isObject } from "../configuration.js";
import { Refusal } from "./library.js";
import { errorsOf, type Finding, formatFinding, MANIFEST, validateManifest, validateView } from "./validation.js";
import { ValidatorError } from "./validator.js";

/** The hook failed; the text is the reason. */
export class HookError extends Error {
  override readonly name: string = "HookError";
}

/** A command returned a view document that has errors. The service answers 502 with the rule of the first one. */
export class InvalidViewError extends HookError {
  override readonly name = "InvalidViewError";

  /** `findings`: its errors. */
  constructor(readonly findings: readonly Finding[]) {
    super(["The view document that the command returned is refused:", ...findings.map(formatFinding)].join("\n"));
  }
}

/** The manifest of the extension has errors, so the service would not install it. */
export class InvalidManifestError extends Error {
  override readonly name = "InvalidManifestError";

  /** `findings`: its errors. */
  constructor(
    path: string,
    readonly findings: readonly Finding[],
  ) {
    super([`${path} is refused:`, ...findings.map(formatFinding)].join("\n"));
  }
}

/** Throws `InvalidManifestError` for a manifest in the folder that has errors. */
export async function requireManifest(folder: string): Promise<void> {
  const path = join(folder, MANIFEST);
  const errors = existsSync(path) ? errorsOf(await validateManifest(folder)) : [];
  if (errors.length > 0) {
    throw new InvalidManifestError(path, errors);
  }
}

/** Throws `InvalidViewError` for a result of a command that claims to be a view document and has errors. */
export async function requireView(result: unknown): Promise<void> {
  const errors = isObject(result) && "schemaVersion" in result ? errorsOf(await validateView(result)) : [];
  if (errors.length > 0) {
    throw new InvalidViewError(errors);
  }
}

/** Throws `Refusal` for features with a view document that has errors. */
export async function requireFeatures(body: unknown): Promise<void> {
  for (const [index, feature] of (Array.isArray(body) ? body : []).entries()) {
    if (isObject(feature) && feature["format"] === "ui" && typeof feature["value"] === "string") {
      const [error] = errorsOf(await findingsOf(feature["value"]));
      if (error !== undefined) {
        const detail = `${error.detail} The fault is at ${error.pointer || "the root"} of the view document.`;
        throw new Refusal(400, error.rule, detail, `/${index}/value`);
      }
    }
  }
}

async function findingsOf(text: string): Promise<Finding[]> {
  try {
    return await validateView(text);
  } catch (error) {
    throw error instanceof ValidatorError ? new Refusal(500, "fake.validator", error.message) : error;
  }
}
