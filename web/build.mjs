/** Builds the assets of the page: `node build.mjs [FOLDER]`, by default into `generated/web/`.
 *
 * Names of assets have a hash of their content, so that browsers may keep them for ever. Each has compressed forms
 * beside it, and `assets.json` says what belongs together. `licences.txt` has the licences of what is bundled.
 * `facetry-view.js` is one module, which other pages can embed; the page itself is in parts that are loaded when needed.
 */

import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build } from "esbuild";

const HOME = path.dirname(fileURLToPath(import.meta.url));
const TARGET = path.resolve(process.argv[2] ?? path.join(HOME, "..", "generated", "web"));
const HASH_CHARACTERS = 10;
const LEAST_COMPRESSED_BYTES = 1_024;
const OPTIONS = {
  absWorkingDir: HOME,
  bundle: true,
  format: "esm",
  target: ["es2022", "chrome125", "firefox128", "safari17.5"],
  minify: true,
  legalComments: "none",
  metafile: true,
  outdir: "out",
  write: false,
};

await rm(TARGET, { recursive: true, force: true });
await mkdir(TARGET, { recursive: true });
const assets = {};

const view = await build({ ...OPTIONS, entryPoints: [{ in: "view/facetry-view.ts", out: "facetry-view" }] });
for (const file of view.outputFiles) await addHashed(path.basename(file.path), file.contents);
await addHashed("icon.svg", await readFile(path.join(HOME, "page", "icon.svg")));
await addHashed("page.css", (await build({ ...OPTIONS, entryPoints: ["page/page.css"] })).outputFiles[0].contents);

// The parts name one another, so the names with hashes are those of esbuild.
const page = await build({
  ...OPTIONS,
  entryPoints: [{ in: "page/main.ts", out: "page" }],
  splitting: true,
  loader: { ".css": "text" }, // for stylesheets that a part adopts when it is loaded
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
});
for (const file of page.outputFiles) await add(path.basename(file.path), path.basename(file.path), file.contents);
const [main] = Object.entries(page.metafile.outputs).filter(([, output]) => output.entryPoint === "page/main.ts");
await writeFile(path.join(TARGET, "index.html"), await index(...main));
await writeFile(path.join(TARGET, "assets.json"), `${JSON.stringify(assets, undefined, 2)}\n`);
const inputs = [...Object.keys(view.metafile.inputs), ...Object.keys(page.metafile.inputs)];
await writeFile(path.join(TARGET, "licences.txt"), await licences(inputs));

/** Writes an asset under a name with the hash of its content. */
async function addHashed(name, contents) {
  const hash = createHash("sha256").update(contents).digest("hex").slice(0, HASH_CHARACTERS);
  await add(name, name.replace(/(\.[a-z]+)$/, `-${hash}$1`), contents);
}

async function add(name, file, contents) {
  await writeFile(path.join(TARGET, file), contents);
  assets[name] = { file, bytes: contents.length, ...(await compressed(file, contents)) };
}

async function compressed(name, contents) {
  if (contents.length < LEAST_COMPRESSED_BYTES) return {};
  const forms = {
    br: brotliCompressSync(contents, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
    gz: gzipSync(contents, { level: constants.Z_BEST_COMPRESSION }),
  };
  for (const [suffix, bytes] of Object.entries(forms)) await writeFile(path.join(TARGET, `${name}.${suffix}`), bytes);
  return { compressedBytes: forms.gz.length };
}

/** The document of the page, with the names of the assets. The parts that the start needs are requested at once. */
async function index(name, output) {
  const parts = output.imports
    .filter((each) => each.kind === "import-statement")
    .map((each) => path.basename(each.path));
  const preloads = parts.map((part) => `<link rel="modulepreload" href="assets/${part}">`).join("\n    ");
  const names = {
    preloads,
    "page.js": path.basename(name),
    "page.css": assets["page.css"].file,
    "icon.svg": assets["icon.svg"].file,
  };
  const template = await readFile(path.join(HOME, "page", "index.html"), "utf8");
  return template.replace(/\{\{([a-z.]+)\}\}/g, (_, each) => names[each]);
}

/** The licence texts of all packages of which something is bundled, by name. */
async function licences(inputs) {
  const packages = new Set(
    inputs.flatMap((input) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)?.slice(1, 2) ?? []),
  );
  const texts = [];
  for (const name of [...packages].sort()) {
    const folder = path.join(HOME, "node_modules", name);
    const { version, license, repository } = JSON.parse(await readFile(path.join(folder, "package.json"), "utf8"));
    const file = (await readdir(folder)).find((each) => /^licen[cs]e/i.test(each));
    // A package without a licence file has the usual text of the licence that it names.
    const source = file === undefined ? path.join(HOME, "licences", `${license}.txt`) : path.join(folder, file);
    const text = (await readFile(source, "utf8")).replace("{{authors}}", `the authors of ${name}, ${repository?.url}`);
    texts.push(`${name} ${version} (${license})\n\n${text.trim()}\n`);
  }
  return texts.join(`\n${"-".repeat(80)}\n\n`);
}
