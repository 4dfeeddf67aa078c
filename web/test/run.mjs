/** Runs the unit tests: bundles `test/*.test.ts` into a temporary folder, and runs them by the test runner of Node. */

import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const HOME = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const folder = mkdtempSync(path.join(tmpdir(), "facetry-web-"));
let status = 1;
try {
  const tests = readdirSync(path.join(HOME, "test")).filter((file) => file.endsWith(".test.ts"));
  const entryPoints = tests.map((file) => `test/${file}`);
  const outExtension = { ".js": ".mjs" };
  await build({
    absWorkingDir: HOME,
    entryPoints,
    bundle: true,
    format: "esm",
    platform: "node",
    outdir: folder,
    outExtension,
  });
  const files = readdirSync(folder).map((file) => path.join(folder, file));
  status = spawnSync(process.execPath, ["--test", ...files], { stdio: "inherit" }).status ?? 1;
} finally {
  rmSync(folder, { recursive: true });
}
process.exit(status);
