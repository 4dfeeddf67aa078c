/** A service that an extension under test connects to. */

import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { isObject, type Parameters } from "../configuration.js";
import type { Extension, Values } from "../extension.js";
import { Runtime } from "../runtime.js";
import { answer, callOf, refuse } from "./exchange.js";
import { type Call, Library, PICTURE, Refusal, type StoredFeature } from "./library.js";
import { answered } from "./operations.js";
import { Peer } from "./peer.js";
import { HookError, requireFeatures, requireManifest, requireView } from "./refusals.js";
import { findValidator, MISSING } from "./validator.js";

const EXTENSION_ID = "extension";
const KEY = "key-of-the-extension";
const SECONDS = 10;
const LARGEST_MESSAGE = 16_777_216;
const COMMANDS = ["image.runCommand", "process.runCommand"];
const WRITES_OF_FEATURES = ["setFeatures", "ensureFeatures"];

/** The extension is not connected, or the connection went before it answered. */
export class NotConnectedError extends Error {
  override readonly name = "NotConnectedError";
}

/** The extension did not answer, or was not ready, in time. */
export class LateError extends Error {
  override readonly name = "LateError";
}

/** The extension ended by itself. */
export class EndedError extends Error {
  override readonly name = "EndedError";

  /** `status`: what its process would have ended with. */
  constructor(readonly status: number) {
    super(`the extension ended with status ${status}`);
  }
}

/** How a service is made. */
export interface ServiceOptions {
  readonly extensionId?: string;
  readonly settings?: Values;
  /** The folder of the extension, if it is not the current one: its `manifest.json` is validated. Null: it is not. */
  readonly folder?: string | URL | null;
}

/** How an extension is run beside a test. With `upgradeTo`, its upgrade hook is called first. */
export interface RunningOptions {
  readonly upgradeTo?: string;
  readonly upgradeFrom?: string;
}

/** How an event is sent; `seconds` is for its answer. */
export interface SendOptions {
  readonly isActivity?: boolean;
  readonly seconds?: number;
}

/** What answers intents, now or later: an object with `value`, `cancel` or `error`. As in the service, one without these
 * members is an error, if the intent is a form that requires some.
 */
export type Answerer = (intent: Values) => unknown;

interface Failure {
  readonly operation: string;
  readonly status: number;
  readonly rule: string;
  times: number;
}

/** A service with one extension. Everything that the extension does is kept in its lists. */
export class FakeService {
  readonly extensionId: string;
  readonly library = new Library();
  /** Every request of the extension. */
  readonly calls: Call[] = [];
  /** The first message of each connection of the extension. */
  readonly connections: Values[] = [];
  /** Its log lines, as `level`, `message` and `entity`. */
  readonly logs: Values[] = [];
  readonly notifications: Values[] = [];
  /** The context id and the success of each delivery that it acknowledged by a message. */
  readonly acknowledgments: [string, boolean][] = [];
  readonly intents: Values[] = [];
  settings: Values;
  url = "";
  readonly #server: Server;
  readonly #failures: Failure[] = [];
  readonly #waiting = new Set<() => void>();
  #answer: Answerer = () => ({ error: "no front end is connected" });
  readonly #folder: string | null;
  readonly #validates = findValidator() !== undefined;
  readonly #peers = new Set<Peer>();
  #peer: Peer | undefined;
  #isReady = false;
  #upgrade: Values = { current: "1.0.0", upgrade: false };

  private constructor(options: ServiceOptions) {
    this.extensionId = options.extensionId ?? EXTENSION_ID;
    this.settings = { ...options.settings };
    const { folder = "." } = options;
    this.#folder = folder instanceof URL ? fileURLToPath(folder) : folder;
    this.#server = createServer((request, response) => void this.#requested(request, response));
    this.#server.on("upgrade", (request, socket, head) => {
      const made = new Peer(request, socket, head, (peer, event, value) => this.#said(peer, event, value));
      this.#peers.add(made);
      void made.gone.then(() => this.#peers.delete(made));
    });
  }

