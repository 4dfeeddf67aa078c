/** What the kit has to say about itself goes to the standard error output, which the service keeps. */

const LEVELS = ["info", "warning", "error", "nothing"] as const;

/** How grave something is; `nothing` is graver than all that is said. */
export type LogLevel = (typeof LEVELS)[number];

let threshold: LogLevel = "warning";

/** Say only what is at least so grave. */
export function setLogLevel(level: LogLevel): void {
  threshold = level;
}

/** Say something, with the trace of an error. */
export function log(level: Exclude<LogLevel, "nothing">, text: string, error?: unknown): void {
  if (LEVELS.indexOf(level) >= LEVELS.indexOf(threshold)) {
    const trace = error === undefined ? "" : `\n${error instanceof Error ? (error.stack ?? error) : String(error)}`;
    process.stderr.write(`${level.toUpperCase()} facetry-extension: ${text}${trace}\n`);
  }
}

/** The name and the message of an error. JavaScript lets anything be thrown. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) {
    return `Error: ${String(error)}`;
  }
  const name = error.name === "Error" ? error.constructor.name : error.name;
  return `${name}: ${error.message}`;
}
