/** Naming the fault that is hardest to find: a hook that blocks, so that the service takes the extension for dead. */

import { say } from "./journal.js";

const WATCH_SECONDS = 1;
/** How long a hook may keep all others, and the socket, from going on before it is told of. */
const BLOCKED_SECONDS = 5;

/** Watch until what is returned is called. */
export function watch(every: number = WATCH_SECONDS, most: number = BLOCKED_SECONDS): () => void {
  let begun = performance.now();
  const timer = setInterval(() => {
    const late = (performance.now() - begun) / 1000 - every;
    if (late > most) {
      say("warning", `a hook blocked everything else for ${late.toFixed(1)} s: do such work with communicator.run(…)`);
    }
    begun = performance.now();
  }, every * 1000);
  return () => clearInterval(timer);
}
