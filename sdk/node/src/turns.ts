/** Whose turn it is: so many hooks at once, and never two of one image. */

/** The service keeps the order of an image as long as it is connected. After a lost connection it sends again what was
 * not acknowledged, while the hook of the first time may still run: then the second waits.
 */
export class Turns {
  readonly #slots: Slots;
  readonly #lines = new Map<string, Promise<unknown>>();

  constructor(most: number) {
    this.#slots = new Slots(most);
  }

  /** Wait for those of the same key that came before, then for a free slot. */
  async turn<T>(key: string | undefined, work: () => Promise<T>): Promise<T> {
    if (key === undefined) {
      return this.#slots.hold(work);
    }
    const before = this.#lines.get(key);
    const mine = (before ?? Promise.resolve()).then(() => this.#slots.hold(work));
    const settled = mine.catch(() => undefined);
    this.#lines.set(key, settled);
    try {
      return await mine;
    } finally {
      if (this.#lines.get(key) === settled) {
        this.#lines.delete(key);
      }
    }
  }
}

/** So much at once; who comes first is served first. */
export class Slots {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(most: number) {
    this.#free = most;
  }

  /** Do the work when there is a free slot. */
  async hold<T>(work: () => Promise<T>): Promise<T> {
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
