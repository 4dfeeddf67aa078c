/** Values that are read again and again while their component can be seen. */

import type { ReactiveController, ReactiveControllerHost } from "lit";
import { isAbort } from "../../api/errors.js";
import type { EventTopic } from "../../api/models.js";
import { Reading } from "../base/loading.js";
import { type Batch, onEvents } from "./events.js";

/** How a value is read again. */
export interface PollingOptions<T> {
  readonly load: (signal: AbortSignal) => Promise<T>;
  /** How long after a value the next one is read, in milliseconds; at least 2 s. */
  readonly pause: (value: T | undefined) => number;
  /** Events that have it read sooner. */
  readonly topics?: readonly EventTopic[];
  /** How long after events it is read, in milliseconds. */
  readonly pauseAfter?: (batch: Batch) => number;
}

const LEAST_MILLISECONDS = 2_000;
const EVENT_MILLISECONDS = 400;

/** Reads a value while its component is on the page and the page can be seen. A failed read is repeated. */
export class Polling<T> extends Reading<T> implements ReactiveController {
  #controller: AbortController | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #due = Number.POSITIVE_INFINITY;
  #stop: (() => void) | undefined;
  readonly #host: ReactiveControllerHost;
  readonly #options: PollingOptions<T>;

  constructor(host: ReactiveControllerHost, options: PollingOptions<T>) {
    super();
    this.#host = host;
    this.#options = options;
    host.addController(this);
  }

  hostConnected(): void {
    document.addEventListener("visibilitychange", this.#seen);
    const { topics, pauseAfter = () => EVENT_MILLISECONDS } = this.#options;
    if (topics !== undefined) this.#stop = onEvents(topics, (batch) => this.#plan(pauseAfter(batch)));
    void this.reload();
  }

  hostDisconnected(): void {
    document.removeEventListener("visibilitychange", this.#seen);
    this.#stop?.();
    this.#cancel();
  }

  /** Reads the value at once. A read that goes on is given up. */
  async reload(): Promise<void> {
    this.#cancel();
    const controller = new AbortController();
    this.#controller = controller;
    try {
      const value = await this.#options.load(controller.signal);
      if (this.#controller !== controller) return;
      this.value = value;
      this.error = undefined;
    } catch (error) {
      if (this.#controller !== controller || isAbort(error)) return;
      this.error = error;
    }
    this.#controller = undefined;
    const pause = Math.max(this.#options.pause(this.value), LEAST_MILLISECONDS);
    const next = Math.min(pause, this.#due);
    this.#due = Number.POSITIVE_INFINITY;
    this.#plan(next);
    this.#host.requestUpdate();
  }

  readonly #seen = (): void => {
    if (!document.hidden) void this.reload();
  };

  #plan(milliseconds: number): void {
    if (document.hidden || milliseconds >= this.#due) return;
    this.#due = milliseconds;
    if (this.#controller !== undefined) return; // the read that goes on plans the next one
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.reload(), milliseconds);
  }

  #cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#due = Number.POSITIVE_INFINITY;
    this.#controller?.abort();
    this.#controller = undefined;
  }
}
