/** What the kit has to say about itself goes to the standard error output, which the service keeps. */

const LEVELS = ["info", "warning", "error", "nothing"] as const;

/** How grave something is; `nothing` is graver than all that is said. */
export type Gravity = (typeof LEVELS)[number];

let least: Gravity = "warning";

/** Say only what is at least so grave. */
export function sayFrom(gravity: Gravity): void {
  least = gravity;
}

/** Say something, with the trace of an error. */
export function say(gravity: Exclude<Gravity, "nothing">, text: string, error?: unknown): void {
  if (LEVELS.indexOf(gravity) >= LEVELS.indexOf(least)) {
    const trace = error === undefined ? "" : `\n${error instanceof Error ? (error.stack ?? error) : String(error)}`;
    process.stderr.write(`${gravity.toUpperCase()} facetry-extension: ${text}${trace}\n`);
  }
}
