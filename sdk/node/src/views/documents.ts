/** View documents: a container of elements, and a card, which has a title as well. */

import { type Free, part } from "./part.js";
import type { Action, Element } from "./parts.js";
import { serialize } from "./raw.js";

/** Elements, in the order in which they are shown. */
export interface Container {
  readonly schemaVersion: "1.0";
  readonly elements: readonly Element[];
}

/** Elements below a title, and what is offered below them. */
export interface Card {
  readonly schemaVersion: "1.0";
  readonly title: string;
  readonly elements: readonly Element[];
  /** A line below the title. */
  readonly description?: string;
  /** What is offered, in its order. */
  readonly actions?: readonly Action[];
}

/** Elements, in the order in which they are shown. */
export function container(elements: readonly Element[]): Container {
  return part(undefined, { schemaVersion: "1.0", elements }, {}, {});
}

/** Elements below a title, and what is offered below them. */
export function card(
  title: string,
  elements: readonly Element[],
  options: Free<Card, "schemaVersion" | "title" | "elements"> = {},
): Card {
  const free = { description: undefined, actions: undefined };
  return part(undefined, { schemaVersion: "1.0", title, elements }, options, free);
}

/** The document as JSON text, as the value of a feature is sent. What was read is written byte for byte as it was.
 *
 * Throws for numbers that JSON has none of.
 */
export function toText(document: Card | Container): string {
  return serialize(document);
}
