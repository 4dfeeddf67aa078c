/** Values that are loaded from the service, with what a component shows meanwhile. */

import type { ReactiveController, ReactiveControllerHost } from "lit";
import { isAbort } from "../../api/errors.js";

/** Loads a value while its component is on the page. `reload` loads it again and shows the former value meanwhile. */
export class Loading<T> implements ReactiveController {
  /** The value that was loaded last. */
  value: T | undefined;
  /** Why the last attempt failed. */
  error: unknown;
  isLoading = false;
  #controller: AbortController | undefined;
  readonly #host: ReactiveControllerHost;
  readonly #load: (signal: AbortSignal) => Promise<T>;

  constructor(host: ReactiveControllerHost, load: (signal: AbortSignal) => Promise<T>) {
    this.#host = host;
    this.#load = load;
    host.addController(this);
  }

  hostConnected(): void {
    void this.reload();
  }

  hostDisconnected(): void {
    this.#controller?.abort();
  }

  /** Loads the value; a request for the former one is given up. */
  async reload(): Promise<void> {
    this.#controller?.abort();
    const controller = new AbortController();
    this.#controller = controller;
    this.isLoading = true;
    this.#host.requestUpdate();
    try {
      const value = await this.#load(controller.signal);
      if (this.#controller !== controller) return;
      this.value = value;
      this.error = undefined;
    } catch (error) {
      if (this.#controller !== controller || isAbort(error)) return;
      this.error = error;
    }
    this.isLoading = false;
    this.#host.requestUpdate();
  }
}
