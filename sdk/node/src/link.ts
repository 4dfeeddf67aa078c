/** The socket between an extension and the service: opened again for as long as the extension runs.
 *
 * Every connection is a client of its own, so that what a hook returns after its connection was lost goes nowhere,
 * instead of into a connection where it answers something else.
 */

import { setTimeout as pause } from "node:timers/promises";
import { io, type Socket } from "socket.io-client";
import { ConfigurationError, isObject, type Parameters } from "./configuration.js";
import { toMessage } from "./json.js";
import { log } from "./logging.js";
import { VERSION } from "./version.js";

/** For the connection to be opened, and for the service to accept it. */
const CONNECT_SECONDS = 15;
const MIN_DELAY = 0.2;
const MAX_DELAY = 15;
/** The service is there; but an extension that is cut off again and again, as by a second process, does wait. */
const MAX_DELAY_WHEN_ACCEPTED = 2;
/** A connection that held so long was a good one: the next attempt follows soon. */
const STABLE_SECONDS = 5;
/** What a service accepts that names no limit. */
const DEFAULT_MAX_MESSAGE_BYTES = 1_000_000;
/** For the last messages to be sent. */
const CLOSE_SECONDS = 1;

/** What an extension sends to the service, besides its credentials. */
export type Kind = "log" | "notification" | "acknowledgment" | "intent";

/** Gets each event, and gives its acknowledgement. */
export type EventHandler = (message: unknown) => Promise<unknown>;

/** The service was not reached at all before the timeout. */
export class ConnectionFailedError extends Error {
  override readonly name = "ConnectionFailedError";
}

/** There is no connection, or it was closed before the answer. */
export class ConnectionLostError extends Error {
  override readonly name = "ConnectionLostError";
}

/** No answer arrived in time. */
export class AnswerTimeoutError extends Error {
  override readonly name = "AnswerTimeoutError";
}

interface Connection {
  readonly client: Socket;
  readonly parameters: Parameters;
}

/** Keeps the extension connected and carries its messages. */
export class Link {
  /** The bytes that the service accepts in one message. */
  maxMessageBytes = DEFAULT_MAX_MESSAGE_BYTES;
  readonly #load: () => Promise<Parameters>;
  readonly #onEvent: EventHandler;
  readonly #timeout: number;
  readonly #closing = new AbortController();
  #connection: Connection | undefined;
  #wasAccepted = false;

  /** `load` returns the address of the service, anew before each attempt, for the key may have changed; `onEvent` gets
   * each event. `timeout` is in seconds.
   */
  constructor(load: () => Promise<Parameters>, onEvent: EventHandler, timeout: number) {
    this.#load = load;
    this.#onEvent = onEvent;
    this.#timeout = timeout;
  }

  /** Connect, and connect again, until it is closed. Throws `ConnectionFailedError` when it never worked. */
  async run(): Promise<void> {
    const { signal } = this.#closing;
    const deadline = seconds() + this.#timeout;
    let delay = MIN_DELAY;
    while (!signal.aborted) {
      const started = seconds();
      let isAccepted = false;
      try {
        await this.#connect();
        isAccepted = true;
        log("info", "the connection to the service ended");
      } catch (error) {
        if (!(error instanceof ConfigurationError || error instanceof ConnectionLostError)) {
          throw error;
        }
        if (signal.aborted) {
          return;
        }
        log("warning", `not connected: ${error.message}`);
      }
      if (!this.#wasAccepted && seconds() > deadline) {
        throw new ConnectionFailedError();
      }
      const maxDelay = isAccepted ? MAX_DELAY_WHEN_ACCEPTED : MAX_DELAY;
      delay = seconds() - started > STABLE_SECONDS ? MIN_DELAY : Math.min(2 * delay, maxDelay);
      const jittered = delay / 2 + (Math.random() * delay) / 2; // so that not all extensions connect at once
      await pause(jittered * 1000, undefined, { signal }).catch(() => undefined); // it is closed
    }
  }

