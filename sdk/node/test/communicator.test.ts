/** The communicator: what hooks write, read and say. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError, type Communicator, Extension, views } from "facetry-extension";
import { HookError, PICTURE } from "facetry-extension/testing";
import { serviceFor, eventually } from "./extensions.js";

class Writer extends Extension {
  override async onComputeImageTags(communicator: Communicator, imageId: string): Promise<void> {
    await communicator.setTags(imageId, ["sky", "sky", "sea"]);
    await communicator.ensureTags(imageId, ["sun", "sun"]);
    await communicator.ensureTags(imageId, []);
  }

  override async onComputeImageFeatures(communicator: Communicator, imageId: string): Promise<void> {
    await communicator.setFeatures(imageId, [
      { type: "caption", format: "string", name: "short", value: "A lighthouse" },
      { type: "annotation", format: "ui", value: views.container([views.numberStars(4)]) },
    ]);
  }

  override async onComputeImageEmbeddings(communicator: Communicator, imageId: string): Promise<void> {
    await communicator.setEmbeddings(imageId, { look: Float32Array.of(0.5, 1) });
  }

  override async onImageCreated(communicator: Communicator, imageId: string): Promise<unknown> {
    const picture = await communicator.download(imageId, { width: 64, format: "JPEG" });
    const { name } = await communicator.api.imageGet(imageId);
    return [picture.length, await communicator.metadata(imageId), name, communicator.delivery?.channel];
  }

  override async onImageUpdated(communicator: Communicator): Promise<unknown> {
    communicator.log.info("one");
    communicator.log.warn(`two ${"\ud800"}`);
    communicator.notify({ progress: 0.5 });
    return communicator.settings();
  }
}

test("what is written", async (context) => {
  const service = await serviceFor(context);
  const image = service.addImage();
  await service.running(new Writer(), async () => {
    await service.computeTags(image);
    await service.computeFeatures(image);
    await service.computeEmbeddings(image);
  });
  assert.deepEqual(service.tags(image), new Set(["sky", "sea", "sun"]));
  assert.deepEqual(service.embeddings(image), { look: [0.5, 1] });
  const view = '{"schemaVersion":"1.0","elements":[{"type":"number-stars","value":4}]}';
  assert.deepEqual(service.features(image), [
    { type: "caption", format: "string", name: "short", value: "A lighthouse" },
    { type: "annotation", format: "ui", value: view },
  ]);
  const operations = service.calls.map((call) => call.operation);
  assert.deepEqual(operations, ["setTags", "ensureTags", "setFeatures", "setEmbeddings"]);
  assert.deepEqual(service.calls[0]?.query, { extensionId: "extension" });
});

test("what is read", async (context) => {
  const service = await serviceFor(context);
  const image = service.addImage(PICTURE, { metadata: { exif: "{}" }, name: "lighthouse.png" });
  await service.running(new Writer(), async () => {
    const answer = await service.send("image.created", { id: image });
    assert.deepEqual(answer, [PICTURE.length, { exif: "{}" }, "lighthouse.png", "image.created"]);
    assert.deepEqual(service.calls[0]?.query, { width: "64", format: "JPEG" });
  });
});

test("messages and facets", async (context) => {
  const service = await serviceFor(context, { settings: { language: "en" } });
  const extension = new Writer();
  const image = service.addImage();
  await service.running(extension, async () => {
    assert.deepEqual(await service.send("image.updated", { id: image }), { language: "en" });
    const entity = { type: "image", id: image };
    assert.deepEqual(service.logs, [
      { level: "info", message: "one", entity },
      { level: "warn", message: "two \ufffd", entity },
    ]);
    assert.deepEqual(service.notifications, [{ progress: 0.5 }]);
    await service.changeSettings({ language: "pl" });
    const count = service.calls.length;
    assert.deepEqual(await service.send("image.updated", { id: image }), { language: "pl" });
    assert.deepEqual(await extension.communicator.settings(), { language: "pl" });
    assert.equal(service.calls.length, count); // they were told, and need not be asked for
    extension.communicator.log.debug("outside of an event");
    await eventually(() => service.logs.length === 5);
    assert.deepEqual(service.logs[4], { level: "debug", message: "outside of an event" });
  });
});

test("a request that is refused", async (context) => {
  const service = await serviceFor(context);
  const extension = new Writer();
  const image = service.addImage();
  await service.running(extension, async () => {
    const { api } = extension.communicator;
    service.fail("setTags", { status: 400, rule: "tag.limit" });
    const reason = new HookError("ApiError: 400 tag.limit: The test made this request fail.");
    await assert.rejects(service.computeTags(image), reason);
    service.fail("setTags", { status: 503, rule: "store.busy", times: 2 }); // is tried again
    await service.computeTags(image);
    const refusals: [() => Promise<unknown>, object][] = [
      [() => api.imageSetTags(image, ["fine", "no tag!"]), { status: 400, rule: "schema.pattern", pointer: "/1" }],
      [() => api.imageSetTags(image, [], { extensionId: "another" }), { status: 403 }],
      [() => api.imageSetTags("none", []), { status: 404, rule: "image.unknown" }],
      [() => api.imageSetEmbeddings(image, [{ name: "look", values: [0, 0] }]), { rule: "embedding.zero" }],
      [() => api.repositoryList(), { rule: "fake.operation" }],
    ];
    for (const [ask, problem] of refusals) {
      await assert.rejects(ask, problem);
    }
  });
  await assert.rejects(extension.communicator.api.imageGet(image), ApiError);
});

test("outside of a run there is no communicator", () => {
  assert.throws(() => new Writer().communicator, new Error("the extension does not run"));
});

const MODULES = {
  waits: "export default (gate) => (Atomics.wait(gate, 0, 0, 5_000), gate[0])",
  throws: "export default (text) => { throw new RangeError(text) }",
  nothing: "export const value = 7",
  ends: "export default () => process.exit(4)",
};

function moduleOf(code: string): URL {
  return new URL(`data:text/javascript,${encodeURIComponent(code)}`);
}

test("work that blocks lets other events through", async (context) => {
  const gate = new Int32Array(new SharedArrayBuffer(4));
  class Model extends Extension {
    override async onImageCreated(communicator: Communicator): Promise<unknown> {
      return communicator.run(moduleOf(MODULES.waits), gate);
    }

    override async onImageUpdated(): Promise<void> {
      Atomics.store(gate, 0, 7);
      Atomics.notify(gate, 0);
    }
  }
  const service = await serviceFor(context);
  await service.running(new Model(), async () => {
    const created = service.send("image.created", { id: service.addImage() });
    await service.send("image.updated", { id: service.addImage() });
    assert.equal(await created, 7);
  });
});

test("what goes wrong in a thread is thrown, and the next one works", async (context) => {
  const service = await serviceFor(context);
  const extension = new Extension();
  extension.concurrency = 1;
  await service.running(extension, async () => {
    const run = extension.communicator.run.bind(extension.communicator);
    await assert.rejects(run(moduleOf(MODULES.throws), "too deep"), { name: "RangeError", message: "too deep" });
    await assert.rejects(run(moduleOf(MODULES.nothing)), /exports no function as its default/);
    await assert.rejects(run(moduleOf(MODULES.ends)), { message: "the thread ended with status 4" });
    assert.equal(await run(moduleOf("export default (a, b) => a + b"), 3, 4), 7);
  });
  await assert.rejects(extension.communicator.run(moduleOf(MODULES.waits)), { message: "the extension ends" });
});
