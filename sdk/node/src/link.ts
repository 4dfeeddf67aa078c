/** The socket between an extension and the service: opened again for as long as the extension runs.
 *
 * Every connection is a client of its own, so that what a hook returns after its connection was lost goes nowhere,
 * instead of into a connection where it answers something else.
 */

import { setTimeout as pause } from "node:timers/promises";
import { io, type Socket } from "socket.io-client";
import { ConfigurationError, isObject, type Parameters } from "./configuration.js";
import { say } from "./journal.js";
import { sendable } from "./json.js";
import { VERSION } from "./version.js";

/** For the connection to be opened, and for the service to take it. */
const OPENING_SECONDS = 15;
const FIRST_DELAY = 0.2;
const LONGEST_DELAY = 15;
/** The service is there; but whoever is cut off again and again, as by a second process, does not come at once. */
const LONGEST_DELAY_WHEN_TAKEN = 2;
/** A connection that held so long was a good one: the next attempt comes soon. */
const LASTING_SECONDS = 5;
/** What a service takes that does not say. */
const USUAL_MESSAGE = 1_000_000;
/** For what was said last to go out. */
const LEAVING_SECONDS = 1;

/** What an extension says to the service, besides who it is. */
export type Kind = "log" | "notification" | "acknowledgment" | "intent";

/** Gets each event, and gives its acknowledgement. */
export type Hear = (message: unknown) => Promise<unknown>;

/** The service was not reached at all, for long. */
export class ConnectionFailedError extends Error {
  override readonly name = "ConnectionFailedError";
}

/** There is no connection, or it went before the answer came. */
export class LostError extends Error {
  override readonly name = "LostError";
}

/** No answer came in time. */
export class UnansweredError extends Error {
  override readonly name = "UnansweredError";
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
    this.#waiting.forEach((told) => told());
    this.#waiting.clear();
  }

  /** What `begin` settles with, in time and before the connection goes. */
  async before<T>(
    begin: (resolve: (value: T) => void, reject: (error: Error) => void) => void,
    patience: number,
    late: () => Error,
  ): Promise<T> {
    let leave: () => void = () => undefined;
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<T>((resolve, reject) => {
        leave = () => reject(new LostError("the connection went"));
        timer = setTimeout(() => reject(late()), patience * 1000);
        this.#waiting.add(leave);
        begin(resolve, reject);
      });
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(leave);
    }
  }

  /** Wait until it goes. */
  async gone(): Promise<void> {
    if (this.isOpen) {
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }
}

/** Keeps the extension connected and carries what it says. */
export class Link {
  /** The bytes that the service takes in one message. */
  largestMessage = USUAL_MESSAGE;
  readonly #load: () => Promise<Parameters>;
  readonly #hear: Hear;
  readonly #patience: number;
  readonly #closing = new AbortController();
  #now: Connection | undefined;
  #wasTaken = false;

  /** `load` tells where the service is and is asked anew before each attempt, for the key may have changed; `hear` gets
   * each event. `patience` is in seconds.
   */
  constructor(load: () => Promise<Parameters>, hear: Hear, patience: number) {
    this.#load = load;
    this.#hear = hear;
    this.#patience = patience;
  }

  /** Connect, and connect again, until it is closed. Throws `ConnectionFailedError` when it never worked. */
  async run(): Promise<void> {
    const due = seconds() + this.#patience;
    let delay = FIRST_DELAY;
    while (!this.#closing.signal.aborted) {
      const begun = seconds();
      let isTaken = false;
      try {
        await this.#connected();
        isTaken = true;
        say("info", "the connection to the service ended");
      } catch (error) {
        if (!(error instanceof ConfigurationError || error instanceof LostError)) {
          throw error;
        }
        if (this.#closing.signal.aborted) {
          return;
        }
        say("warning", `not connected: ${error.message}`);
      }
      if (!this.#wasTaken && seconds() > due) {
        throw new ConnectionFailedError();
      }
      const longest = isTaken ? LONGEST_DELAY_WHEN_TAKEN : LONGEST_DELAY;
      delay = seconds() - begun > LASTING_SECONDS ? FIRST_DELAY : Math.min(2 * delay, longest);
      await this.#rest(delay / 2 + (Math.random() * delay) / 2); // so that not all come back at once
    }
  }

  /** Say what is still to be said, go, and do not come back. */
  async close(): Promise<void> {
    const client = this.#now?.client;
    const ended = client === undefined ? undefined : ending(client);
    this.#closing.abort();
    client?.disconnect();
    if (ended !== undefined) {
      await Promise.race([ended, pause(LEAVING_SECONDS * 1000, undefined, { ref: false })]);
    }
  }

