/** Values that components show and other code changes. */

import type { ReactiveController, ReactiveControllerHost } from "lit";

/** A value with listeners. */
export class Store<T> {
  readonly #listeners = new Set<() => void>();
  #value: T;

  constructor(value: T) {
    this.#value = value;
  }

  get value(): T {
    return this.#value;
  }

  set value(value: T) {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const listener of [...this.#listeners]) listener();
  }

  /** Calls a listener after each change, until the returned function is called. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

type Listened = Pick<Store<unknown>, "listen">;

/** Renders a component anew when a store changes: `new Watch(this, store)`. */
export class Watch implements ReactiveController {
  #stops: (() => void)[] = [];
  readonly #host: ReactiveControllerHost;
  readonly #stores: readonly Listened[];

  constructor(host: ReactiveControllerHost, ...stores: readonly Listened[]) {
    this.#host = host;
    this.#stores = stores;
    host.addController(this);
  }

  hostConnected(): void {
    this.#stops = this.#stores.map((store) => store.listen(() => this.#host.requestUpdate()));
  }

  hostDisconnected(): void {
    for (const stop of this.#stops) stop();
    this.#stops = [];
  }
}
