/** What has happened, as a feed: runs of equal events are one entry, and the oldest entries are dropped. */

import type { EventTopic } from "../../api/models.js";
import type { ServiceEvent } from "../session/events.js";

/** Something that happened, once or several times in a row. */
export interface Entry {
  /** Grows by one with each entry. */
  readonly number: number;
  readonly topic: EventTopic;
  readonly count: number;
  /** When it happened last, in milliseconds since the epoch. */
  readonly milliseconds: number;
  /** The ids that it happened to, the last ones first, each once and few of them. */
  readonly subjects: readonly string[];
}

/** Kinds of events that people look for. */
export const FAMILIES = ["images", "facets", "folders", "collections", "extensions"] as const;
export type Family = (typeof FAMILIES)[number];

/** How many entries are kept. */
export const MAX_ENTRIES = 300;

/** How many subjects of an entry are kept. */
export const MAX_SUBJECTS = 6;

/** Events of one topic that are further apart are two entries. */
const RUN_MILLISECONDS = 60_000;
/** How many entries before the last one an event may join, so that topics that take turns become few entries. */
const REACH = 6;

/** The family of a topic. */
export function familyOf(topic: EventTopic): Family {
  const [first, second] = topic.split(".");
  if (first === "repository") return "folders";
  if (first === "collection") return "collections";
  if (first === "extension") return "extensions";
  return second === "tags" || second === "features" || second === "embeddings" ? "facets" : "images";
}

/** The feed with more events. The entry of the last event comes first. */
export function joined(feed: readonly Entry[], events: readonly ServiceEvent[]): readonly Entry[] {
  const entries = [...feed];
  let number = entries.reduce((greatest, each) => Math.max(greatest, each.number), 0);
  for (const event of events) {
    const place = isGrouped(event.topic) ? entries.slice(0, REACH).findIndex((each) => isRun(each, event)) : -1;
    const [former] = place < 0 ? [] : entries.splice(place, 1);
    const entry = former ?? { number: ++number, topic: event.topic, count: 0, milliseconds: 0, subjects: [] };
    entries.unshift(merged(entry, event));
    if (entries.length > MAX_ENTRIES) entries.length = MAX_ENTRIES;
  }
  return entries;
}

/** The id of what an event is about. */
export function subjectOf(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || !("id" in value)) return undefined;
  const { id } = value;
  return typeof id === "string" || typeof id === "number" ? String(id) : undefined;
}

function isGrouped(topic: EventTopic): boolean {
  return topic.startsWith("image.") || topic === "extension.process.started" || topic === "extension.process.stopped";
}

function isRun(entry: Entry, { topic, milliseconds, value }: ServiceEvent): boolean {
  if (entry.topic !== topic || milliseconds - entry.milliseconds > RUN_MILLISECONDS) return false;
  return topic.startsWith("image.") || entry.subjects[0] === subjectOf(value);
}

function merged(entry: Entry, { milliseconds, value }: ServiceEvent): Entry {
  const subject = subjectOf(value);
  const others = entry.subjects.filter((each) => each !== subject);
  const subjects = subject === undefined ? others : [subject, ...others].slice(0, MAX_SUBJECTS);
  return { ...entry, count: entry.count + 1, milliseconds: Math.max(entry.milliseconds, milliseconds), subjects };
}
