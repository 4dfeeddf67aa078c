/** What an extension is told in its folder: who it is, where the service is, and its own manifest. */

import { readFile } from "node:fs/promises";
import { resolve } from "node:path";

/** The extension cannot begin: a file of its folder is missing or wrong, or a hook is. */
export class ConfigurationError extends Error {
  override readonly name = "ConfigurationError";
}

/** What the service writes into `parameters.json` before each start. */
export interface Parameters {
  readonly extensionId: string;
  readonly url: string;
  readonly key: string;
}

/** The manifest as JSON. The service has judged it; here only its form as JSON matters. */
export type Manifest = Readonly<Record<string, unknown>>;

/** The parameters in a folder. */
export async function parametersOf(folder: string): Promise<Parameters> {
  const found = await objectIn(folder, "parameters.json");
  const { extensionId, webServicesBaseUrl: url, apiKey: key } = found;
  if (!isText(extensionId) || !isText(url) || !isText(key)) {
    throw new ConfigurationError("parameters.json lacks extensionId, webServicesBaseUrl or apiKey, or one is no text");
  }
  return { extensionId, url, key };
}

/** The manifest in a folder. */
export async function manifestOf(folder: string): Promise<Manifest> {
  return objectIn(folder, "manifest.json");
}

/** The topics that the programs of the manifest are told. */
export function eventsOf(manifest: Manifest): Set<string> {
  const instructions = Array.isArray(manifest["instructions"]) ? manifest["instructions"] : [];
  const lists = instructions.filter(isObject).map((each) => each["events"]);
  return new Set(lists.flatMap((events) => (Array.isArray(events) ? (events as unknown[]) : [])).filter(isText));
}

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

async function objectIn(folder: string, name: string): Promise<Record<string, unknown>> {
  let text: string;
  try {
    text = await readFile(resolve(folder, name), "utf8");
  } catch (error) {
    throw new ConfigurationError(`${name} cannot be read in ${resolve(folder)}: ${(error as Error).message}`);
  }
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch (error) {
    throw new ConfigurationError(`${name} is no JSON: ${(error as Error).message}`);
  }
  if (!isObject(found)) {
    throw new ConfigurationError(`${name} holds no JSON object`);
  }
  return found;
}
