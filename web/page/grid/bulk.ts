/** Work on many images, one request each. */

import { sentencesOf } from "../base/facetry-problem.js";
import { isAbort } from "../../api/errors.js";

/** Why some images were not changed. */
export interface Failure {
  readonly text: string;
  readonly remedy: string | undefined;
  readonly count: number;
}

/** What became of the images. */
export interface Outcome {
  readonly done: readonly string[];
  readonly failures: readonly Failure[];
}

const AT_ONCE = 4;

/** Does something for each item, some at once. Stops after the signal; failures are counted by their reason. */
export async function forEach(
  items: readonly string[],
  run: (item: string) => Promise<unknown>,
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<Outcome> {
  const done: string[] = [];
  const failures = new Map<string, Failure>();
  let next = 0;
  let ended = 0;
  async function work(): Promise<void> {
    for (let item = items[next++]; item !== undefined && !signal.aborted; item = items[next++]) {
      try {
        await run(item);
        done.push(item);
      } catch (error) {
        if (isAbort(error)) return;
        const sentences = sentencesOf(error);
        const name = `${sentences.text} ${sentences.remedy}`;
        failures.set(name, { ...sentences, count: (failures.get(name)?.count ?? 0) + 1 });
      }
      onProgress(++ended);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { done, failures: [...failures.values()].sort((one, other) => other.count - one.count) };
}

/** Parts of a list with at most so many items. */
export function partsOf(items: readonly string[], most: number): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(items.length / most) }, (_, part) =>
    items.slice(part * most, (part + 1) * most),
  );
}
