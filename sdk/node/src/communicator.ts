/** The argument of hooks: the operations, shortcuts to the frequent ones, the log, and intents. */

import type { Client } from "./api/client.js";
import type { ImageFeature, ImageFormat, ImageMetadata, ImageResizeRender } from "./api/models.js";
import type { Values } from "./extension.js";
import { type IntentKind, Refused, valueOf } from "./intents.js";
import { toNumbers } from "./json.js";
import { type Link, ConnectionLostError, AnswerTimeoutError } from "./link.js";
import type { Card, Container } from "./views/documents.js";
import { serialize } from "./views/raw.js";
import type { Workers } from "./workers.js";

/** How much a line of the log matters. */
export type Level = "debug" | "info" | "warn" | "error";

/** A feature whose value may be a view document as it was built. */
export type Feature = Omit<ImageFeature, "value"> & { value: ImageFeature["value"] | Card | Container };

/** How a picture is asked for. */
export interface Rendition {
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly format?: ImageFormat | undefined;
  readonly resizeRender?: ImageResizeRender | undefined;
  readonly quality?: number | undefined;
}

/** What an intent has besides its kind and its content. */
export interface IntentOptions {
  readonly imageIds?: readonly string[] | undefined;
  readonly identity?: string | undefined;
  readonly seconds?: number | undefined;
}

/** What all communicators of a process share. */
export interface Common {
  readonly api: Client;
  readonly link: Link;
  readonly workers: Workers;
  readonly signal: AbortSignal;
  /** The settings, once they were received. */
  settings?: Values;
}

const IMAGE_TOPICS = "image.";
const LOG_CHARACTERS = 65_536;
const ANSWER_SECONDS = 600;

/** One event as it was received. */
export class Delivery {
  constructor(
    readonly channel: string,
    readonly contextId: string,
    readonly milliseconds: number,
    readonly value: Values,
    readonly isActivity: boolean,
  ) {}

  /** The image that it is about, if it is about one. */
  get imageId(): string | undefined {
    const found = this.channel.startsWith(IMAGE_TOPICS) ? this.value["id"] : undefined;
    return typeof found === "string" ? found : undefined;
  }
}

/** The log of the extension in the service. The lines of a hook name its image. */
export class Log {
  readonly #common: Common;
  readonly #delivery: Delivery | undefined;

  constructor(common: Common, delivery: Delivery | undefined) {
    this.#common = common;
    this.#delivery = delivery;
  }

  /** Write a line of the level `debug`. */
  debug(message: string): void {
    this.#write("debug", message);
  }

  /** Write a line of the level `info`. */
  info(message: string): void {
    this.#write("info", message);
  }

  /** Write a line of the level `warn`. */
  warn(message: string): void {
    this.#write("warn", message);
  }

  /** Write a line of the level `error`. */
  error(message: string): void {
    this.#write("error", message);
  }

  #write(level: Level, message: string): void {
    this.#common.link.send("log", logLine(level, String(message), this.#delivery), this.#delivery?.contextId);
  }
}

/** The service, as seen from one event. `Extension.communicator` is one of no event. */
export class Communicator {
  /** The event as it was received; undefined outside of one. */
  readonly delivery: Delivery | undefined;
  /** Lines for the log of the extension. */
  readonly log: Log;
  readonly #common: Common;

  constructor(common: Common, delivery?: Delivery) {
    this.#common = common;
    this.delivery = delivery;
    this.log = new Log(common, delivery);
  }

  /** Every operation of the service. The key and the identifier of the extension are filled in. */
  get api(): Client {
    return this.#common.api;
  }

  /** The identifier of this extension. */
  get extensionId(): string {
    return this.api.extensionId ?? "";
  }

  /** Is aborted when the process ends. */
  get signal(): AbortSignal {
    return this.#common.signal;
  }

  // What extensions write.

  /** Make these the tags of the extension on the image; with none, the extension found nothing. */
  async setTags(imageId: string, tags: Iterable<string>): Promise<void> {
    await this.api.imageSetTags(imageId, [...new Set(tags)]);
  }

  /** Add these tags to those of the extension on the image; with none, nothing is done. */
  async ensureTags(imageId: string, tags: Iterable<string>): Promise<void> {
    const values = [...new Set(tags)];
    if (values.length > 0) {
      await this.api.imageEnsureTags(imageId, values);
    }
  }

  /** Make these the features of the extension on the image. */
  async setFeatures(imageId: string, features: Iterable<Feature>): Promise<void> {
    await this.api.imageSetFeatures(imageId, [...features].map(serialized));
  }

  /** Set vectors of the image, by name; those of other names stay. Arrays of numbers of any kind will do. */
  async setEmbeddings(imageId: string, embeddings: Readonly<Record<string, Iterable<number>>>): Promise<void> {
    const body = Object.entries(embeddings).map(([name, values]) => ({ name, values: toNumbers(values) }));
    await this.api.imageSetEmbeddings(imageId, body);
  }

  // What extensions read.

  /** The metadata in the file of the image. */
  async metadata(imageId: string): Promise<ImageMetadata> {
    return this.api.imageMetadata(imageId);
  }

  /** The picture: its file, or one made of it in this format and within this size. */
  async download(imageId: string, rendition: Rendition = {}): Promise<Uint8Array> {
    return this.api.imageDownload(imageId, rendition);
  }

  /** The settings that the user made: as they were last received, else as they are now. */
  async settings(): Promise<Values> {
    if (this.#common.settings === undefined) {
      const { value } = await this.api.extensionGetSettings(this.extensionId);
      this.#common.settings ??= value; // unless they were received meanwhile
    }
    return this.#common.settings;
  }

  // What extensions send.

  /** Send something to front ends; they and the extension agree on what. */
  notify(notification: Values): void {
    this.#common.link.send("notification", notification, this.delivery?.contextId);
  }

  /** Ask the user or the service for something; what was given.
   *
   * Throws `Cancelled` when the user did not want it, and `Refused` when it could not be done.
   */
  async intent(kind: IntentKind, content: Values, options: IntentOptions = {}): Promise<unknown> {
    const { identity, imageIds = [], seconds = ANSWER_SECONDS } = options;
    const request = {
      [kind]: content,
      ...(identity === undefined ? {} : { identity: { id: identity } }),
      ...(imageIds.length === 0 ? {} : { context: { imageIds } }),
    };
    try {
      return valueOf(await this.#common.link.request(request, this.delivery?.contextId, seconds));
    } catch (error) {
      const isUnanswered = error instanceof ConnectionLostError || error instanceof AnswerTimeoutError;
      throw isUnanswered ? new Refused(error.message) : error;
    }
  }

  /** Do work that blocks, such as that of a model, in a thread, while other events go on: what the module exports as
   * its default is called with the values.
   */
  async run<T = unknown>(module: URL, ...values: readonly unknown[]): Promise<T> {
    return (await this.#common.workers.run(module, values)) as T;
  }
}

/** A line of the log, as it is sent. */
export function logLine(level: Level, message: string, delivery: Delivery | undefined): object {
  const entity = delivery?.imageId === undefined ? {} : { entity: { type: "image", id: delivery.imageId } };
  return { level, message: message.slice(0, LOG_CHARACTERS).toWellFormed(), ...entity };
}

function serialized(feature: Feature): ImageFeature {
  const { value } = feature;
  return { ...feature, value: typeof value === "object" && value !== null ? serialize(value) : value };
}
