/** The hooks: which one an event reaches, and what the service hears of it. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError, type Communicator, ConfigurationError, Extension, Refused, VERSION } from "facetry-extension";
import { EndedError, HookError } from "facetry-extension/testing";
import { Recorder, Slow, serviceFor, until } from "./extensions.js";

const IMAGE_TOPICS = ["updated", "deleted", "tags.updated", "features.updated", "embeddings.updated"];

test("every channel reaches its hook", async (context) => {
  const service = await serviceFor(context);
  const extension = new Recorder();
  const image = service.addImage();
  const upgrade = { upgradeTo: "1.1.0", upgradeFrom: "1.0.0" };
  await service.running(
    extension,
    async () => {
      assert.equal(await service.send("image.created", { id: image }), "seen");
      for (const topic of IMAGE_TOPICS) {
        assert.equal(await service.send(`image.${topic}`, { id: image }), null);
      }
      await service.computeTags(image);
      await service.computeFeatures(image);
      await service.computeEmbeddings(image);
      assert.deepEqual(await service.embedText("sea"), [1, 0.5]);
      const card = { schemaVersion: "1.0", title: "Done", elements: [{ type: "string", value: "show" }] };
      assert.deepEqual(await service.runImageCommand("show", [image], { size: 3 }), card);
      assert.deepEqual(await service.runProcessCommand("sweep"), { done: "sweep" });
      await service.changeSettings({ language: "en" });
    },
    upgrade,
  );
  assert.deepEqual(extension.heard, [
    ["upgrade", "1.1.0", "1.0.0"],
    ["ready", "extension"],
    ["created", image],
    ["updated", image],
    ["deleted", image],
    ["tags updated", image],
    ["features updated", image],
    ["embeddings updated", image],
    ["compute tags", image],
    ["compute features", image],
    ["compute embeddings", image],
    ["text", "sea"],
    ["image command", "show", [image], { size: 3 }],
    ["process command", "sweep", {}],
    ["settings", { language: "en" }],
    ["terminate"],
  ]);
  assert.deepEqual(
    service.acknowledgments.map(([, success]) => success),
    [true, true],
  ); // of the commands
});

test("an extension without hooks answers every event", async (context) => {
  const service = await serviceFor(context);
  await service.running(new Extension(), async () => {
    assert.equal(await service.send("image.created", { id: service.addImage() }), null);
    assert.deepEqual(await service.embedText("sea"), []);
  });
});

test("it says who it is", async (context) => {
  const service = await serviceFor(context, { extensionId: "tagger" });
  await service.running(new Extension(), () => {
    const said = { extensionId: "tagger", isOpen: true, sdkVersion: VERSION, environment: "node" };
    assert.deepEqual(service.connections, [said]);
  });
});

class MyFault extends Error {}

class Failing extends Extension {
  override async onImageCreated(): Promise<unknown> {
    throw new MyFault("no sky");
  }

  override async onImageUpdated(): Promise<unknown> {
    return { sky: new Map([["blue", 1]]) };
  }

  override async onImageDeleted(): Promise<unknown> {
    return { heights: [1, Number.NaN] };
  }

  override onComputeImageTags(): Promise<unknown> {
    throw "no Error"; // before there is a promise, and none of the usual kind
  }

  override async onComputeImageFeatures(communicator: Communicator, imageId: string): Promise<unknown> {
    return communicator.setTags(imageId, ["no tag!"]);
  }

  override async onComputeImageEmbeddings(): Promise<unknown> {
    return { size: 1n };
  }

  override async onImageTagsUpdated(communicator: Communicator): Promise<void> {
    communicator.notify({ share: NaN });
  }

  override async onImageFeaturesUpdated(communicator: Communicator): Promise<void> {
    await communicator.intent("toast", { type: "info", subtitle: new Map([["sky", 1]]) });
  }
}

const FAILURES = [
  ["image.created", "MyFault: no sky"],
  ["image.updated", 'TypeError: JSON has no Map at "sky"'],
  ["image.deleted", 'RangeError: JSON has no number NaN at "1"'],
  ["image.computeTags", "Error: no Error"],
  ["image.computeFeatures", "ApiError: 400 schema.pattern: 'no tag!' is no tag."],
  ["image.computeEmbeddings", 'TypeError: JSON has no bigint at "size"'],
  ["image.tags.updated", "RangeError: JSON has no number NaN"],
  ["image.features.updated", "TypeError: JSON has no Map"],
  ["image.dreamed", "RangeError: there is no hook for image.dreamed"],
] as const;

for (const [channel, why] of FAILURES) {
  test(`a failure is told in both ways: ${channel}`, async (context) => {
    const service = await serviceFor(context);
    const image = service.addImage();
    await service.running(new Failing(), async () => {
      await assert.rejects(service.send(channel, { id: image }), new HookError(why));
      assert.deepEqual(
        service.acknowledgments.map(([, success]) => success),
        [false],
      );
      assert.deepEqual(service.logs, [{ level: "error", message: why, entity: { type: "image", id: image } }]);
    });
  });
}

test("an event without its members is a failure", async (context) => {
  const service = await serviceFor(context);
  await service.running(new Recorder(), async () => {
    await assert.rejects(service.send("image.created", {}), new HookError("TypeError: the event has no text id"));
    await assert.rejects(
      service.send("extension.settings", { id: "extension" }),
      new HookError("TypeError: the event has no object value"),
    );
  });
});

test("so many hooks at once, and texts beside them", async (context) => {
  const service = await serviceFor(context);
  const extension = new Slow();
  await service.running(extension, async () => {
    const sent = Array.from({ length: 10 }, () => service.send("image.created", { id: service.addImage() }));
    await until(() => extension.begun === 4);
    assert.deepEqual(await service.embedText("sea"), [1]);
    extension.mayGo.open();
    await Promise.all(sent);
  });
  assert.deepEqual([extension.most, extension.begun], [4, 10]);
});

test("an image has one hook at a time", async (context) => {
  const service = await serviceFor(context);
  const extension = new Slow();
  await service.running(extension, async () => {
    const image = service.addImage();
    const sent = [1, 2, 3].map(() => service.send("image.created", { id: image }));
    await until(() => extension.begun === 1);
    await service.embedText("the others have come by now");
    assert.equal(extension.begun, 1);
    extension.mayGo.open();
    await Promise.all(sent);
  });
  assert.deepEqual([extension.begun, extension.wasTwice], [3, false]);
});

class Unready extends Extension {
  override async onReady(): Promise<void> {
    throw new TypeError("no model");
  }
}

class Outdated extends Extension {
  override async onUpgrade(): Promise<void> {
    throw new TypeError("no way");
  }
}

for (const [extension, status, why] of [
  [new Unready(), 3, "onReady failed: TypeError: no model"],
  [new Outdated(), 1, "onUpgrade failed: TypeError: no way"],
] as const) {
  test(`a failed step ends the extension with ${status}`, async (context) => {
    const service = await serviceFor(context);
    const running = service.running(extension, () => assert.fail("it is not ready"), { upgradeTo: "1.0.0" });
    await assert.rejects(running, new EndedError(status));
    assert.deepEqual(service.logs, [{ level: "error", message: why }]);
  });
}

test("a hook that is no function is named", async (context) => {
  const service = await serviceFor(context);
  class Plain extends Extension {}
  const plain = Object.assign(new Plain(), { onImageCreated: 7 }) as unknown as Extension;
  const why = new ConfigurationError("Plain.onImageCreated has to be a function");
  await assert.rejects(
    service.running(plain, () => assert.fail()),
    why,
  );
});

test("a command may ask the user", async (context) => {
  class Commands extends Extension {
    override async onImageCommand(
      communicator: Communicator,
      _: string,
      imageIds: readonly string[],
    ): Promise<unknown> {
      return { found: await communicator.intent("form", { parameters: {} }, { imageIds, identity: "ask" }) };
    }
  }
  const service = await serviceFor(context);
  const image = service.addImage();
  await service.running(new Commands(), async () => {
    service.answerIntents(() => ({ value: { name: "Ada" } }));
    assert.deepEqual(await service.runImageCommand("ask", [image]), { found: { name: "Ada" } });
    const asked = { form: { parameters: {} }, identity: { id: "ask" }, context: { imageIds: [image] } };
    assert.deepEqual(service.intents, [asked]);
    const failures: [unknown, string][] = [
      [{ cancel: "closed" }, "Cancelled: closed"],
      [{ error: "no front end" }, "Refused: no front end"],
      [undefined, "Refused: nobody answered: no front end is connected"], // as old services do
    ];
    for (const [answer, why] of failures) {
      service.answerIntents(() => answer);
      await assert.rejects(service.runImageCommand("ask", [image]), new HookError(why));
    }
  });
});

test("an intent may hold bytes, and has an end", async (context) => {
  const service = await serviceFor(context);
  const extension = new Extension();
  await service.running(extension, async () => {
    service.answerIntents(() => ({ value: null }));
    const file = { name: "a", extension: "bin", content: Uint8Array.of(0, 255), message: "where?" };
    assert.equal(await extension.communicator.intent("writeFile", file), null);
    assert.deepEqual(service.intents, [{ writeFile: { ...file, content: Buffer.of(0, 255) } }]);
    service.answerIntents(() => new Promise(() => undefined));
    const asked = extension.communicator.intent("toast", {}, { seconds: 0.05 });
    await assert.rejects(asked, new Refused("nobody answered within 0.05 seconds"));
  });
});

test("a result that is too large is a failure and not the end", async (context) => {
  class Verbose extends Extension {
    override async onImageCreated(): Promise<string> {
      return "x".repeat(17_000_000);
    }

    override async onImageUpdated(): Promise<string> {
      return "x".repeat(16_000_000);
    }
  }
  const service = await serviceFor(context);
  const image = service.addImage();
  await service.running(new Verbose(), async () => {
    const why = "RangeError: what the hook returned has 17000002 bytes, and the service takes 16776960";
    await assert.rejects(service.send("image.created", { id: image }), new HookError(why));
    assert.equal(((await service.send("image.updated", { id: image })) as string).length, 16_000_000);
    assert.equal(service.connections.length, 1);
  });
});

test("an error of the service keeps what it says", () => {
  const error = new ApiError(400, "schema.pattern", "No tag.", { pointer: "/0" });
  assert.deepEqual([error.name, error.message, error.pointer], ["ApiError", "400 schema.pattern: No tag.", "/0"]);
});
