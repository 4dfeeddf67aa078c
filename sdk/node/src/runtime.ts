/** A running extension: events of the socket are handed to its hooks, and the results are sent back. */

import { setMaxListeners } from "node:events";
import { Client } from "./api/client.js";
import { type Common, Communicator, Delivery, logLine } from "./communicator.js";
import { ConfigurationError, isObject, type Parameters } from "./configuration.js";
import { attach, Extension, HOOKS } from "./extension.js";
import { describeError, log } from "./logging.js";
import { stringify } from "./json.js";
import { ConnectionFailedError, Link } from "./link.js";
import { Limiter } from "./limiter.js";
import { warnWhenBlocked } from "./watch.js";
import { Workers } from "./workers.js";

export const STOPPED = 0;
export const NOT_STARTED = 1;
export const NOT_CONNECTED = 2;
export const NOT_READY = 3;

const VERSIONS = "extension.versions";
const READY = "extension.ready";
const SETTINGS = "extension.settings";
const LIFECYCLE_HOOKS = ["onUpgrade", "onReady", "onTerminate"] as const;
const ERROR_CHARACTERS = 2_000;
/** Around a result, in its message. */
const ENVELOPE_BYTES = 256;

/** One extension beside one service. `run` it once. */
export class Runtime {
  readonly #extension: Extension;
  readonly #url: string;
  readonly #common: Common;
  readonly #imageLimiter: Limiter;
  readonly #otherLimiter: Limiter;
  readonly #steps = new Map<string, Promise<void>>();
  readonly #ending = new AbortController();
  readonly #status: Promise<number>;
  #end: (status: number) => void = () => undefined;

  /** `load` is asked again before each connection: the service makes a new key whenever it starts. `parameters` are
   * those of the beginning. Throws `ConfigurationError` for a hook that is no function.
   */
  constructor(extension: Extension, parameters: Parameters, load: () => Promise<Parameters>) {
    check(extension);
    const api = new Client(parameters.url, parameters.key, { extensionId: parameters.extensionId });
    const loadParameters = async (): Promise<Parameters> => {
      const found = await load();
      api.use(found.key);
      return found;
    };
    const link = new Link(loadParameters, (message) => this.#onEvent(message), extension.patience);
    const workers = new Workers(extension.concurrency);
    this.#extension = extension;
    this.#url = parameters.url;
    this.#common = { api, link, workers, signal: this.#ending.signal };
    this.#imageLimiter = new Limiter(extension.concurrency);
    this.#otherLimiter = new Limiter(extension.concurrency);
    this.#status = new Promise((resolve) => {
      this.#end = resolve;
    });
    setMaxListeners(0, this.#ending.signal); // each hook may have its own
    attach(extension, new Communicator(this.#common));
  }

  /** Handle events until something ends it; the exit status. */
  async run(): Promise<number> {
    const { api, link, workers } = this.#common;
    const connecting = this.#connect();
    const stopWarning = warnWhenBlocked();
    try {
      const status = await this.#status;
      if (status === STOPPED) {
        await this.#terminate();
      }
      await link.close();
      return status;
    } finally {
      this.#ending.abort();
      stopWarning();
      api.close();
      await workers.close();
      await connecting;
    }
  }

  /** Have `run` end with status 0. */
  stop(): void {
    this.#end(STOPPED);
  }

  async #connect(): Promise<void> {
    try {
      await this.#common.link.run();
    } catch (error) {
      if (error instanceof ConnectionFailedError) {
        log("error", `the service at ${this.#url} was not reached`);
      } else {
        log("error", "the socket failed", error);
      }
      this.#end(NOT_CONNECTED);
    }
  }

  async #terminate(): Promise<void> {
    try {
      await this.#extension.onTerminate();
    } catch (error) {
      log("error", "onTerminate failed", error);
    }
  }

  // Events.

