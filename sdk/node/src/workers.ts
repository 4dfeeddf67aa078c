/** Threads for work that blocks. */

import { Worker } from "node:worker_threads";
import { Slots } from "./turns.js";

/** What a thread answers. */
export type Outcome = { readonly value: unknown } | { readonly fault: Fault };

/** An error on its way between threads, which would lose its name. */
export interface Fault {
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

  constructor(most: number) {
    this.#slots = new Slots(most);
  }

  /** Call what the module exports as its default with the values. What it throws is thrown here. */
  async run(module: URL, values: readonly unknown[]): Promise<unknown> {
    return this.#slots.hold(async () => {
      if (this.#isClosed) {
        throw new Error("the extension ends");
      }
      const worker = this.#idle.pop() ?? this.#made();
      const outcome = await answered(worker, { module: module.href, values });
      this.#idle.push(worker);
      if ("value" in outcome) {
        return outcome.value;
      }
      throw Object.assign(new Error(outcome.fault.message), outcome.fault);
    });
  }

  /** End all threads, in the midst of what they do. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#all].map((each) => each.terminate()));
  }

  #made(): Worker {
    const worker = new Worker(PROGRAM);
    this.#all.add(worker);
    worker.once("exit", () => {
      this.#all.delete(worker);
      this.#idle = this.#idle.filter((each) => each !== worker);
    });
    return worker;
  }
}

async function answered(worker: Worker, work: object): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      worker.off("message", done).off("error", failed).off("exit", ended);
    };
    const done = (outcome: Outcome): void => {
      leave();
      resolve(outcome);
    };
    const failed = (error: Error): void => {
      leave();
      reject(error);
    };
    const ended = (status: number): void => failed(new Error(`the thread ended with status ${status}`));
    worker.once("message", done).once("error", failed).once("exit", ended);
    worker.postMessage(work);
  });
}
