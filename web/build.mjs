/** Builds the assets of the page: `node build.mjs [FOLDER]`, by default into `generated/web/`.
 *
 * Names of assets have a hash of their content, so that browsers may keep them for ever. Each has compressed forms
 * beside it, and `assets.json` says what belongs together. `licences.txt` has the licences of what is bundled.
 */

import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build } from "esbuild";

const HOME = path.dirname(fileURLToPath(import.meta.url));
const TARGET = path.resolve(process.argv[2] ?? path.join(HOME, "..", "generated", "web"));
const ENTRIES = { "facetry-view": "view/facetry-view.ts" };
const HASH_CHARACTERS = 10;
const LEAST_COMPRESSED_BYTES = 1_024;

const result = await build({
  absWorkingDir: HOME,
  entryPoints: Object.entries(ENTRIES).map(([out, source]) => ({ in: source, out })),
  bundle: true,
  format: "esm",
  target: ["es2022"],
  minify: true,
  legalComments: "none",
  metafile: true,
  outdir: "out",
  write: false,
});

await rm(TARGET, { recursive: true, force: true });
await mkdir(TARGET, { recursive: true });
const assets = {};
for (const file of result.outputFiles) {
  const name = path.basename(file.path);
  const hash = createHash("sha256").update(file.contents).digest("hex").slice(0, HASH_CHARACTERS);
  const hashed = name.replace(/(\.[a-z]+)$/, `-${hash}$1`);
  await writeFile(path.join(TARGET, hashed), file.contents);
  assets[name] = { file: hashed, bytes: file.contents.length, ...(await compressed(hashed, file.contents)) };
}
await writeFile(path.join(TARGET, "assets.json"), `${JSON.stringify(assets, undefined, 2)}\n`);
await writeFile(path.join(TARGET, "licences.txt"), await licences(Object.keys(result.metafile.inputs)));

async function compressed(name, contents) {
  if (contents.length < LEAST_COMPRESSED_BYTES) return {};
  const forms = {
    br: brotliCompressSync(contents, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
    gz: gzipSync(contents, { level: constants.Z_BEST_COMPRESSION }),
  };
  for (const [suffix, bytes] of Object.entries(forms)) await writeFile(path.join(TARGET, `${name}.${suffix}`), bytes);
  return { compressedBytes: forms.gz.length };
}

/** The licence texts of all packages of which something is bundled, by name. */
async function licences(inputs) {
  const packages = new Set(
    inputs.flatMap((input) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)?.slice(1, 2) ?? []),
  );
  const texts = [];
  for (const name of [...packages].sort()) {
    const folder = path.join(HOME, "node_modules", name);
    const { version, license } = JSON.parse(await readFile(path.join(folder, "package.json"), "utf8"));
    const file = (await readdir(folder)).find((each) => /^licen[cs]e/i.test(each));
    if (file === undefined) throw new Error(`${name} has no licence file`);
    texts.push(`${name} ${version} (${license})\n\n${(await readFile(path.join(folder, file), "utf8")).trim()}\n`);
  }
  return texts.join(`\n${"-".repeat(80)}\n\n`);
}
