/** Manifests and view documents, validated by the engine of the service in a process of its own. */

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { test, type TestContext } from "node:test";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { type Communicator, Extension, views } from "facetry-extension";
import {
  HookError,
  InvalidManifestError,
  InvalidViewError,
  validateManifest,
  validateView,
  ValidatorError,
} from "facetry-extension/testing";
import { findValidator, Validator } from "../dist/testing/validator.js";
import { findingsOn } from "../dist/testing/validation.js";
import { serviceFor } from "./extensions.js";
import { folder } from "./folders.js";

const MANIFEST = {
  id: "detail",
  version: "1.0.0",
  name: "Detail",
  description: "Tags plain and busy images.",
  categories: ["enrichment"],
  runtimes: [{ environment: "node" }],
  instructions: [
    {
      events: ["process.started"],
      execution: { executable: "${node}", arguments: ["main.js"] },
      capabilities: [{ id: "image.tags" }],
    },
  ],
  settings: { type: "object", properties: {} },
};
const GOOD = { schemaVersion: "1.0", elements: [{ type: "string", value: "sea" }] };
const BAD = { schemaVersion: "1.0", elements: [{ type: "string" }] };

const engine = findValidator();
assert.ok(engine !== undefined || !process.env["CI"], "there is no validator");
const options = { skip: engine === undefined ? "there is no validator" : false };

test("a finding on a manifest has its rule and place", options, async (context) => {
  const home = await folder(context, { "manifest.json": JSON.stringify(MANIFEST, undefined, 2) });
  const path = join(home, "manifest.json");
  for (const place of [path, pathToFileURL(path)]) {
    const [error, ...others] = await validateManifest(place);
    assert.deepEqual(others, []);
    assert.equal(error?.rule, "manifest.capability");
    assert.equal(error.level, "error");
    assert.equal(error.pointer, "/instructions/0/capabilities/0/id");
    assert.deepEqual([error.line, error.column, error.remedy], [27, 17, "Add the event."]);
  }
  await writeFile(path, "{}");
  assert.ok((await validateManifest(path)).length > 5);
});

test("the files of a folder are known", options, async (context) => {
  const ui = { elements: [{ id: "window", integration: { anchor: "window" }, url: "ui/index.html" }] };
  const instructions = [{ ...MANIFEST.instructions[0], capabilities: [] }];
  const home = await folder(context, { "manifest.json": JSON.stringify({ ...MANIFEST, ui, instructions }) });
  assert.deepEqual(await validateManifest(join(home, "manifest.json")), []);
  const rules = (await validateManifest(home)).map((finding) => finding.rule).sort();
  assert.deepEqual(rules, ["manifest.entry", "manifest.file", "manifest.icon", "manifest.manual"]);
  await mkdir(join(home, "ui"));
  const names = ["main.js", "ui/index.html", "MANUAL.md", "icon.svg"];
  await Promise.all(names.map((name) => writeFile(join(home, name), "")));
  assert.deepEqual(await validateManifest(home), []);
  await assert.rejects(validateManifest(join(home, "ui")), { code: "ENOENT" });
});

test("the files of a folder are those that would be packed", options, async (context) => {
  const anchor = { anchor: "window" };
  const addresses = ["ui/index.html", "node_modules/kit/index.html", "vendor/pages.egg-info", "detail-1.0.0.zip"];
  const elements = addresses.map((url, index) => ({ id: `page-${index}`, integration: anchor, url }));
  const instructions = [{ ...MANIFEST.instructions[0], capabilities: [] }];
  const home = await folder(context, {
    "manifest.json": JSON.stringify({ ...MANIFEST, instructions, ui: { elements } }),
  });
  for (const name of ["main.js", "MANUAL.md", "icon.svg", ...addresses]) {
    await mkdir(dirname(join(home, name)), { recursive: true });
    await writeFile(join(home, name), "");
  }
  for (const [patterns, wanted] of [
    ["", [1, 2, 3]],
    ["# of the editor\n/ui/*.html\nicon.*\n", [0, 1, 2, 3]],
  ] as const) {
    await writeFile(join(home, ".facetryignore"), patterns);
    const found = await validateManifest(pathToFileURL(home));
    const missing = found.filter(({ rule }) => rule === "manifest.file").map(({ pointer }) => pointer);
    assert.deepEqual(
      missing,
      wanted.map((index) => `/ui/elements/${index}/url`),
    );
    const places = found.map(({ rule, pointer }) => [rule, pointer]);
    assert.deepEqual(places, await findingsOfTheCommand(home));
  }
});

