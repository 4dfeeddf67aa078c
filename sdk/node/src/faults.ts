/** What was thrown, in words. JavaScript lets anything be thrown. */

/** The name of an error and what it says. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) {
    return `Error: ${String(error)}`;
  }
  const name = error.name === "Error" ? error.constructor.name : error.name;
  return `${name}: ${error.message}`;
}
