/** A service that an extension under test connects to. */

import { EventEmitter, once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import type { Server as SocketServer, Socket } from "socket.io";
import { isObject, type Parameters } from "../configuration.js";
import type { Extension, Values } from "../extension.js";
import { Runtime } from "../runtime.js";
import { Connection, LateError, NotConnectedError, TIMEOUT_SECONDS, type SendOptions } from "./connection.js";
import { callOf, refuse, respond } from "./exchange.js";
import { type Call, Library, PICTURE, Refusal, type StoredFeature } from "./library.js";
import { execute } from "./operations.js";
import { HookError, requireFeatures, requireManifest, requireView } from "./refusals.js";
import { findValidator, MISSING } from "./validator.js";

const EXTENSION_ID = "extension";
const KEY = "key-of-the-extension";
const MAX_MESSAGE_BYTES = 16_777_216;
/** The largest message is a part of a packet, which is refused as a whole by the end of the connection. */
const MAX_PACKET_BYTES = 2 * MAX_MESSAGE_BYTES;
const COMMANDS = ["image.runCommand", "process.runCommand"];
const WRITES_OF_FEATURES = ["setFeatures", "ensureFeatures"];

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

/** Answers intents, now or later, with an object that has `value`, `cancel` or `error`. As in the service, one without
 * these members is an error, if the intent is a form that requires some.
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
  readonly #events = new EventEmitter().setMaxListeners(0); // each sending waits for it
  #answer: Answerer = () => ({ error: "no front end is connected" });
  readonly #folder: string | null;
  readonly #validates = findValidator() !== undefined;
  readonly #sockets: SocketServer;
  #connection: Connection | undefined;
  #isReady = false;
  #upgrade: Values = { current: "1.0.0", upgrade: false };

  private constructor(options: ServiceOptions, sockets: SocketServer) {
    this.extensionId = options.extensionId ?? EXTENSION_ID;
    this.settings = { ...options.settings };
    const { folder = "." } = options;
    this.#folder = folder instanceof URL ? fileURLToPath(folder) : folder;
    this.#server = createServer((request, response) => void this.#onRequest(request, response));
    this.#sockets = sockets.attach(this.#server);
    // A middleware gets each message at once; a listener gets none that arrived just before its connection was closed.
    sockets.on("connection", (socket) => socket.use((packet) => void this.#onMessage(socket, packet)));
  }

  /** A service that listens on this machine alone, on a port of its own. */
  static async start(options: ServiceOptions = {}): Promise<FakeService> {
    const { Server } = await import("socket.io"); // validation does not need it
    const sockets = new Server({ transports: ["websocket"], serveClient: false, maxHttpBufferSize: MAX_PACKET_BYTES });
    const service = new FakeService(options, sockets);
    if (!service.#validates) {
      process.emitWarning(`Manifests and view documents are not validated. ${MISSING}`);
    }
    service.#server.listen(0, "127.0.0.1");
    await once(service.#server, "listening");
    service.url = `http://127.0.0.1:${(service.#server.address() as AddressInfo).port}`;
    return service;
  }

  /** End it. */
  async stop(): Promise<void> {
    await this.cut();
    this.#server.closeAllConnections();
    await this.#sockets.close();
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
  async ready(seconds: number = TIMEOUT_SECONDS): Promise<void> {
    if (this.#isReady) {
      return;
    }
    await once(this.#events, "ready", { signal: AbortSignal.timeout(seconds * 1000) }).catch(() => {
      throw new LateError(`the extension was not ready within ${seconds} seconds`);
    });
  }

  /** End the connection of the extension without a message, as when a network fails; it connects again. */
  async cut(): Promise<void> {
    await this.#connection?.cut();
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
   * would refuse, `NotConnectedError` when the connection was lost, `LateError` when no answer arrived.
   */
  async send(channel: string, value: Values, options: SendOptions = {}): Promise<unknown> {
    await this.ready(options.seconds);
    if (this.#connection === undefined) {
      throw new NotConnectedError("the extension is not connected");
    }
    const answer = await this.#connection.request(channel, value, options);
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

  async #onMessage(socket: Socket, [event, message, acknowledge]: unknown[]): Promise<void> {
    const isOwn = isObject(message) && message["apiKey"] === KEY && message["extensionId"] === this.extensionId;
    let answer: unknown;
    if (isOwn && event === "connection") {
      answer = this.#onConnection(socket, message);
    } else if (isOwn && event === "instructions" && socket === this.#connection?.socket) {
      answer = await this.#onInstruction(message);
    }
    if (typeof acknowledge === "function") {
      (acknowledge as (value: unknown) => void)(answer);
    }
  }

  #onConnection(socket: Socket, { apiKey: _, ...message }: Record<string, unknown>): unknown {
    this.connections.push(message);
    void this.cut(); // the newer connection is the one that lives
    const connection = new Connection(socket);
    this.#connection = connection;
    this.#isReady = false;
    void connection.closed.then(() => {
      if (this.#connection === connection) {
        this.#connection = undefined;
        this.#isReady = false;
      }
    });
    void this.#handshake(connection);
    return { maximumPayloadSizeInBytes: MAX_MESSAGE_BYTES };
  }

  async #handshake(connection: Connection): Promise<void> {
    try {
      if ((await connection.request("extension.versions", this.#upgrade)) !== true) {
        return;
      }
      this.#upgrade = { ...this.#upgrade, upgrade: false };
      if ((await connection.request("extension.ready", { id: this.extensionId })) !== true) {
        return;
      }
    } catch (error) {
      if (error instanceof NotConnectedError || error instanceof LateError) {
        return; // `ready` ends with an error
      }
      throw error;
    }
    if (this.#connection === connection) {
      this.#isReady = true;
      this.#events.emit("ready");
    }
  }

  async #onInstruction(message: Record<string, unknown>): Promise<unknown> {
    const { log, notification, acknowledgment, intent } = message;
    if (isObject(log)) {
      this.logs.push(log);
    } else if (isObject(notification)) {
      this.notifications.push(notification);
    } else if (isObject(acknowledgment)) {
      this.acknowledgments.push([String(message["contextId"]), acknowledgment["success"] === true]);
    } else if (isObject(intent)) {
      this.intents.push(intent);
      return validatedAnswer(this.#answer(intent), intent);
    }
    return undefined;
  }

  async #onRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
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
      respond(response, ...execute(this.library, this.settings, this.extensionId, call));
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

async function validatedAnswer(pending: unknown, intent: Values): Promise<unknown> {
  const answer = await pending;
  const { form } = intent;
  const schema = isObject(form) ? form["parameters"] : undefined;
  const required = isObject(schema) && Array.isArray(schema["required"]) ? schema["required"] : [];
  const isEmpty = isObject(answer) && ["value", "cancel", "error"].every((name) => (answer[name] ?? null) === null);
  return isEmpty && required.length > 0
    ? { error: `The answer does not fit the form. /value: The property ${String(required[0])} is missing.` }
    : answer;
}
