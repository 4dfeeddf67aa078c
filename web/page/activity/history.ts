/** The latest events, and those that come. They are kept while the page is open, whatever part of it is shown. */

import { onEvents, type ServiceEvent } from "../session/events.js";
import type { EventTopic } from "../../api/models.js";
import { may, service } from "../session/service.js";
import { type Entry, joined } from "./feed.js";

type Listener = (events: readonly ServiceEvent[]) => void;

/** How many places of the log are read at first. Events for single extensions take places, too. */
const LATEST_PLACES = 1_000;

class History {
  entries: readonly Entry[] = [];
  /** Whether events are missing. */
  hasGap = false;
  #isFollowing = false;
  /** Events that came before the latest ones of the log were read. */
  #early: ServiceEvent[] | undefined = [];
  readonly #listeners = new Set<Listener>();

  /** Calls a listener with events after they are in the entries, until the returned function is called. */
  listen(listener: Listener): () => void {
    if (!this.#isFollowing && may("event:read")) {
      this.#isFollowing = true;
      onEvents(undefined, ({ events, isIncomplete }) => this.#take(events, isIncomplete));
      void this.#begin();
    }
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async #begin(): Promise<void> {
    const latest = await readLatest();
    const known = new Set(latest.map(nameOf));
    const early = (this.#early ?? []).filter((event) => !known.has(nameOf(event)));
    this.#early = undefined;
    this.#add([...latest, ...early]);
  }

  #take(events: readonly ServiceEvent[], isIncomplete: boolean): void {
    this.hasGap ||= isIncomplete;
    if (this.#early === undefined) this.#add(events);
    else this.#early.push(...events);
  }

  #add(events: readonly ServiceEvent[]): void {
    this.entries = joined(this.entries, events);
    for (const listener of [...this.#listeners]) listener(events);
  }
}

/** The events that this page knows. */
export const history = new History();

/** The latest events of the log; none if they cannot be read, for the stream of events says whether it is connected. */
async function readLatest(): Promise<readonly ServiceEvent[]> {
  const events: ServiceEvent[] = [];
  try {
    let end = 0;
    for await (const { id } of service.eventStream({ wait: false })) end = Math.max(end, Number(id));
    const lastEventId = Math.max(end - LATEST_PLACES, 1);
    for await (const { event, data } of service.eventStream({ wait: false, lastEventId })) {
      if (event === "reset" || data === "") continue;
      const { channel, milliseconds, value } = JSON.parse(data) as {
        channel: EventTopic;
        milliseconds: number;
        value: unknown;
      };
      events.push({ topic: channel, milliseconds, value });
    }
  } catch {
    return events; // the feed begins with what comes
  }
  return events;
}

function nameOf({ topic, milliseconds, value }: ServiceEvent): string {
  return JSON.stringify([topic, milliseconds, value]);
}