  /** Send what is still to be sent, close the connection, and do not connect again. */
  async close(): Promise<void> {
    this.#closing.abort();
    if (this.#connection !== undefined) {
      const { client } = this.#connection;
      const closed = transportClosed(client);
      client.disconnect();
      await Promise.race([closed, pause(CLOSE_SECONDS * 1000, undefined, { ref: false })]);
    }
  }

  /** Send something; without a connection it is lost, as in Socket.IO. Throws `TypeError` or `RangeError` for what a
   * message cannot hold.
   */
  send(kind: Kind, content: object, context: string | undefined): void {
    if (this.#connection?.client.connected) {
      this.#connection.client.emit("instructions", messageOf(this.#connection.parameters, kind, content, context));
    }
  }

  /** Send an intent; its acknowledgement. Throws `ConnectionLostError` and `AnswerTimeoutError`. */
  async request(content: object, context: string | undefined, timeout: number): Promise<unknown> {
    if (!this.#connection?.client.connected) {
      throw new ConnectionLostError("no connection");
    }
    const { client, parameters } = this.#connection;
    return request(client, "instructions", messageOf(parameters, "intent", content, context), timeout);
  }

  /** One connection, from its opening to its end. */
  async #connect(): Promise<void> {
    const parameters = await this.#load();
    const client = clientOf(parameters.url);
    client.on("events", (message: unknown, acknowledge?: unknown) => void this.#receive(client, message, acknowledge));
    const closed = new Promise<void>((resolve) => client.once("disconnect", () => resolve()));
    try {
      await opened(client, parameters.url, this.#closing.signal);
      this.#connection = { client, parameters };
      await this.#introduce(client, parameters);
      await closed;
    } finally {
      this.#connection = undefined;
      client.disconnect();
    }
  }

  async #introduce(client: Socket, parameters: Parameters): Promise<void> {
    const introduction = { ...credentialsOf(parameters), isOpen: true, sdkVersion: VERSION, environment: "node" };
    const answer = await request(client, "connection", introduction, CONNECT_SECONDS).catch((error: unknown) => {
      if (error instanceof AnswerTimeoutError) {
        return undefined;
      }
      throw error;
    });
    if (!isObject(answer)) {
      // a refusal is no answer, or an empty one
      throw new ConnectionLostError("the service did not take the connection; the key may not be current");
    }
    this.#wasAccepted = true;
    const maxBytes = answer["maximumPayloadSizeInBytes"];
    this.maxMessageBytes = typeof maxBytes === "number" && maxBytes > 0 ? maxBytes : DEFAULT_MAX_MESSAGE_BYTES;
  }

  async #receive(client: Socket, message: unknown, acknowledge: unknown): Promise<void> {
    const result = await this.#onEvent(message);
    if (client.connected && typeof acknowledge === "function") {
      (acknowledge as (value: unknown) => void)(toMessage(result ?? null));
    }
  }
}

/** A client that has begun to connect. The path of the service is always that of its root. */
function clientOf(url: string): Socket {
  try {
    return io(new URL(url).origin, { transports: ["websocket"], reconnection: false, forceNew: true });
  } catch (error) {
    throw new ConnectionLostError(`${url}: ${(error as Error).message}`);
  }
}

/** Wait until the client is connected. */
async function opened(client: Socket, url: string, closing: AbortSignal): Promise<void> {
  const signal = AbortSignal.any([closing, AbortSignal.timeout(CONNECT_SECONDS * 1000)]);
  await new Promise<void>((resolve, reject) => {
    const fail = (reason: string): void => reject(new ConnectionLostError(`${url}: ${reason}`));
    signal.addEventListener("abort", () => fail("it did not answer in time"));
    client.once("connect", resolve);
    client.once("connect_error", (error: Error & { description?: { message?: string } }) => {
      fail(error.description?.message ?? error.message);
    });
  });
}

/** Send a message; its acknowledgement. */
async function request(client: Socket, event: string, message: object, timeout: number): Promise<unknown> {
  try {
    return await client.timeout(timeout * 1000).emitWithAck(event, message);
  } catch {
    throw client.connected
      ? new AnswerTimeoutError(`nobody answered within ${timeout} seconds`)
      : new ConnectionLostError("the connection went");
  }
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
