/** Values that components show and other code changes. */

import type { ReactiveElement } from "lit";

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

/** Decorates a class of components: they are rendered anew when one of the stores changes. */
export function watch(...stores: readonly Pick<Store<unknown>, "listen">[]) {
  return (component: typeof ReactiveElement): void =>
    component.addInitializer((host) => {
      let stops: (() => void)[] = [];
      host.addController({
        hostConnected() {
          stops = stores.map((store) => store.listen(() => host.requestUpdate()));
        },
        hostDisconnected() {
          for (const stop of stops) stop();
        },
      });
    });
}
