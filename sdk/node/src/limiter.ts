/** Limits of concurrency: so many hooks at once, and never two of one image. */

/** The service keeps the order of an image as long as it is connected. After a lost connection it sends again what was
 * not acknowledged, while the hook of the first time may still run: then the second waits.
 */
export class Limiter {
  readonly #slots: Slots;
  readonly #last = new Map<string, Promise<unknown>>();

  constructor(limit: number) {
    this.#slots = new Slots(limit);
  }

  /** Wait for earlier ones of the same key, then for a free slot. */
  async run<T>(key: string | undefined, work: () => Promise<T>): Promise<T> {
    if (key === undefined) {
      return this.#slots.run(work);
    }
    const previous = this.#last.get(key);
    const current = (previous ?? Promise.resolve()).then(() => this.#slots.run(work));
    const done = current.catch(() => undefined);
    this.#last.set(key, done);
    try {
      return await current;
    } finally {
      if (this.#last.get(key) === done) {
        this.#last.delete(key);
      }
    }
  }
}

/** A semaphore, first in, first out. */
export class Slots {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(limit: number) {
    this.#free = limit;
  }

  /** Do the work when there is a free slot. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) {
      this.#free -= 1;
    } else {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) {
        this.#free += 1;
      } else {
        next();
      }
    }
  }
}
