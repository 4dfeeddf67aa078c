/** Extensions of the tests, and what the tests do with them. */

import type { TestContext } from "node:test";
import { type Communicator, Extension, type Values, views } from "facetry-extension";
import { FakeService, type ServiceOptions } from "facetry-extension/testing";
import { sayFrom } from "../dist/journal.js";

sayFrom("nothing"); // what the kit says of hooks that are to fail

/** A service that ends with its test. */
export async function serviceFor(test: TestContext, options: ServiceOptions = {}): Promise<FakeService> {
  const service = await FakeService.start(options);
  test.after(() => service.stop());
  return service;
}

/** Wait for what nobody tells of. */
export async function until(condition: () => boolean, seconds = 5): Promise<void> {
  const due = performance.now() + seconds * 1000;
  while (!condition()) {
    if (performance.now() > due) {
      throw new Error(`it did not come to be within ${seconds} seconds: ${condition}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** A door that is opened once. */
export class Gate {
  readonly passed: Promise<void>;
  open: () => void = () => undefined;

  constructor() {
    this.passed = new Promise((resolve) => {
      this.open = resolve;
    });
  }
}

/** Notes every call of a hook. */
export class Recorder extends Extension {
  readonly heard: unknown[][] = [];

  override async onUpgrade(current: string, previous: string | undefined): Promise<void> {
    this.heard.push(["upgrade", current, previous]);
  }

  override async onReady(): Promise<void> {
    this.heard.push(["ready", this.communicator.extensionId]);
  }

  override async onTerminate(): Promise<void> {
    this.heard.push(["terminate"]);
  }

  override async onSettings(_: Communicator, value: Values): Promise<void> {
    this.heard.push(["settings", value]);
  }

  override async onImageCreated(_: Communicator, imageId: string): Promise<string> {
    this.heard.push(["created", imageId]);
    return "seen";
  }

  override async onImageUpdated(_: Communicator, imageId: string): Promise<void> {
    this.heard.push(["updated", imageId]);
  }

  override async onImageDeleted(_: Communicator, imageId: string): Promise<void> {
    this.heard.push(["deleted", imageId]);
  }

  override async onImageTagsUpdated(_: Communicator, imageId: string): Promise<void> {
    this.heard.push(["tags updated", imageId]);
  }

  override async onImageFeaturesUpdated(_: Communicator, imageId: string): Promise<void> {
    this.heard.push(["features updated", imageId]);
  }

  override async onImageEmbeddingsUpdated(_: Communicator, imageId: string): Promise<void> {
    this.heard.push(["embeddings updated", imageId]);
  }

  override async onComputeImageTags(_: Communicator, imageId: string): Promise<void> {
    this.heard.push(["compute tags", imageId]);
  }

  override async onComputeImageFeatures(_: Communicator, imageId: string): Promise<void> {
    this.heard.push(["compute features", imageId]);
  }

  override async onComputeImageEmbeddings(_: Communicator, imageId: string): Promise<void> {
    this.heard.push(["compute embeddings", imageId]);
  }

  override async onTextEmbeddings(_: Communicator, text: string): Promise<Float32Array> {
    this.heard.push(["text", text]);
    return Float32Array.of(1, 0.5);
  }

  override async onImageCommand(
    _: Communicator,
    commandId: string,
    imageIds: readonly string[],
    parameters: Values | undefined,
  ): Promise<views.Card> {
    this.heard.push(["image command", commandId, imageIds, parameters]);
    return views.card("Done", [views.string(commandId)]);
  }

  override async onProcessCommand(_: Communicator, commandId: string, parameters: Values | undefined): Promise<Values> {
    this.heard.push(["process command", commandId, parameters]);
    return { done: commandId };
  }
}

/** Counts how many hooks run at the same time, and waits to be let go. */
export class Slow extends Extension {
  readonly mayGo = new Gate();
  readonly now: string[] = [];
  most = 0;
  begun = 0;
  wasTwice = false;

  override async onImageCreated(_: Communicator, imageId: string): Promise<void> {
    this.begun += 1;
    this.wasTwice ||= this.now.includes(imageId);
    this.now.push(imageId);
    this.most = Math.max(this.most, this.now.length);
    await this.mayGo.passed;
    this.now.splice(this.now.indexOf(imageId), 1);
  }

  override async onTextEmbeddings(): Promise<number[]> {
    return [1];
  }
}