  /** A service that listens on this machine alone, on a port of its own. */
  static async start(options: ServiceOptions = {}): Promise<FakeService> {
    const made = new FakeService(options);
    if (!made.#validates) {
      process.emitWarning(`Manifests and view documents are not validated. ${MISSING}`);
    }
    made.#server.listen(0, "127.0.0.1");
    await once(made.#server, "listening");
    made.url = `http://127.0.0.1:${(made.#server.address() as AddressInfo).port}`;
    return made;
  }

  /** End it. */
  async stop(): Promise<void> {
    await this.cut();
    this.#peers.forEach((each) => each.cut());
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  // The extension.

  /** The parameters with which the extension starts. */
  get parameters(): Parameters {
    return { extensionId: this.extensionId, url: this.url, key: KEY };
  }

  /** Run the extension beside the test, from `onReady` to `onTerminate`; what `use` returns.
   *
   * Throws `EndedError` when it ends before it is ready, and `InvalidManifestError` for a manifest that the service
   * would refuse.
   */
  async running<T>(extension: Extension, use: () => Promise<T> | T, options: RunningOptions = {}): Promise<T> {
    if (this.#validates && this.#folder !== null) {
      await requireManifest(this.#folder);
    }
    const { upgradeTo: current, upgradeFrom: previous } = options;
    if (current !== undefined) {
      this.#upgrade = { current, upgrade: true, ...(previous === undefined ? {} : { previous }) };
    }
    const runtime = new Runtime(extension, this.parameters, async () => this.parameters);
    const ended = runtime.run();
    const ready = this.ready();
    ready.catch(() => undefined); // nobody waits for it any more when the extension has ended
    try {
      const status = await Promise.race([ended, ready]);
      if (status !== undefined) {
        throw new EndedError(status);
      }
      return await use();
    } finally {
      runtime.stop();
      await ended;
    }
  }

  /** Wait until the extension is ready for events. */
  async ready(seconds: number = SECONDS): Promise<void> {
    if (this.#isReady) {
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => {
        this.#waiting.delete(done);
        reject(new LateError(`the extension was not ready within ${seconds} seconds`));
      }, seconds * 1000);
      late.unref();
      const done = (): void => {
        clearTimeout(late);
        resolve();
      };
      this.#waiting.add(done);
    });
  }

  /** End the connection of the extension without a message, as when a network fails; it connects again. */
  async cut(): Promise<void> {
    const peer = this.#peer;
    peer?.cut();
    await peer?.gone;
  }

  // The library.

  /** A new image, with these members of its record; its identifier. The extension gets no event about it. */
  addImage(
    content: Uint8Array = PICTURE,
    { metadata = {}, ...record }: { metadata?: Readonly<Record<string, string>>; [member: string]: unknown } = {},
  ): string {
    return this.library.add(content, metadata, record);
  }

  /** The tags of the extension on the image. */
  tags(imageId: string): Set<string> {
    return new Set(this.library.picture(imageId).tags.get(this.extensionId));
  }

  /** The features of the extension on the image. */
  features(imageId: string): StoredFeature[] {
    return [...(this.library.picture(imageId).features.get(this.extensionId) ?? [])];
  }

  /** The vectors of the extension on the image, by name. */
  embeddings(imageId: string): Record<string, readonly number[]> {
    return Object.fromEntries(this.library.picture(imageId).embeddings.get(this.extensionId) ?? []);
  }

  // Requests of the service.

  /** Have the tags of the image computed. Throws `HookError`. */
  async computeTags(imageId: string): Promise<unknown> {
    return this.send("image.computeTags", { id: imageId });
  }

  /** Have the features of the image computed. Throws `HookError`. */
  async computeFeatures(imageId: string): Promise<unknown> {
    return this.send("image.computeFeatures", { id: imageId });
  }

  /** Have the embeddings of the image computed. Throws `HookError`. */
  async computeEmbeddings(imageId: string): Promise<unknown> {
    return this.send("image.computeEmbeddings", { id: imageId });
  }

  /** The embedding of the text. Throws `HookError`. */
  async embedText(text: string): Promise<number[]> {
    return (await this.send("text.computeEmbeddings", { text })) as number[];
  }

  /** Run a command on images; what it returned. Throws `HookError`. */
  async runImageCommand(commandId: string, imageIds: readonly string[], parameters: Values = {}): Promise<unknown> {
    return this.send("image.runCommand", { commandId, imageIds, parameters }, { isActivity: true });
  }

  /** Run a command; what it returned. Throws `HookError`. */
  async runProcessCommand(commandId: string, parameters: Values = {}): Promise<unknown> {
    return this.send("process.runCommand", { commandId, parameters }, { isActivity: true });
  }

  /** Give the extension other settings. */
  async changeSettings(settings: Values): Promise<void> {
    this.settings = { ...settings };
    await this.send("extension.settings", { id: this.extensionId, value: this.settings });
  }

  /** Send any event to the extension once it is ready; what its hook returned.
   *
   * Throws `HookError` when that failed, `InvalidViewError` when a command returned a view document that the service
   * would refuse, `NotConnectedError` when the connection went, `LateError` when no answer came.
   */
  async send(channel: string, value: Values, options: SendOptions = {}): Promise<unknown> {
    const { isActivity = false, seconds = SECONDS } = options;
    await this.ready(seconds);
    const answer = await this.#asked(channel, value, isActivity, seconds);
    if (isObject(answer) && answer["success"] === false) {
      throw new HookError(String(answer["error"]));
    }
    if (this.#validates && COMMANDS.includes(channel)) {
      await requireView(answer);
    }
    return answer;
  }

  /** Have the next requests of an operation, such as `setTags`, fail. 503 and 429 are tried again by the SDK. */
  fail(operation: string, failure: { status?: number; rule?: string; times?: number } = {}): void {
    const { status = 500, rule = "fake.failure", times = 1 } = failure;
    this.#failures.push({ operation, status, rule, times });
  }

  /** Answer intents with what the function returns for one. */
  answerIntents(answerer: Answerer): void {
    this.#answer = answerer;
  }

  // How it is done.

  #said(peer: Peer, event: string, message: unknown): unknown {
    if (!isObject(message) || message["apiKey"] !== KEY || message["extensionId"] !== this.extensionId) {
      return undefined;
    }
    if (event === "connection") {
      return this.#introduced(peer, message);
    }
    return event === "instructions" && peer === this.#peer ? this.#instructed(message) : undefined;
  }

