/** Judges pairs of a schema and a value as the forms of the page do: a line of JSON for each, in and out. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const HOME = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const folder = mkdtempSync(path.join(tmpdir(), "facetry-judge-"));
const file = path.join(folder, "judge.mjs");
const contents = `
  export { verdictOn } from "./judge.js";
  export { pointerOf, withDefaults } from "./schema.js";
`;
const stdin = { contents, resolveDir: path.join(HOME, "page", "forms"), loader: "ts" };
await build({ absWorkingDir: HOME, stdin, bundle: true, format: "esm", platform: "node", outfile: file });
const { verdictOn, pointerOf, withDefaults } = await import(pathToFileURL(file).href);
rmSync(folder, { recursive: true });
for await (const line of createInterface({ input: process.stdin })) {
  const { schema, value } = JSON.parse(line);
  const { faults, isUnsure } = verdictOn(schema, schema, value);
  const pointers = faults.map((fault) => pointerOf(fault.path));
  // What the page would send: it has numbers as browsers have them.
  console.log(JSON.stringify({ pointers, isUnsure, defaults: withDefaults(schema, schema, {}), sent: value }));
}
