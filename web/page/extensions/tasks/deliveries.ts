/** How many events wait for an extension, from the metrics of the service. */

/** The queue of events of one extension. */
export interface Deliveries {
  /** Events in memory that wait. */
  readonly queued: number;
  /** Events that were sent and have no answer yet. */
  readonly inFlight: number;
  /** Events that were answered since the service started. */
  readonly answered: number;
  /** Events that were given up since then. */
  readonly givenUp: number;
}

const LINE = /^(facetry_delivery_\w+)\{(.*)\} ([0-9.e+-]+)/u;

/** The queue of an extension in the text of the metrics. */
export function deliveriesIn(text: string, id: string): Deliveries | undefined {
  const values = new Map<string, number>();
  const label = `extension="${id.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
  for (const line of text.split("\n")) {
    const [, name, labels, value] = LINE.exec(line) ?? [];
    if (name === undefined || labels === undefined || !labels.includes(label)) continue;
    const outcome = /outcome="([a-z-]+)"/u.exec(labels)?.[1];
    values.set(outcome ?? name, Number(value));
  }
  if (values.size === 0) return undefined;
  return {
    queued: values.get("facetry_delivery_queued_events") ?? 0,
    inFlight: values.get("facetry_delivery_in_flight_events") ?? 0,
    answered: values.get("answered") ?? 0,
    givenUp: values.get("given-up") ?? 0,
  };
}
