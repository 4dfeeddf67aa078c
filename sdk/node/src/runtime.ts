/** A running extension: what comes over the socket is handed to its hooks, and what comes of that is told. */

import { setMaxListeners } from "node:events";
import { Client } from "./api/client.js";
import { type Common, Communicator, Delivery, lineOf } from "./communicator.js";
import { ConfigurationError, isObject, type Parameters } from "./configuration.js";
import { attach, Extension, HOOKS } from "./extension.js";
import { wordsOf } from "./faults.js";
import { say } from "./journal.js";
import { jsonOf } from "./json.js";
import { ConnectionFailedError, Link } from "./link.js";
import { Turns } from "./turns.js";
import { watch } from "./watch.js";
import { Workers } from "./workers.js";

export const STOPPED = 0;
export const NOT_BEGUN = 1;
export const NOT_CONNECTED = 2;
export const NOT_READY = 3;

const VERSIONS = "extension.versions";
const READY = "extension.ready";
const SETTINGS = "extension.settings";
const LIFE = ["onUpgrade", "onReady", "onTerminate"] as const;
const ERROR_CHARACTERS = 2_000;
/** Around a result, in its message. */
const ENVELOPE_BYTES = 256;

/** One extension beside one service. `run` it once. */
export class Runtime {
  readonly #extension: Extension;
  readonly #url: string;
  readonly #common: Common;
  readonly #images: Turns;
  readonly #others: Turns;
  readonly #begun = new Map<string, Promise<void>>();
  readonly #ending = new AbortController();
  readonly #ended: Promise<number>;
  #end: (status: number) => void = () => undefined;

  /** `load` is asked again before each connection: the service makes a new key whenever it starts. `parameters` are
   * those of the beginning. Throws `ConfigurationError` for a hook that is no function.
   */
  constructor(extension: Extension, parameters: Parameters, load: () => Promise<Parameters>) {
    check(extension);
    const api = new Client(parameters.url, parameters.key, { extensionId: parameters.extensionId });
    const loaded = async (): Promise<Parameters> => {
      const found = await load();
      api.use(found.key);
      return found;
    };
    const link = new Link(loaded, (message) => this.#heard(message), extension.patience);
    const workers = new Workers(extension.concurrency);
    this.#extension = extension;
    this.#url = parameters.url;
    this.#common = { api, link, workers, signal: this.#ending.signal };
    this.#images = new Turns(extension.concurrency);
    this.#others = new Turns(extension.concurrency);
    this.#ended = new Promise((resolve) => {
      this.#end = resolve;
    });
    setMaxListeners(0, this.#ending.signal); // each hook may have its own
    attach(extension, new Communicator(this.#common));
  }

  /** Take events until something ends it; the exit status that says what. */
  async run(): Promise<number> {
    const { api, link, workers } = this.#common;
    const connecting = this.#connect();
    const unwatch = watch();
    try {
      const status = await this.#ended;
      if (status === STOPPED) {
        await this.#terminate();
      }
      await link.close();
      return status;
    } finally {
      this.#ending.abort();
      unwatch();
      api.close();
      await workers.close();
      await connecting;
    }
  }

  /** Have `run` end well. */
  stop(): void {
    this.#end(STOPPED);
  }

  async #connect(): Promise<void> {
    try {
      await this.#common.link.run();
    } catch (error) {
      if (error instanceof ConnectionFailedError) {
        say("error", `the service at ${this.#url} was not reached`);
      } else {
        say("error", "the socket failed", error);
      }
      this.#end(NOT_CONNECTED);
    }
  }

  async #terminate(): Promise<void> {
    try {
      await this.#extension.onTerminate();
    } catch (error) {
      say("error", "onTerminate failed", error);
    }
  }

  // What is heard.

