/** Values that are loaded from the service, with what a component shows meanwhile. */

import { html, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from "lit";
import { isAbort } from "../../api/errors.js";
import "./facetry-problem.js";

/** A value of the service, and why the last attempt to read it failed. */
export abstract class Reading<T> {
  /** The value that was read last. */
  value: T | undefined;
  error: unknown;

  abstract reload(): Promise<void>;

  /** What a component shows instead of the value: what it shows while it waits, or the failure. */
  instead(waiting: TemplateResult): TemplateResult {
    if (this.error === undefined) return waiting;
    return html`<facetry-problem .error=${this.error} @retry=${() => this.reload()}></facetry-problem>`;
  }
}

/** Loads a value while its component is on the page. `reload` loads it again and shows the former value meanwhile. */
export class Loading<T> extends Reading<T> implements ReactiveController {
  isLoading = false;
  #controller: AbortController | undefined;
  readonly #host: ReactiveControllerHost;
  readonly #load: (signal: AbortSignal) => Promise<T>;

  constructor(host: ReactiveControllerHost, load: (signal: AbortSignal) => Promise<T>) {
    super();
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
