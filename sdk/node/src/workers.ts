/** Threads for work that blocks. */

import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { Slots } from "./limiter.js";

/** What a thread answers. */
export type Outcome = { readonly value: unknown } | { readonly error: ErrorDetails };

/** An error on its way between threads, which would lose its name. */
export interface ErrorDetails {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
}

const PROGRAM = new URL("./worker.js", import.meta.url);

/** So many threads at once, made when they are needed. */
export class Workers {
  readonly #slots: Slots;
  #idle: Worker[] = [];
  readonly #all = new Set<Worker>();
  #isClosed = false;

  constructor(limit: number) {
    this.#slots = new Slots(limit);
  }

  /** Call what the module exports as its default with the values. What it throws is thrown here. */
  async run(module: URL, values: readonly unknown[]): Promise<unknown> {
    return this.#slots.run(async () => {
      if (this.#isClosed) {
        throw new Error("the extension ends");
      }
      const worker = this.#idle.pop() ?? this.#start();
      const outcome = await execute(worker, { module: module.href, values });
      this.#idle.push(worker);
      if ("value" in outcome) {
        return outcome.value;
      }
      throw Object.assign(new Error(outcome.error.message), outcome.error);
    });
  }

  /** End all threads, in the midst of what they do. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#all].map((each) => each.terminate()));
  }

  #start(): Worker {
    const worker = new Worker(PROGRAM);
    this.#all.add(worker);
    worker.once("exit", () => {
      this.#all.delete(worker);
      this.#idle = this.#idle.filter((each) => each !== worker);
    });
    return worker;
  }
}

async function execute(worker: Worker, work: object): Promise<Outcome> {
  const done = new AbortController();
  const { signal } = done;
  const ended = once(worker, "exit", { signal }).then(([status]): never => {
    throw new Error(`the thread ended with status ${status}`);
  });
  worker.postMessage(work);
  try {
    const [outcome] = (await Promise.race([once(worker, "message", { signal }), ended])) as [Outcome]; // or an error
    return outcome;
  } finally {
    done.abort();
  }
}
