/** What happens in the service, from its event stream. */

import { ApiError, isAbort } from "../../api/errors.js";
import type { EventTopic } from "../../api/models.js";
import type { Message } from "../../api/streams.js";
import { Store } from "../base/store.js";
import { service } from "./service.js";

/** An event of the log. */
export interface ServiceEvent {
  readonly topic: EventTopic;
  /** When it happened, in milliseconds since the epoch. */
  readonly milliseconds: number;
  readonly value: unknown;
}

/** Events that came together. */
export interface Batch {
  readonly events: readonly ServiceEvent[];
  /** Whether events are missing, so that everything has to be read again. */
  readonly isIncomplete: boolean;
}

/** `connecting` at first, `live`, or `lost` from the end of a connection until the next one. */
export const connection = new Store<"connecting" | "live" | "lost">("connecting");

const BATCH_MILLISECONDS = 250;
const MAX_BATCH = 1_000;
const FIRST_PAUSE_MILLISECONDS = 500;
const MAX_PAUSE_MILLISECONDS = 15_000;

interface Listener {
  readonly topics: ReadonlySet<string> | undefined;
  readonly receive: (batch: Batch) => void;
  events: ServiceEvent[];
  isIncomplete: boolean;
}

const listeners = new Set<Listener>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Calls a listener with the events of some topics, at most four times a second, until the returned function is called.
 *
 * Without topics, it gets all events. No event is lost: when the log does not have them, a batch is incomplete.
 */
export function onEvents(topics: readonly EventTopic[] | undefined, receive: (batch: Batch) => void): () => void {
  const listener: Listener = { topics: topics && new Set(topics), receive, events: [], isIncomplete: false };
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Follows the event stream until the signal. A lost connection is made again after the last event that came. */
export async function follow(signal: AbortSignal): Promise<void> {
  const place: Place = { id: undefined };
  for (let failures = 0; !signal.aborted; ) {
    const lost = new AbortController();
    const lose = () => lost.abort();
    addEventListener("offline", lose);
    try {
      for await (const message of service
        .until(AbortSignal.any([signal, lost.signal]))
        .eventStream({ lastEventId: place.id })) {
        failures = 0;
        connection.value = "live";
        takeMessage(message, place);
      }
    } catch (error) {
      if (signal.aborted) break;
      if (!isAbort(error) && !(error instanceof ApiError)) throw error;
    } finally {
      removeEventListener("offline", lose);
    }
    connection.value = "lost";
    await pause(Math.min(FIRST_PAUSE_MILLISECONDS * 2 ** failures++, MAX_PAUSE_MILLISECONDS), signal);
  }
}

/** The last place in the log that has been read. */
interface Place {
  id: number | undefined;
}

function takeMessage({ event, data, id }: Message, place: Place): void {
  if (id !== "") place.id = Number(id);
  if (event === "reset") takeReset();
  else if (data !== "") take(JSON.parse(data) as StreamedValue);
}

/** Waits, until the device is online again at most. */
async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  const over = new AbortController();
  await new Promise<void>((resolve) => {
    const end = () => resolve();
    setTimeout(end, milliseconds);
    addEventListener("online", end, { signal: over.signal });
    signal.addEventListener("abort", end, { signal: over.signal });
  });
  over.abort();
}

interface StreamedValue {
  readonly channel: EventTopic;
  readonly milliseconds: number;
  readonly value: unknown;
}

function take({ channel, milliseconds, value }: StreamedValue): void {
  for (const listener of listeners) {
    if (listener.topics !== undefined && !listener.topics.has(channel)) continue;
    if (listener.events.length < MAX_BATCH) listener.events.push({ topic: channel, milliseconds, value });
    else listener.isIncomplete = true;
  }
  timer ??= setTimeout(deliver, BATCH_MILLISECONDS);
}

function takeReset(): void {
  for (const listener of listeners) listener.isIncomplete = true;
  timer ??= setTimeout(deliver, BATCH_MILLISECONDS);
}

function deliver(): void {
  timer = undefined;
  for (const listener of [...listeners]) {
    const { events, isIncomplete } = listener;
    if (events.length === 0 && !isIncomplete) continue;
    listener.events = [];
    listener.isIncomplete = false;
    listener.receive({ events, isIncomplete });
  }
}
