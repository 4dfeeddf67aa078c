/** The connection: lost, taken up again, and never there. */

import assert from "node:assert/strict";
import { createServer } from "node:net";
import { once } from "node:events";
import { test } from "node:test";
import { type Communicator, Extension, Refused } from "facetry-extension";
import { NotConnectedError } from "facetry-extension/testing";
import { type Parameters } from "../dist/configuration.js";
import { NOT_CONNECTED, Runtime, STOPPED } from "../dist/runtime.js";
import { Gate, Recorder, Slow, serviceFor, until } from "./extensions.js";

test("it comes back, and says who it is again", async (context) => {
  const service = await serviceFor(context);
  const extension = new Recorder();
  const image = service.addImage();
  await service.running(extension, async () => {
    for (let time = 0; time < 2; time += 1) {
      await service.cut();
      await service.ready();
    }
    assert.equal(await service.send("image.created", { id: image }), "seen");
    assert.equal(service.connections.length, 3);
  });
  assert.deepEqual(extension.heard, [["ready", "extension"], ["created", image], ["terminate"]]);
});

test("a hook outlives its connection, and its answer goes nowhere", async (context) => {
  const service = await serviceFor(context);
  const extension = new Slow();
  await service.running(extension, async () => {
    const image = service.addImage();
    const first = assert.rejects(service.send("image.created", { id: image }), NotConnectedError);
    await until(() => extension.begun === 1);
    await service.cut();
    await first;
    const second = service.send("image.created", { id: image }); // as the service would
    await service.ready();
    await service.embedText("the second has come by now");
    assert.equal(extension.begun, 1);
    extension.mayGo.open();
    assert.equal(await second, null);
  });
  assert.equal(extension.begun, 2);
});

test("getting ready may take longer than a connection holds", async (context) => {
  class Heavy extends Extension {
    begun = 0;
    readonly mayGo = new Gate();

    override async onReady(): Promise<void> {
      this.begun += 1;
      await this.mayGo.passed;
    }
  }
  const service = await serviceFor(context);
  const extension = new Heavy();
  const disturbed = until(() => extension.begun > 0).then(async () => {
    await service.cut();
    extension.mayGo.open();
  });
  await service.running(extension, async () => {
    await disturbed;
    assert.deepEqual(await service.embedText("sea"), []);
    assert.equal(extension.begun, 1);
  });
});

test("nobody answers an intent when the connection goes", async (context) => {
  const service = await serviceFor(context);
  const extension = new Extension();
  await service.running(extension, async () => {
    const { communicator } = extension;
    service.answerIntents(() => new Promise(() => undefined));
    const asked = assert.rejects(communicator.intent("toast", { type: "info" }), new Refused("the connection went"));
    await until(() => service.intents.length === 1);
    await service.cut();
    await asked;
    await assert.rejects(communicator.intent("toast", { type: "info" }), new Refused("no connection"));
    communicator.log.info("nobody hears it, and nothing fails");
  });
});

test("the key is read again before each connection", async (context) => {
  const service = await serviceFor(context);
  const asked: Parameters[] = [];
  const load = async (): Promise<Parameters> => {
    const good = service.parameters;
    asked.push(asked.length === 0 ? { ...good, key: "of-last-time" } : good);
    return asked.at(-1)!;
  };
  const extension = new Extension();
  const runtime = new Runtime(extension, { ...service.parameters, key: "of-last-time" }, load);
  const running = runtime.run();
  await service.ready();
  assert.deepEqual([asked.length, service.connections.length], [2, 1]);
  assert.equal(await extension.communicator.api.miscellaneousPing(), "pong"); // requests have it as well
  runtime.stop();
  assert.equal(await running, STOPPED);
});

/** An address where nobody listens. */
async function nowhere(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return `http://127.0.0.1:${port}`;
}

test("a service that is not there is given up in the end", async () => {
  const parameters = { extensionId: "tagger", url: await nowhere(), key: "key" };
  const impatient = Object.assign(new Extension(), { patience: 0.3 });
  assert.equal(await new Runtime(impatient, parameters, async () => parameters).run(), NOT_CONNECTED);
});

test("a service that comes late is waited for", async (context) => {
  const service = await serviceFor(context);
  const places = [await nowhere(), await nowhere()];
  const load = async (): Promise<Parameters> => ({ ...service.parameters, url: places.shift() ?? service.url });
  const runtime = new Runtime(new Extension(), service.parameters, load);
  const running = runtime.run();
  await service.ready();
  assert.equal(places.length, 0);
  runtime.stop();
  assert.equal(await running, STOPPED);
});

test("it can be stopped while it waits for the service", async () => {
  const parameters = { extensionId: "tagger", url: await nowhere(), key: "key" };
  const runtime = new Runtime(new Extension(), parameters, async () => parameters);
  const running = runtime.run();
  runtime.stop();
  assert.equal(await running, STOPPED);
});

test("what is said last is heard", async (context) => {
  class Polite extends Extension {
    override async onTerminate(): Promise<void> {
      for (let number = 0; number < 100; number += 1) {
        this.communicator.log.info(`bye ${number}`.padEnd(10_000));
      }
    }
  }
  const service = await serviceFor(context);
  await service.running(new Polite(), () => undefined);
  const heard = service.logs.map((line) => String(line["message"]).trimEnd());
  assert.deepEqual(
    heard,
    Array.from({ length: 100 }, (_, number) => `bye ${number}`),
  );
});

test("hooks that run when it ends are told, and not answered", async (context) => {
  class Busy extends Extension {
    readonly begun = new Gate();
    reason = "";

    override async onImageCreated(communicator: Communicator): Promise<void> {
      this.begun.open();
      await new Promise<void>((resolve) => communicator.signal.addEventListener("abort", () => resolve()));
      this.reason = "ended";
    }
  }
  const service = await serviceFor(context);
  const extension = new Busy();
  const sent = await service.running(extension, async () => {
    const answer = service.send("image.created", { id: service.addImage() });
    const rejected = assert.rejects(answer, NotConnectedError);
    await extension.begun.passed;
    return { rejected };
  });
  await sent.rejected;
  assert.equal(extension.reason, "ended");
  assert.deepEqual(service.acknowledgments, []);
});

test("every event is answered in the end, however often it is cut off", async (context) => {
  class Counting extends Extension {
    readonly now = new Set<string>();
    readonly done = new Set<string>();

    override async onComputeImageTags(communicator: Communicator, imageId: string): Promise<void> {
      assert.ok(!this.now.has(imageId));
      this.now.add(imageId);
      await communicator.setTags(imageId, ["sky"]);
      await new Promise((resolve) => setTimeout(resolve, 10));
      this.now.delete(imageId);
      this.done.add(imageId);
    }
  }
  const service = await serviceFor(context);
  const extension = new Counting();
  const images = Array.from({ length: 200 }, () => service.addImage());
  const deliver = async (image: string): Promise<void> => {
    // as the service does it
    for (let isAnswered = false; !isAnswered; ) {
      try {
        await service.computeTags(image);
        isAnswered = true;
      } catch (error) {
        assert.ok(error instanceof NotConnectedError, String(error));
      }
    }
  };
  await service.running(extension, async () => {
    const delivering = Promise.all(images.map(deliver));
    for (let time = 1; time <= 2; time += 1) {
      await until(() => extension.done.size >= 60 * time);
      await service.cut();
      await service.ready();
    }
    await delivering;
  });
  assert.ok(images.every((image) => service.tags(image).has("sky")));
  assert.equal(extension.done.size, 200);
  assert.equal(service.connections.length, 3);
});
