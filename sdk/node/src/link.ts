/** The socket between an extension and the service: opened again for as long as the extension runs.
 *
 * Every connection is a client of its own, so that what a hook returns after its connection was lost goes nowhere,
 * instead of into a connection where it answers something else.
 */

import { setTimeout as pause } from "node:timers/promises";
import { io, type Socket } from "socket.io-client";
import { ConfigurationError, isObject, type Parameters } from "./configuration.js";
import { log } from "./logging.js";
import { toMessage } from "./json.js";
import { VERSION } from "./version.js";

/** For the connection to be opened, and for the service to take it. */
const CONNECT_SECONDS = 15;
const MIN_DELAY = 0.2;
const MAX_DELAY = 15;
/** The service is there; but whoever is cut off again and again, as by a second process, does not come at once. */
const MAX_DELAY_WHEN_ACCEPTED = 2;
/** A connection that held so long was a good one: the next attempt comes soon. */
const STABLE_SECONDS = 5;
/** What a service takes that does not say. */
const DEFAULT_MAX_MESSAGE_BYTES = 1_000_000;
/** For what was said last to go out. */
const CLOSE_SECONDS = 1;

/** What an extension says to the service, besides who it is. */
export type Kind = "log" | "notification" | "acknowledgment" | "intent";

/** Gets each event, and gives its acknowledgement. */
export type EventHandler = (message: unknown) => Promise<unknown>;

/** The service was not reached at all, for long. */
export class ConnectionFailedError extends Error {
  override readonly name = "ConnectionFailedError";
}

/** There is no connection, or it went before the answer came. */
export class ConnectionLostError extends Error {
  override readonly name = "ConnectionLostError";
}

/** No answer came in time. */
export class AnswerTimeoutError extends Error {
  override readonly name = "AnswerTimeoutError";
}

/** One connection, from its opening to its end. */
class Connection {
  readonly client: Socket;
  readonly parameters: Parameters;
  isOpen = true;
  readonly #waiting = new Set<() => void>();

  constructor(client: Socket, parameters: Parameters) {
    this.client = client;
    this.parameters = parameters;
  }

  /** It goes: whoever waits for that is told. */
  end(): void {
    this.isOpen = false;
    this.#waiting.forEach((settle) => settle());
    this.#waiting.clear();
  }

  /** What `begin` settles with, in time and before the connection goes. */
  async whileOpen<T>(
    begin: (resolve: (value: T) => void, reject: (error: Error) => void) => void,
    timeout: number,
    onTimeout: () => Error,
  ): Promise<T> {
    let onClose: () => void = () => undefined;
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<T>((resolve, reject) => {
        onClose = () => reject(new ConnectionLostError("the connection went"));
        timer = setTimeout(() => reject(onTimeout()), timeout * 1000);
        this.#waiting.add(onClose);
        begin(resolve, reject);
      });
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(onClose);
    }
  }

  /** Wait until it goes. */
  async closed(): Promise<void> {
    if (this.isOpen) {
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }
}

/** Keeps the extension connected and carries what it says. */
export class Link {
  /** The bytes that the service takes in one message. */
  maxMessageBytes = DEFAULT_MAX_MESSAGE_BYTES;
  readonly #load: () => Promise<Parameters>;
  readonly #onEvent: EventHandler;
  readonly #timeout: number;
  readonly #closing = new AbortController();
  #connection: Connection | undefined;
  #wasAccepted = false;

  /** `load` tells where the service is and is asked anew before each attempt, for the key may have changed; `onEvent`
   * gets each event. `timeout` is in seconds.
   */
  constructor(load: () => Promise<Parameters>, onEvent: EventHandler, timeout: number) {
    this.#load = load;
    this.#onEvent = onEvent;
    this.#timeout = timeout;
  }

  /** Connect, and connect again, until it is closed. Throws `ConnectionFailedError` when it never worked. */
  async run(): Promise<void> {
    const deadline = seconds() + this.#timeout;
    let delay = MIN_DELAY;
    while (!this.#closing.signal.aborted) {
      const started = seconds();
      let isAccepted = false;
      try {
        await this.#connectOnce();
        isAccepted = true;
        log("info", "the connection to the service ended");
      } catch (error) {
        if (!(error instanceof ConfigurationError || error instanceof ConnectionLostError)) {
          throw error;
        }
        if (this.#closing.signal.aborted) {
          return;
        }
        log("warning", `not connected: ${error.message}`);
      }
      if (!this.#wasAccepted && seconds() > deadline) {
        throw new ConnectionFailedError();
      }
      const maxDelay = isAccepted ? MAX_DELAY_WHEN_ACCEPTED : MAX_DELAY;
      delay = seconds() - started > STABLE_SECONDS ? MIN_DELAY : Math.min(2 * delay, maxDelay);
      await this.#pause(delay / 2 + (Math.random() * delay) / 2); // so that not all come back at once
    }
  }

  /** Say what is still to be said, go, and do not come back. */
  async close(): Promise<void> {
    const client = this.#connection?.client;
    const closed = client === undefined ? undefined : transportClosed(client);
    this.#closing.abort();
    client?.disconnect();
    if (closed !== undefined) {
      await Promise.race([closed, pause(CLOSE_SECONDS * 1000, undefined, { ref: false })]);
    }
  }