  #introduced(peer: Peer, { apiKey: _, ...message }: Record<string, unknown>): unknown {
    this.connections.push(message);
    this.#peer?.cut(); // the newer connection is the one that lives
    this.#peer = peer;
    this.#isReady = false;
    void peer.gone.then(() => {
      if (this.#peer === peer) {
        this.#peer = undefined;
        this.#isReady = false;
      }
    });
    void this.#shakeHands(peer);
    return { maximumPayloadSizeInBytes: LARGEST_MESSAGE };
  }

  async #shakeHands(peer: Peer): Promise<void> {
    try {
      if ((await this.#asked("extension.versions", this.#upgrade, false, SECONDS)) !== true) {
        return;
      }
      this.#upgrade = { ...this.#upgrade, upgrade: false };
      if ((await this.#asked("extension.ready", { id: this.extensionId }, false, SECONDS)) !== true) {
        return;
      }
    } catch (error) {
      if (error instanceof NotConnectedError || error instanceof LateError) {
        return; // whoever waits for the extension hears of that
      }
      throw error;
    }
    if (this.#peer === peer) {
      this.#isReady = true;
      this.#waiting.forEach((done) => done());
      this.#waiting.clear();
    }
  }

  #instructed(message: Record<string, unknown>): unknown {
    const { log, notification, acknowledgment, intent } = message;
    if (isObject(log)) {
      this.logs.push(log);
    } else if (isObject(notification)) {
      this.notifications.push(notification);
    } else if (isObject(acknowledgment)) {
      this.acknowledgments.push([String(message["contextId"]), acknowledgment["success"] === true]);
    } else if (isObject(intent)) {
      this.intents.push(intent);
      return checked(this.#answer(intent), intent);
    }
    return undefined;
  }

  async #asked(channel: string, value: Values, isActivity: boolean, seconds: number): Promise<unknown> {
    const peer = this.#peer;
    if (peer === undefined || peer.isGone) {
      throw new NotConnectedError("the extension is not connected");
    }
    const message = { channel, contextId: randomUUID(), milliseconds: Date.now(), value };
    return new Promise((resolve, reject) => {
      const why = `${channel} was not answered within ${seconds} seconds`;
      const late = setTimeout(() => reject(new LateError(why)), seconds * 1000);
      void peer.gone.then(() => {
        clearTimeout(late);
        reject(new NotConnectedError("the connection went"));
      });
      peer.emit("events", isActivity ? { ...message, isActivity } : message, (answer) => {
        clearTimeout(late);
        resolve(answer);
      });
    });
  }

  async #requested(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const call = await callOf(request, this.url);
      this.calls.push(call);
      if (request.headers.authorization !== `Bearer ${KEY}`) {
        throw new Refusal(401, "key.unknown", "The key is not known.");
      }
      this.#fail(call.operation);
      if (this.#validates && WRITES_OF_FEATURES.includes(call.operation)) {
        await requireFeatures(call.body);
      }
      answer(response, ...answered(this.library, this.settings, this.extensionId, call));
    } catch (error) {
      refuse(response, error instanceof Refusal ? error : new Refusal(500, "fake.fault", String(error)));
    }
  }

  #fail(operation: string): void {
    const failure = this.#failures.find((each) => each.operation === operation && each.times > 0);
    if (failure !== undefined) {
      failure.times -= 1;
      throw new Refusal(failure.status, failure.rule, "The test made this request fail.");
    }
  }
}

async function checked(answering: unknown, intent: Values): Promise<unknown> {
  const answer = await answering;
  const { form } = intent;
  const schema = isObject(form) ? form["parameters"] : undefined;
  const required = isObject(schema) && Array.isArray(schema["required"]) ? schema["required"] : [];
  const isEmpty = isObject(answer) && ["value", "cancel", "error"].every((name) => (answer[name] ?? null) === null);
  return isEmpty && required.length > 0
    ? { error: `The answer does not fit the form. /value: The property ${String(required[0])} is missing.` }
    : answer;
}