/** What `facetry validate FOLDER` says, which is what `facetry extension package` checks. */
async function findingsOfTheCommand(home: string): Promise<string[][]> {
  const command = `${process.env["FACETRY_COMMAND"] ?? "facetry"} validate "${home}" --format ndjson || true`;
  const { stdout } = await promisify(execFile)("sh", ["-c", command]);
  const lines = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, string>);
  return lines.filter(({ type }) => type === "finding").map(({ rule = "", pointer = "" }) => [rule, pointer]);
}

test("view documents of every form", options, async () => {
  const card = views.card("Lighthouse", [views.dimensions(0, 1)]);
  for (const document of [card, views.toText(card), Buffer.from(views.toText(card)), views.read(card)]) {
    const found = (await validateView(document)).map(({ rule, pointer }) => [rule, pointer]);
    assert.deepEqual(found, [["schema.minimum", "/elements/0/width"]]);
  }
  assert.deepEqual(await validateView(GOOD), []);
  assert.deepEqual(
    (await validateView(Uint8Array.of(0x22, 0xff, 0x22))).map(({ rule }) => rule),
    ["json.encoding"],
  );
  assert.deepEqual(
    (await validateView('{"a": "\ud800"}')).map(({ level }) => level),
    ["error"],
  );
  assert.deepEqual(
    (await validateView("{")).map(({ rule }) => rule),
    ["json.syntax"],
  );
  await assert.rejects(validateView({ a: NaN }), RangeError);
  const many = await Promise.all(Array.from({ length: 50 }, (_, index) => validateView(index % 2 ? BAD : GOOD)));
  assert.deepEqual(
    many.map(({ length }) => length),
    Array.from({ length: 50 }, (_, index) => index % 2),
  );
});

class Shower extends Extension {
  readonly document: object;

  constructor(document: object) {
    super();
    this.document = document;
  }

  override async onComputeImageFeatures(communicator: Communicator, imageId: string): Promise<void> {
    await communicator.setFeatures(imageId, [
      { type: "caption", format: "string", name: "caption", value: "{" },
      { type: "caption", format: "ui", name: "card", value: JSON.stringify(this.document) },
    ]);
  }

  override async onImageCommand(): Promise<object> {
    return this.document;
  }

  override async onProcessCommand(): Promise<object> {
    return { schema: 3, ...this.document };
  }
}

test("features with an invalid view document are refused", options, async (context) => {
  const service = await serviceFor(context);
  const image = service.addImage();
  const shower = new Shower(BAD);
  await service.running(shower, async () => {
    await assert.rejects(service.computeFeatures(image), { message: /\/elements\/0 of the view document/ });
    const refusal = { status: 400, rule: "schema.required", pointer: "/1/value" };
    await assert.rejects(shower.onComputeImageFeatures(shower.communicator, image), refusal);
    assert.deepEqual(service.features(image), []);
  });
  await service.running(new Shower(GOOD), () => service.computeFeatures(image));
  assert.equal(service.features(image).length, 2);
});

