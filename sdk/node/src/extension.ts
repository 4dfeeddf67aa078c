/** What an extension is: a class whose hooks the service calls. */

import type { Communicator } from "./communicator.js";
import { toNumbers } from "./json.js";

/** Settings, or the parameters of a command. */
export type Values = Readonly<Record<string, unknown>>;

const communicators = new WeakMap<Extension, Communicator>();

/** Override the hooks that the manifest of the extension has events for, and `run` it.
 *
 * What a hook throws is reported to the service as its failure. What a command returns, such as a view document, is shown
 * to the user.
 */
export class Extension {
  /** How many hooks of images run at the same time, and how many of texts and commands beside them. */
  concurrency = 4;
  /** Seconds after which the process gives up when it has never reached the service. */
  patience = 60;

  /** The service, outside of an event; from `onUpgrade` and `onReady` on. */
  get communicator(): Communicator {
    const found = communicators.get(this);
    if (found === undefined) {
      throw new Error("the extension does not run");
    }
    return found;
  }

  // The life of the process.

  /** The first run of this version; before that there was the other one, or none. */
  async onUpgrade(_current: string, _previous: string | undefined): Promise<void> {}

  /** The service is there, and events follow once this returns. Called once, also when connections are lost. */
  async onReady(): Promise<void> {}

  /** The process is about to end. */
  async onTerminate(): Promise<void> {}

  /** The settings, first as they are, and again whenever they change. */
  async onSettings(_communicator: Communicator, _value: Values): Promise<void> {}

  // What happened.

  /** An image was found for the first time. */
  async onImageCreated(_communicator: Communicator, _imageId: string): Promise<unknown> {
    return undefined;
  }

  /** The file of an image has new content. */
  async onImageUpdated(_communicator: Communicator, _imageId: string): Promise<unknown> {
    return undefined;
  }

  /** An image was deleted. */
  async onImageDeleted(_communicator: Communicator, _imageId: string): Promise<unknown> {
    return undefined;
  }

  /** An extension set tags of an image. */
  async onImageTagsUpdated(_communicator: Communicator, _imageId: string): Promise<unknown> {
    return undefined;
  }

  /** An extension set features of an image. */
  async onImageFeaturesUpdated(_communicator: Communicator, _imageId: string): Promise<unknown> {
    return undefined;
  }

  /** An extension set embeddings of an image. */
  async onImageEmbeddingsUpdated(_communicator: Communicator, _imageId: string): Promise<unknown> {
    return undefined;
  }

  // What the extension is asked for.

  /** Look at the image, and set its tags. */
  async onComputeImageTags(_communicator: Communicator, _imageId: string): Promise<unknown> {
    return undefined;
  }

  /** Look at the image, and set its features. */
  async onComputeImageFeatures(_communicator: Communicator, _imageId: string): Promise<unknown> {
    return undefined;
  }

  /** Look at the image, and set its embeddings. */
  async onComputeImageEmbeddings(_communicator: Communicator, _imageId: string): Promise<unknown> {
    return undefined;
  }

  /** Return the embedding of the text, of the same length as those of images. */
  async onTextEmbeddings(_communicator: Communicator, _text: string): Promise<Iterable<number>> {
    return [];
  }

  /** Run a command on images, and return what the user is to see. */
  async onImageCommand(
    _communicator: Communicator,
    _commandId: string,
    _imageIds: readonly string[],
    _parameters: Values | undefined,
  ): Promise<unknown> {
    return undefined;
  }

  /** Run a command that is about no image, and return what the user is to see. */
  async onProcessCommand(
    _communicator: Communicator,
    _commandId: string,
    _parameters: Values | undefined,
  ): Promise<unknown> {
    return undefined;
  }
}

/** Let the extension have its communicator outside of events. */
export function attach(extension: Extension, communicator: Communicator): void {
  communicators.set(extension, communicator);
}

/** The names of the methods that are hooks of events. */
export type HookName = Exclude<
  { [Name in keyof Extension]: Extension[Name] extends (...given: never[]) => unknown ? Name : never }[keyof Extension],
  "onUpgrade" | "onReady" | "onTerminate"
>;

/** How a channel reaches its hook. */
export interface Hook {
  readonly name: HookName;
  readonly call: (extension: Extension, communicator: Communicator, value: Values) => Promise<unknown>;
}

/** What each channel is for: the name of the hook, and how it is called. */
export const HOOKS: ReadonlyMap<string, Hook> = new Map<string, Hook>([
  ["extension.settings", { name: "onSettings", call: async (e, c, v) => e.onSettings(c, object(v, "value")) }],
  ["image.created", ofImage("onImageCreated")],
  ["image.updated", ofImage("onImageUpdated")],
  ["image.deleted", ofImage("onImageDeleted")],
  ["image.tags.updated", ofImage("onImageTagsUpdated")],
  ["image.features.updated", ofImage("onImageFeaturesUpdated")],
  ["image.embeddings.updated", ofImage("onImageEmbeddingsUpdated")],
  ["image.computeTags", ofImage("onComputeImageTags")],
  ["image.computeFeatures", ofImage("onComputeImageFeatures")],
  ["image.computeEmbeddings", ofImage("onComputeImageEmbeddings")],
  [
    "text.computeEmbeddings",
    { name: "onTextEmbeddings", call: async (e, c, v) => toNumbers(await e.onTextEmbeddings(c, text(v, "text"))) },
  ],
  [
    "image.runCommand",
    {
      name: "onImageCommand",
      call: async (e, c, v) => e.onImageCommand(c, text(v, "commandId"), texts(v, "imageIds"), parameters(v)),
    },
  ],
  [
    "process.runCommand",
    { name: "onProcessCommand", call: async (e, c, v) => e.onProcessCommand(c, text(v, "commandId"), parameters(v)) },
  ],
]);

type ImageHook = {
  [Name in HookName]: Extension[Name] extends (c: Communicator, imageId: string) => Promise<unknown> ? Name : never;
}[HookName];

function ofImage(name: Exclude<ImageHook, "onTextEmbeddings" | "onSettings">): Hook {
  return { name, call: async (extension, communicator, value) => extension[name](communicator, text(value, "id")) };
}

function text(value: Values, member: string): string {
  return of(value, member, (found): found is string => typeof found === "string", "text");
}

function texts(value: Values, member: string): readonly string[] {
  return of(value, member, (found): found is string[] => Array.isArray(found), "list");
}

function object(value: Values, member: string): Values {
  return of(value, member, (found): found is Values => typeof found === "object" && found !== null, "object");
}

function parameters(value: Values): Values | undefined {
  return value["parameters"] === undefined || value["parameters"] === null ? undefined : object(value, "parameters");
}

function of<T>(value: Values, member: string, is: (found: unknown) => found is T, kind: string): T {
  const found = value[member];
  if (!is(found)) {
    throw new TypeError(`the event has no ${kind} ${member}`);
  }
  return found;
}