  /** Say something. What is said without a connection is lost, as Socket.IO has it. Throws `TypeError` or `RangeError`
   * for what a message cannot hold.
   */
  say(kind: Kind, content: object, context: string | undefined): void {
    if (this.#now?.isOpen) {
      this.#now.client.emit("instructions", messageOf(this.#now.parameters, kind, content, context));
    }
  }

  /** Send an intent; its acknowledgement. Throws `LostError`, and `UnansweredError` after so many seconds. */
  async ask(content: object, context: string | undefined, patience: number): Promise<unknown> {
    const connection = this.#now;
    if (!connection?.isOpen) {
      throw new LostError("no connection");
    }
    const message = messageOf(connection.parameters, "intent", content, context);
    return asked(connection, "instructions", message, patience);
  }

  async #connected(): Promise<void> {
    const parameters = await this.#load();
    const connection = new Connection(opened(parameters.url), parameters);
    const { client } = connection;
    client.on("events", (message: unknown, answer?: unknown) => void this.#heard(connection, message, answer));
    client.on("disconnect", () => connection.end());
    const leave = (): void => connection.end();
    this.#closing.signal.addEventListener("abort", leave);
    try {
      await this.#open(connection);
      await connection.gone();
    } finally {
      this.#closing.signal.removeEventListener("abort", leave);
      this.#now = undefined;
      connection.end();
      client.disconnect();
    }
  }

  async #open(connection: Connection): Promise<void> {
    const { parameters } = connection;
    await arrived(connection);
    this.#now = connection;
    const introduction = { ...who(parameters), isOpen: true, sdkVersion: VERSION, environment: "node" };
    const told = await asked(connection, "connection", introduction, OPENING_SECONDS).catch((error: unknown) => {
      if (error instanceof UnansweredError) {
        return undefined;
      }
      throw error;
    });
    if (!isObject(told)) {
      // a refusal is no answer, or an empty one
      throw new LostError("the service did not take the connection; the key may not be current");
    }
    this.#wasTaken = true;
    const most = told["maximumPayloadSizeInBytes"];
    this.largestMessage = typeof most === "number" && most > 0 ? most : USUAL_MESSAGE;
  }

  async #heard(connection: Connection, message: unknown, answer: unknown): Promise<void> {
    const told = await this.#hear(message);
    if (connection.isOpen && typeof answer === "function") {
      (answer as (value: unknown) => void)(sendable(told ?? null));
    }
  }

  async #rest(delay: number): Promise<void> {
    await pause(delay * 1000, undefined, { signal: this.#closing.signal }).catch(() => undefined); // it is closed
  }
}

/** A client that has begun to connect. The path of the service is always that of its root. */
function opened(url: string): Socket {
  try {
    return io(new URL(url).origin, {
      transports: ["websocket"],
      reconnection: false,
      forceNew: true,
      timeout: OPENING_SECONDS * 1000,
    });
  } catch (error) {
    throw new LostError(`${url}: ${(error as Error).message}`);
  }
}

/** Wait until the client is connected. */
async function arrived(connection: Connection): Promise<void> {
  const {
    client,
    parameters: { url },
  } = connection;
  const begin = (resolve: () => void, reject: (error: Error) => void): void => {
    client.once("connect", resolve);
    client.once("connect_error", (error: Error & { description?: { message?: string } }) => {
      reject(new LostError(`${url}: ${error.description?.message ?? error.message}`));
    });
  };
  await connection.before<void>(begin, OPENING_SECONDS, () => new LostError(`${url}: it did not answer in time`));
}

/** Send a message; its acknowledgement. */
async function asked(connection: Connection, event: string, message: object, patience: number): Promise<unknown> {
  return connection.before<unknown>(
    (resolve) => connection.client.emit(event, message, resolve),
    patience,
    () => new UnansweredError(`nobody answered within ${patience} seconds`),
  );
}

/** When the socket below the client is closed by both sides, so that all that was sent has arrived. */
async function ending(client: Socket): Promise<void> {
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
  return { ...who(parameters), [kind]: sendable(content), ...(context === undefined ? {} : { contextId: context }) };
}

function who(parameters: Parameters): object {
  return { apiKey: parameters.key, extensionId: parameters.extensionId };
}

function seconds(): number {
  return performance.now() / 1000;
}