test("invalid view documents of commands are refused", options, async (context) => {
  const service = await serviceFor(context);
  const image = service.addImage();
  await service.running(new Shower(BAD), async () => {
    await assert.rejects(service.runImageCommand("show", [image]), (error) => {
      assert.ok(error instanceof InvalidViewError && error instanceof HookError);
      assert.deepEqual(
        error.findings.map(({ pointer }) => pointer),
        ["/elements/0"],
      );
      return /\[schema\.required\]/.test(error.message);
    });
    await assert.rejects(service.runProcessCommand("show"), InvalidViewError);
  });
  for (const document of [GOOD, { elements: 3 }]) {
    const run = (): Promise<unknown> => service.runImageCommand("show", [image]);
    assert.deepEqual(await service.running(new Shower(document), run), document);
  }
});

test("an extension with an invalid manifest is not run", options, async (context) => {
  const home = await folder(context, { "manifest.json": JSON.stringify(MANIFEST) });
  for (const place of [home, pathToFileURL(`${home}/`)]) {
    const service = await serviceFor(context, { folder: place });
    await assert.rejects(service.running(new Extension(), assert.fail), (error) => {
      assert.ok(error instanceof InvalidManifestError);
      assert.deepEqual(
        error.findings.map(({ rule }) => rule),
        ["manifest.capability"],
      );
      return /manifest\.json is refused:\n1:/.test(error.message);
    });
    assert.deepEqual(service.connections, []);
  }
  const service = await serviceFor(context, { folder: null });
  await service.running(new Extension(), () => undefined);
});

/** Run a program in a folder with the kit. */
async function output(context: TestContext, code: string, env: NodeJS.ProcessEnv): Promise<string[]> {
  const start = 'import * as kit from "facetry-extension/testing";\n';
  const home = await folder(context, { "main.mjs": start + code, "manifest.json": "{}" });
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ["main.mjs"], { cwd: home, env });
  return [stdout, stderr];
}

test("without an engine functions fail and the service warns", async (context) => {
  const code =
    "const service = await kit.FakeService.start();\nawait service.stop();\n" +
    "await kit.validateView({}).catch((error) => console.log(error.name, error.message));";
  const [stdout = "", stderr = ""] = await output(context, code, { PATH: "" });
  assert.match(stdout, /^ValidatorError No validator was found. Put the program facetry on the PATH/);
  assert.match(stderr, /Warning: Manifests and view documents are not validated/);
});

test("a program ends while its engine is there, and the current folder is validated", options, async (context) => {
  const code =
    "const service = await kit.FakeService.start();\n" +
    "await service.running({}, () => 0).catch((error) => console.log(error.name));\nawait service.stop();";
  const env = { ...process.env, PYTHONPATH: process.env["PYTHONPATH"] ?? "" };
  const [stdout, stderr] = await output(context, code, env);
  assert.deepEqual([stdout, stderr], ["InvalidManifestError\n", ""]);
});

test("a command that is no validator", async (context) => {
  const says = (code: string): string[] => [process.execPath, "--eval", code, "--"];
  const commands: [string[], RegExp][] = [
    [["/no/such/program"], /cannot be run: .*ENOENT/],
    [says("process.exit(2)"), /gave no answer/],
    [says("console.log('hello'); setTimeout(() => {}, 9999)"), /is no validator/],
    [says("console.log('[]'); setTimeout(() => {}, 9999)"), /is no validator/],
    [says(`console.log('{"error": "too long"}'); setTimeout(() => {}, 9999)`), /too long/],
  ];
  for (const [command, message] of commands) {
    const broken = new Validator(command);
    context.after(() => broken.close());
    await assert.rejects(findingsOn("{}", "view-document", { engine: broken }), (error) => {
      return error instanceof ValidatorError && message.test(error.message);
    });
  }
});

test("a process that was ended is started again", options, async () => {
  assert.deepEqual(await validateView(GOOD), []);
  engine?.close();
  assert.deepEqual(
    (await validateView(BAD)).map(({ rule }) => rule),
    ["schema.required"],
  );
});