  /** The acknowledgement of an event. */
  async #onEvent(message: unknown): Promise<unknown> {
    const delivery = deliveryOf(message);
    if (delivery === undefined) {
      log("error", "an event was not understood");
      return failure("the event was not understood");
    }
    if (delivery.channel === VERSIONS || delivery.channel === READY) {
      return this.#step(delivery);
    }
    return this.#answer(delivery);
  }

  async #answer(delivery: Delivery): Promise<unknown> {
    const { link } = this.#common;
    let result: unknown;
    try {
      result = resultOf(await this.#callHook(delivery), link.maxMessageBytes - ENVELOPE_BYTES);
    } catch (error) {
      if (!this.#ending.signal.aborted) {
        log("error", `the hook of ${delivery.channel} failed`, error);
      }
      return this.#reportFailure(delivery, describeError(error));
    }
    if (delivery.isActivity) {
      // front ends get its end; for all else, the acknowledgement is enough
      link.send("acknowledgment", { success: true }, delivery.contextId);
    }
    return result;
  }

  async #callHook(delivery: Delivery): Promise<unknown> {
    const hook = HOOKS.get(delivery.channel);
    if (hook === undefined) {
      throw new RangeError(`there is no hook for ${delivery.channel}`);
    }
    if (delivery.channel === SETTINGS && isObject(delivery.value["value"])) {
      this.#common.settings = delivery.value["value"];
    }
    const limiter = delivery.imageId === undefined ? this.#otherLimiter : this.#imageLimiter;
    const key = delivery.channel === SETTINGS ? SETTINGS : delivery.imageId;
    const communicator = new Communicator(this.#common, delivery);
    return limiter.run(key, () => hook.call(this.#extension, communicator, delivery.value));
  }

  /** Report a failure in both ways: services that do not read acknowledgements read the instruction. */
  #reportFailure(delivery: Delivery, reason: string): object {
    const text = reason.slice(0, ERROR_CHARACTERS).toWellFormed();
    this.#common.link.send("log", logLine("error", text, delivery), delivery.contextId);
    this.#common.link.send("acknowledgment", { success: false }, delivery.contextId);
    return failure(text);
  }

  // The steps before events.

  async #step(delivery: Delivery): Promise<unknown> {
    if (delivery.channel === READY) {
      return this.#runStep(delivery, "onReady", READY, NOT_READY, () => this.#extension.onReady());
    }
    const { current, previous, upgrade } = delivery.value;
    if (upgrade !== true) {
      return true;
    }
    const former = typeof previous === "string" ? previous : undefined;
    const hook = (): Promise<void> => this.#extension.onUpgrade(String(current), former);
    return this.#runStep(delivery, "onUpgrade", `${VERSIONS} ${String(current)}`, NOT_STARTED, hook);
  }

  /** A step runs once: when the connection is lost meanwhile, the next one waits for it to end. */
  async #runStep(
    delivery: Delivery,
    name: string,
    step: string,
    status: number,
    hook: () => Promise<void>,
  ): Promise<unknown> {
    const running = this.#steps.get(step) ?? Promise.resolve().then(hook);
    this.#steps.set(step, running);
    try {
      await running;
      return true;
    } catch (error) {
      log("error", `${name} failed`, error);
      const answer = this.#reportFailure(delivery, `${name} failed: ${describeError(error)}`);
      this.#end(status);
      return answer;
    }
  }
}

/** The hooks that are overridden although the manifest has no event for them, each with its event. */
export function hooksWithoutEvent(extension: Extension, events: ReadonlySet<string>): [string, string][] {
  return [...HOOKS]
    .filter(([channel]) => channel !== SETTINGS && !events.has(channel))
    .filter(([, { name }]) => extension[name] !== Extension.prototype[name])
    .map(([channel, { name }]) => [name, channel]);
}

function check(extension: Extension): void {
  for (const name of [...LIFECYCLE_HOOKS, ...[...HOOKS.values()].map((hook) => hook.name)]) {
    if (typeof extension[name] !== "function") {
      throw new ConfigurationError(`${extension.constructor.name}.${name} has to be a function`);
    }
  }
}

function deliveryOf(message: unknown): Delivery | undefined {
  if (!isObject(message)) {
    return undefined;
  }
  const { channel, contextId, value, milliseconds, isActivity } = message;
  if (typeof channel !== "string" || typeof contextId !== "string" || !isObject(value)) {
    return undefined;
  }
  const time = typeof milliseconds === "number" ? milliseconds : 0;
  return new Delivery(channel, contextId, time, value, isActivity === true);
}

/** What a hook returned. Throws for what is no JSON, or has more than so many bytes: the service would end the
 * connection upon it.
 */
function resultOf(returned: unknown, maxBytes: number): unknown {
  if (returned === undefined || returned === null || returned === true) {
    return returned;
  }
  const size = Buffer.byteLength(stringify(returned));
  if (size > maxBytes) {
    throw new RangeError(`what the hook returned has ${size} bytes, and the service takes ${maxBytes}`);
  }
  return returned;
}

function failure(reason: string): object {
  return { success: false, error: reason };
}
