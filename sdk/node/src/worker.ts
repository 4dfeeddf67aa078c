/** The program of a thread: it calls functions of modules, one after the other. */

import { parentPort } from "node:worker_threads";
import type { Fault, Outcome } from "./workers.js";

interface Work {
  readonly module: string;
  readonly values: readonly unknown[];
}

parentPort?.on("message", (work: Work) => void run(work));

async function run({ module, values }: Work): Promise<void> {
  try {
    const { default: work } = (await import(module)) as { default?: unknown };
    if (typeof work !== "function") {
      throw new TypeError(`${module} exports no function as its default`);
    }
    answer({ value: await (work as (...values: unknown[]) => unknown)(...values) });
  } catch (error) {
    answer({ fault: faultOf(error) });
  }
}

function answer(outcome: Outcome): void {
  parentPort?.postMessage(outcome);
}

function faultOf(error: unknown): Fault {
  return error instanceof Error
    ? { name: error.name, message: error.message, stack: error.stack }
    : { name: "Error", message: String(error), stack: undefined };
}
