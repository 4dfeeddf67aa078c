/** What the README shows works: its tagger, its files, its test, its types. */

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { views } from "facetry-extension";
import { eventsOf } from "../dist/configuration.js";
import { findValidator } from "../dist/testing/validator.js";
import { serviceFor } from "./extensions.js";
import { folder, HOME, parametersFor } from "./folders.js";

const README = await readFile(join(HOME, "README.md"), "utf8");
const run = promisify(execFile);

function blocks(language: string): string[] {
  return [...README.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, "gms"))].map(([, code]) => code ?? "");
}

const [TAGGER = "", CARD = "", READING = "", TEST = "", VALIDATION = ""] = blocks("js");
const [MANIFEST = "", PACKAGE = ""] = blocks("json");

test("the tagger is short, and tags", async (context) => {
  assert.ok(TAGGER.split("\n").filter((line) => line.trim() !== "").length <= 20);
  const service = await serviceFor(context, { extensionId: "detail" });
  const written = { "parameters.json": parametersFor(service) };
  const files = { "main.js": TAGGER, "manifest.json": MANIFEST, "package.json": PACKAGE, ...written };
  const ended = run(process.execPath, ["main.js"], { cwd: await folder(context, files) });
  const images = [100, 10_000, 100_000].map((size) => service.addImage(new Uint8Array(size)));
  for (const image of images) {
    await service.computeTags(image);
  }
  assert.deepEqual(
    images.map((image) => [...service.tags(image)]),
    [["plain"], [], ["busy"]],
  );
  assert.equal(service.logs[0]?.["message"], "100 bytes");
  ended.child.kill("SIGTERM");
  assert.doesNotMatch((await ended).stderr, /WARNING|ERROR/);
});

test("its files fit together", async () => {
  const { name, version } = JSON.parse(await readFile(join(HOME, "package.json"), "utf8")) as Record<string, string>;
  const { dependencies, type } = JSON.parse(PACKAGE) as { dependencies: Record<string, string>; type: string };
  assert.deepEqual([type, dependencies], ["module", { [name!]: `file:vendor/${name}-${version}.tgz` }]);
  assert.ok(eventsOf(JSON.parse(MANIFEST)).has("image.computeTags"));
});

test("the card can be built", () => {
  const code = CARD.replace(/^import .*\n/, "").replace("const card =", "return");
  const card = new Function("views", code)(views) as views.Card;
  assert.deepEqual(
    card.elements.map((element) => element.type),
    ["label-value", "strings"],
  );
});

test("a document is read and changed", () => {
  const text = '{"schemaVersion": "1.0", "elements": [{"type": "string", "value": "sea"}, {"type": "wave", "a": 1.0}]}';
  const code = READING.replace("console.log(views.toText(changed))", "return [titles, views.toText(changed)]");
  const [titles, changed] = new Function("views", "text", code)(views, text) as [string[], string];
  assert.deepEqual(titles, ["sea"]);
  assert.ok(changed.endsWith('{"type": "wave", "a": 1.0},{"type":"divider"}]}'));
});

test("the test passes, and fails without its tag", async (context) => {
  const tagger = TAGGER.replace("class Tagger", "export class Tagger").replace("run(new Tagger());\n", "");
  const broken = tagger.replace('"plain"', '"flat"');
  for (const [code, status] of [
    [tagger, 0],
    [broken, 1],
  ] as const) {
    const home = await folder(context, { "tagger.js": code, "tagger.test.js": TEST, "package.json": PACKAGE });
    const { NODE_TEST_CONTEXT: _, ...env } = process.env; // it is no part of this run
    const ended = await run(process.execPath, ["--test", "tagger.test.js"], { cwd: home, env }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      (error: { code: number; stdout: string }) => error,
    );
    assert.equal(ended.code, status, ended.stdout);
    assert.match(ended.stdout, /pass|not ok/);
  }
});

test("documents are validated as it shows", async (context) => {
  if (findValidator() === undefined) {
    assert.ok(!process.env["CI"], "there is no validator");
    context.skip("there is no validator");
    return;
  }
  const valid = { "card.js": `import { views } from "facetry-extension";\nexport ${CARD.replace(/^import .*\n/, "")}` };
  const programs = { ...valid, "card.test.js": VALIDATION, "main.js": TAGGER };
  const files = { ...programs, "package.json": PACKAGE, "MANUAL.md": "", "icon.svg": "" };
  const broken = MANIFEST.replace('"image.computeTags"', '"image.deleted"');
  for (const [manifest, status] of [
    [MANIFEST, 0],
    [broken, 1],
  ] as const) {
    const home = await folder(context, { ...files, "manifest.json": manifest });
    const { NODE_TEST_CONTEXT: _, ...env } = process.env; // it is no part of this run
    const ended = await run(process.execPath, ["--test", "card.test.js"], { cwd: home, env }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      (error: { code: number; stdout: string }) => error,
    );
    assert.equal(ended.code, status, ended.stdout);
  }
});

test("the types hold", async (context) => {
  const [describer = ""] = blocks("ts");
  const compilerOptions = { noEmit: true, rootDir: ".", typeRoots: [join(HOME, "node_modules", "@types")] };
  const options = { extends: join(HOME, "tsconfig.json"), compilerOptions, include: ["."] };
  const files = { "describer.ts": describer, "package.json": PACKAGE, "tsconfig.json": JSON.stringify(options) };
  const home = await folder(context, files);
  const tsc = join(HOME, "node_modules", "typescript", "bin", "tsc");
  await run(process.execPath, [tsc, "--project", home]);
  await writeFile(join(home, "describer.ts"), describer.replace("dimensions.width", "dimensions.depth"));
  await assert.rejects(run(process.execPath, [tsc, "--project", home]), { stdout: /TS2339/ });
});
