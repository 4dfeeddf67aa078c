/** The process of an extension: its folder, its signals, and how it ends. */

import { ConfigurationError, eventsOf, manifestOf, parametersOf } from "./configuration.js";
import type { Extension } from "./extension.js";
import { log, setLogLevel } from "./logging.js";
import { NOT_STARTED, Runtime, hooksWithoutEvent } from "./runtime.js";

const SIGNALS = ["SIGTERM", "SIGINT"] as const;

/** Be the program of the extension in this folder, the current one by default, until it is stopped.
 *
 * The process ends with 0 after SIGTERM, 1 when it cannot begin, 2 when the service is not reached for long, and 3 when
 * `onReady` fails.
 */
export async function run(extension: Extension, folder: string = "."): Promise<never> {
  setLogLevel("info");
  let status: number;
  try {
    status = await runIn(extension, folder);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) {
      throw error;
    }
    log("error", `the extension cannot begin: ${error.message}`);
    status = NOT_STARTED;
  }
  process.exit(status);
}

async function runIn(extension: Extension, folder: string): Promise<number> {
  const parameters = await parametersOf(folder);
  const manifest = await manifestOf(folder);
  const { id = parameters.extensionId } = manifest;
  if (id !== parameters.extensionId) {
    throw new ConfigurationError(`manifest.json is of ${String(id)}, parameters.json of ${parameters.extensionId}`);
  }
  for (const [hook, event] of hooksWithoutEvent(extension, eventsOf(manifest))) {
    log("warning", `${hook} is never called: manifest.json lists no event ${event}`);
  }
  const runtime = new Runtime(extension, parameters, () => parametersOf(folder));
  for (const signal of SIGNALS) {
    process.once(signal, () => runtime.stop()); // the second time, it ends at once
  }
  return runtime.run();
}
