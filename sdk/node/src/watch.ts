/** Naming the fault that is hardest to find: a hook that blocks, so that the service takes the extension for dead. */

import { log } from "./logging.js";

const WATCH_SECONDS = 1;
/** How long a hook may keep all others, and the socket, from going on before a warning. */
const BLOCKED_SECONDS = 5;

/** Watch until what is returned is called. */
export function warnWhenBlocked(interval: number = WATCH_SECONDS, limit: number = BLOCKED_SECONDS): () => void {
  let last = performance.now();
  const timer = setInterval(() => {
    const delay = (performance.now() - last) / 1000 - interval;
    if (delay > limit) {
      log("warning", `a hook blocked everything else for ${delay.toFixed(1)} s: do such work with communicator.run(…)`);
    }
    last = performance.now();
  }, interval * 1000);
  return () => clearInterval(timer);
}
