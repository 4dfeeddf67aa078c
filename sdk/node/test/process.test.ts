/** The process: its folder, its signals and its exit status. */

import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { describe, test, type TestContext } from "node:test";
import type { FakeService } from "facetry-extension/testing";
import { serviceFor, eventually } from "./extensions.js";
import { type Files, folder, parametersFor } from "./folders.js";

const IMPORTS = 'import { Extension, run } from "facetry-extension";\n';

const TAGGER = `${IMPORTS}
class Tagger extends Extension {
  async onComputeImageTags(communicator, imageId) {
    await communicator.setTags(imageId, ["sky"]);
  }

  async onTerminate() {
    console.log("terminated");
  }
}

run(new Tagger());
`;

const UNREADY = `${IMPORTS}
class Unready extends Extension {
  async onReady() {
    throw new TypeError("no model");
  }
}

run(new Unready());
`;

const IMPATIENT = `${IMPORTS}
class Impatient extends Extension {
  patience = 0.3;
}

run(new Impatient());
`;

const BLOCKED = `${IMPORTS}
class Blocked extends Extension {
  async onImageCreated(communicator) {
    communicator.log.info("begun");
    await communicator.run(new URL("data:text/javascript,export default () => { for (;;); }"));
  }
}

run(new Blocked());
`;

/** The folder of an extension with a program. */
async function home(context: TestContext, service: FakeService | undefined, files: Files): Promise<string> {
  const manifest = { id: "extension", instructions: [{ events: ["image.computeTags", "image.created"] }] };
  return folder(context, {
    "package.json": '{"type": "module"}',
    "parameters.json": parametersFor(service),
    "manifest.json": JSON.stringify(manifest),
    ...files,
  });
}

class Program {
  readonly child: ChildProcess;
  readonly #output = { out: "", err: "" };
  readonly #ended: Promise<unknown[]>;

  constructor(context: TestContext, cwd: string) {
    this.child = spawn(process.execPath, ["main.js"], { cwd, env: {}, stdio: ["ignore", "pipe", "pipe"] });
    context.after(() => this.child.kill("SIGKILL"));
    this.#ended = once(this.child, "close");
    this.child.stdout?.on("data", (part: Buffer) => (this.#output.out += part.toString()));
    this.child.stderr?.on("data", (part: Buffer) => (this.#output.err += part.toString()));
  }

  /** Its exit status, and what it said. */
  async end_of(): Promise<{ status: unknown; out: string; err: string }> {
    const [status] = await this.#ended;
    return { status, ...this.#output };
  }
}

test("it runs in its folder until it is stopped", async (context) => {
  const service = await serviceFor(context);
  const program = new Program(context, await home(context, service, { "main.js": TAGGER }));
  const image = service.addImage();
  await service.computeTags(image);
  assert.deepEqual(service.tags(image), new Set(["sky"]));
  program.child.kill("SIGTERM");
  assert.deepEqual(await program.end_of(), {
    status: 0,
    out: "terminated\n",
    err: "INFO facetry-extension: the connection to the service ended\n",
  });
});

test("a thread that works does not keep it", async (context) => {
  const service = await serviceFor(context);
  const program = new Program(context, await home(context, service, { "main.js": BLOCKED }));
  const sent = assert.rejects(service.send("image.created", { id: service.addImage() }));
  await eventually(() => service.logs.length > 0);
  program.child.kill("SIGTERM");
  assert.equal((await program.end_of()).status, 0);
  await sent;
});

test("the ready hook fails", async (context) => {
  const service = await serviceFor(context);
  const program = new Program(context, await home(context, service, { "main.js": UNREADY }));
  const { status, err } = await program.end_of();
  assert.equal(status, 3);
  assert.match(err, /ERROR facetry-extension: onReady failed\nTypeError: no model\n +at /);
});

test("the service is not there", async (context) => {
  const program = new Program(context, await home(context, undefined, { "main.js": IMPATIENT }));
  const { status, err } = await program.end_of();
  assert.equal(status, 2);
  assert.match(err, /not connected: http:\/\/127\.0\.0\.1:1: connect ECONNREFUSED/);
  assert.match(err, /the service at http:\/\/127\.0\.0\.1:1 was not reached/);
});

describe("it cannot begin", { concurrency: true }, () => {
  for (const [name, content, reason] of [
    ["parameters.json", undefined, "parameters.json cannot be read"],
    ["parameters.json", "{", "parameters.json is no JSON"],
    ["parameters.json", "[]", "parameters.json holds no JSON object"],
    ["parameters.json", '{"extensionId": "extension", "apiKey": "x"}', "parameters.json lacks"],
    ["manifest.json", undefined, "manifest.json cannot be read"],
    ["manifest.json", '{"id": "another"}', "manifest.json is of another, parameters.json of extension"],
  ] as const) {
    test(reason, async (context) => {
      const place = await home(context, undefined, { "main.js": TAGGER, [name]: content });
      const { status, err } = await new Program(context, place).end_of();
      assert.equal(status, 1);
      assert.ok(err.startsWith(`ERROR facetry-extension: the extension cannot begin: ${reason}`), err);
      assert.doesNotMatch(err, /\n +at /);
    });
  }
});

test("a hook that the manifest has no event for is named", async (context) => {
  const service = await serviceFor(context);
  const manifest = JSON.stringify({ id: "extension", instructions: [{ events: ["image.created"] }] });
  const place = await home(context, service, { "main.js": TAGGER, "manifest.json": manifest });
  const program = new Program(context, place);
  await service.ready();
  program.child.kill("SIGTERM");
  const { status, err } = await program.end_of();
  assert.equal(status, 0);
  assert.match(err, /onComputeImageTags is never called: manifest\.json lists no event image\.computeTags/);
});
