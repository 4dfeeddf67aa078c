/** How fast work goes on, and when it will be done. */

import type { ExtensionCapabilityProgress } from "@api/models.js";

interface Sample {
  readonly milliseconds: number;
  readonly finished: number;
}

const WINDOW_MILLISECONDS = 60_000;
const LEAST_MILLISECONDS = 1_500;

/** The pace of a number that grows. */
export class Pace {
  #samples: readonly Sample[] = [];

  /** Notes how much is finished. A smaller number than before begins anew. */
  add(finished: number, milliseconds: number): void {
    const last = this.#samples.at(-1);
    const former = last !== undefined && finished < last.finished ? [] : this.#samples;
    const recent = former.filter((each) => milliseconds - each.milliseconds <= WINDOW_MILLISECONDS);
    this.#samples = [...recent, { milliseconds, finished }];
  }

  /** How much is finished in a second; `undefined` until that can be said. */
  get perSecond(): number | undefined {
    const [first, last] = [this.#samples[0], this.#samples.at(-1)];
    if (first === undefined || last === undefined) return undefined;
    const passed = last.milliseconds - first.milliseconds;
    return passed < LEAST_MILLISECONDS ? undefined : ((last.finished - first.finished) * 1_000) / passed;
  }

  /** After how many seconds the rest will be done; `undefined` if that cannot be said. */
  secondsFor(pending: number): number | undefined {
    const { perSecond } = this;
    return perSecond === undefined || perSecond <= 0 || pending <= 0 ? undefined : pending / perSecond;
  }
}

/** How many images a capability is done with, whatever came of it. */
export function finishedOf({ done, empty, failed }: ExtensionCapabilityProgress): number {
  return done + empty + failed;
}

/** How many images a capability has not evaluated, without a request for them. */
export function missingOf({ unasked, stale, cancelled }: ExtensionCapabilityProgress): number {
  return unasked + stale + cancelled;
}

/** `about 3 minutes left`. */
export function timeLeft(seconds: number): string {
  if (seconds < 10) return "a few seconds left";
  if (seconds < 90) return `about ${Math.ceil(seconds / 10) * 10} seconds left`;
  if (seconds < 5_400) return `about ${Math.round(seconds / 60)} minutes left`;
  if (seconds < 129_600) return `about ${Math.round(seconds / 3_600)} hours left`;
  return `about ${Math.round(seconds / 86_400)} days left`;
}

/** `12 a second`, `3 a minute`. */
export function paceText(perSecond: number): string {
  if (perSecond >= 0.5)
    return `${perSecond.toLocaleString(undefined, { maximumFractionDigits: perSecond < 10 ? 1 : 0 })} a second`;
  return `${Math.round(perSecond * 60)} a minute`;
}
