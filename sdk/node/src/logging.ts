/** The log of the kit itself, on the standard error output, which the service keeps. */

const LEVELS = ["info", "warning", "error", "nothing"] as const;

/** The level of a line; with the threshold `nothing`, there are none. */
export type LogLevel = (typeof LEVELS)[number];

let threshold: LogLevel = "warning";

/** Write lines of this level and above. */
export function setLogLevel(level: LogLevel): void {
  threshold = level;
}

/** Write a line, with the trace of an error. */
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