  /** The acknowledgement of an event. */
  async #heard(message: unknown): Promise<unknown> {
    const delivery = deliveryOf(message);
    if (delivery === undefined) {
      say("error", "an event was not understood");
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
      result = resultOf(await this.#hooked(delivery), link.largestMessage - ENVELOPE_BYTES);
    } catch (error) {
      if (!this.#ending.signal.aborted) {
        say("error", `the hook of ${delivery.channel} failed`, error);
      }
      return this.#failed(delivery, wordsOf(error));
    }
    if (delivery.isActivity) {
      // its end is told to front ends; of all else, the acknowledgement says enough
      link.say("acknowledgment", { success: true }, delivery.contextId);
    }
    return result;
  }

  async #hooked(delivery: Delivery): Promise<unknown> {
    const hook = HOOKS.get(delivery.channel);
    if (hook === undefined) {
      throw new RangeError(`there is no hook for ${delivery.channel}`);
    }
    if (delivery.channel === SETTINGS && isObject(delivery.value["value"])) {
      this.#common.settings = delivery.value["value"];
    }
    const turns = delivery.imageId === undefined ? this.#others : this.#images;
    const key = delivery.channel === SETTINGS ? SETTINGS : delivery.imageId;
    const communicator = new Communicator(this.#common, delivery);
    return turns.turn(key, () => hook.call(this.#extension, communicator, delivery.value));
  }

  /** Tell of a failure in both ways: services that do not read acknowledgements read the instruction. */
  #failed(delivery: Delivery, why: string): object {
    const told = why.slice(0, ERROR_CHARACTERS).toWellFormed();
    this.#common.link.say("log", lineOf("error", told, delivery), delivery.contextId);
    this.#common.link.say("acknowledgment", { success: false }, delivery.contextId);
    return failure(told);
  }

  // The steps before events.

  async #step(delivery: Delivery): Promise<unknown> {
    if (delivery.channel === READY) {
      return this.#stepped(delivery, "onReady", READY, NOT_READY, () => this.#extension.onReady());
    }
    const { current, previous, upgrade } = delivery.value;
    if (upgrade !== true) {
      return true;
    }
    const former = typeof previous === "string" ? previous : undefined;
    const hook = (): Promise<void> => this.#extension.onUpgrade(String(current), former);
    return this.#stepped(delivery, "onUpgrade", `${VERSIONS} ${String(current)}`, NOT_BEGUN, hook);
  }

  /** A step runs once: when the connection is lost meanwhile, the next one waits for it to end. */
  async #stepped(
    delivery: Delivery,
    name: string,
    step: string,
    status: number,
    hook: () => Promise<void>,
  ): Promise<unknown> {
    const running = this.#begun.get(step) ?? Promise.resolve().then(hook);
    this.#begun.set(step, running);
    try {
      await running;
      return true;
    } catch (error) {
      say("error", `${name} failed`, error);
      const answer = this.#failed(delivery, `${name} failed: ${wordsOf(error)}`);
      this.#end(status);
      return answer;
    }
  }
}

/** The hooks that are overridden although the manifest has no event for them, each with its event. */
export function unheard(extension: Extension, events: ReadonlySet<string>): [string, string][] {
  return [...HOOKS]
    .filter(([channel]) => channel !== SETTINGS && !events.has(channel))
    .filter(([, { name }]) => extension[name] !== Extension.prototype[name])
    .map(([channel, { name }]) => [name, channel]);
}

function check(extension: Extension): void {
  for (const name of [...LIFE, ...[...HOOKS.values()].map((hook) => hook.name)]) {
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
  const moment = typeof milliseconds === "number" ? milliseconds : 0;
  return new Delivery(channel, contextId, moment, value, isActivity === true);
}

/** What a hook returned. Throws for what is no JSON, or has more than so many bytes: the service would end the
 * connection upon it.
 */
function resultOf(returned: unknown, most: number): unknown {
  if (returned === undefined || returned === null || returned === true) {
    return returned;
  }
  const size = Buffer.byteLength(jsonOf(returned));
  if (size > most) {
    throw new RangeError(`what the hook returned has ${size} bytes, and the service takes ${most}`);
  }
  return returned;
}

function failure(why: string): object {
  return { success: false, error: why };
}
