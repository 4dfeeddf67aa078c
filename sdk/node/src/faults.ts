/** What was thrown, in words. JavaScript lets anything be thrown. */

/** The name of an error and what it says. */
export function wordsOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) {
    return `Error: ${String(thrown)}`;
  }
  const name = thrown.name === "Error" ? thrown.constructor.name : thrown.name;
  return `${name}: ${thrown.message}`;
}