  /** Say something. What is said without a connection is lost, as Socket.IO has it. Throws `TypeError` or `RangeError`
   * for what a message cannot hold.
   */
  send(kind: Kind, content: object, context: string | undefined): void {
    if (this.#connection?.isOpen) {
      this.#connection.client.emit("instructions", messageOf(this.#connection.parameters, kind, content, context));
    }
  }

  /** Send an intent; its acknowledgement. Throws `ConnectionLostError` and `AnswerTimeoutError`. */
  async request(content: object, context: string | undefined, timeout: number): Promise<unknown> {
    const connection = this.#connection;
    if (!connection?.isOpen) {
      throw new ConnectionLostError("no connection");
    }
    const message = messageOf(connection.parameters, "intent", content, context);
    return request(connection, "instructions", message, timeout);
  }

  async #connectOnce(): Promise<void> {
    const parameters = await this.#load();
    const connection = new Connection(openSocket(parameters.url), parameters);
    const { client } = connection;
    client.on("events", (message: unknown, answer?: unknown) => void this.#handleEvent(connection, message, answer));
    client.on("disconnect", () => connection.end());
    const onClose = (): void => connection.end();
    this.#closing.signal.addEventListener("abort", onClose);
    try {
      await this.#open(connection);
      await connection.closed();
    } finally {
      this.#closing.signal.removeEventListener("abort", onClose);
      this.#connection = undefined;
      connection.end();
      client.disconnect();
    }
  }

  async #open(connection: Connection): Promise<void> {
    const { parameters } = connection;
    await connected(connection);
    this.#connection = connection;
    const introduction = { ...credentialsOf(parameters), isOpen: true, sdkVersion: VERSION, environment: "node" };
    const answer = await request(connection, "connection", introduction, CONNECT_SECONDS).catch((error: unknown) => {
      if (error instanceof AnswerTimeoutError) {
        return undefined;
      }
      throw error;
    });
    if (!isObject(answer)) { // a refusal is no answer, or an empty one
      throw new ConnectionLostError("the service did not take the connection; the key may not be current");
    }
    this.#wasAccepted = true;
    const maxBytes = answer["maximumPayloadSizeInBytes"];
    this.maxMessageBytes = typeof maxBytes === "number" && maxBytes > 0 ? maxBytes : DEFAULT_MAX_MESSAGE_BYTES;
  }

  async #handleEvent(connection: Connection, message: unknown, answer: unknown): Promise<void> {
    const result = await this.#onEvent(message);
    if (connection.isOpen && typeof answer === "function") {
      answer(toMessage(result ?? null));
    }
  }

  async #pause(delay: number): Promise<void> {
    await pause(delay * 1000, undefined, { signal: this.#closing.signal }).catch(() => undefined); // it is closed
  }
}

/** A client that has begun to connect. The path of the service is always that of its root. */
function openSocket(url: string): Socket {
  try {
    return io(new URL(url).origin, {
      transports: ["websocket"],
      reconnection: false,
      forceNew: true,
      timeout: CONNECT_SECONDS * 1000,
    });
  } catch (error) {
    throw new ConnectionLostError(`${url}: ${(error as Error).message}`);
  }
}

/** Wait until the client is connected. */
async function connected(connection: Connection): Promise<void> {
  const { client, parameters: { url } } = connection;
  const begin = (resolve: () => void, reject: (error: Error) => void): void => {
    client.once("connect", resolve);
    client.once("connect_error", (error: Error & { description?: { message?: string } }) => {
      reject(new ConnectionLostError(`${url}: ${error.description?.message ?? error.message}`));
    });
  };
  const onTimeout = (): Error => new ConnectionLostError(`${url}: it did not answer in time`);
  await connection.whileOpen<void>(begin, CONNECT_SECONDS, onTimeout);
}

/** Send a message; its acknowledgement. */
async function request(connection: Connection, event: string, message: object, timeout: number): Promise<unknown> {
  return connection.whileOpen<unknown>(
    (resolve) => connection.client.emit(event, message, resolve),
    timeout,
    () => new AnswerTimeoutError(`nobody answered within ${timeout} seconds`),
  );
}

/** When the socket below the client is closed by both sides, so that all that was sent has arrived. */
async function transportClosed(client: Socket): Promise<void> {
  const { ws } = client.io.engine.transport as unknown as { ws?: EventTarget | null };
  await new Promise<void>((resolve) => {
    if (ws) {
      ws.addEventListener("close", () => resolve());
    } else {
      resolve();
    }
  });
}

function messageOf(parameters: Parameters, kind: Kind, content: object, context: string | undefined): object {
  const contextId = context === undefined ? {} : { contextId: context };
  return { ...credentialsOf(parameters), [kind]: toMessage(content), ...contextId };
}

function credentialsOf(parameters: Parameters): object {
  return { apiKey: parameters.key, extensionId: parameters.extensionId };
}

function seconds(): number {
  return performance.now() / 1000;
}
