/** Reads view documents. */

import type { Card, Container } from "./documents.js";
import type { OpenPart } from "./part.js";
import type { Action, Element } from "./parts.js";
import { freezeWithRaw, serialize } from "./raw.js";
import { ACTIONS, ELEMENTS, type Kind, type Shape, SHAPES } from "./shapes.js";
import { type Source, sourceOf } from "./source.js";

const SCHEMA_VERSION = "1.0";
const ENVELOPE: Shape = { needed: ["schemaVersion", "elements"], members: { elements: { items: "element" } } };
const CARD: Shape = {
  needed: [...ENVELOPE.needed, "title"],
  members: { ...ENVELOPE.members, title: "string", description: "string", actions: { items: "action" } },
};
const OF_CARDS = ["title", "description", "actions"];

/** A text is no view document. */
export class ViewError extends Error {
  override readonly name = "ViewError";

  /** `pointer`: the place as a JSON Pointer. */
  constructor(
    readonly pointer: string,
    detail: string,
  ) {
    super(`${pointer === "" ? "the root" : pointer}: ${detail}`);
  }
}

/** A view document from its JSON text, or from its JSON value. `toText` writes it as it was, byte for byte.
 *
 * All of it is frozen. Throws `ViewError` for what is no view document. Rules beyond its form are those of
 * `validateView` in `facetry-extension/testing`.
 */
export function read(document: string | Uint8Array | object): Card | Container {
  let source: Source;
  try {
    source = sourceOf(textOf(document));
  } catch (error) {
    throw new ViewError("", error instanceof RangeError ? "it nests too deeply" : `it is no JSON: ${String(error)}`);
  }
  const version = source.members?.get("schemaVersion");
  if (source.members !== undefined && (version === undefined || anyValue(version) !== SCHEMA_VERSION)) {
    throw new ViewError("/schemaVersion", `it must be ${JSON.stringify(SCHEMA_VERSION)}`);
  }
  const isCard = OF_CARDS.some((name) => source.members?.has(name));
  return part(isCard ? CARD : ENVELOPE, source, "") as Card | Container;
}

/** Whether an element or an action is of a type that is known here. */
export function isKnown<P extends Element | Action>(part: P): part is Exclude<P, OpenPart> {
  return ELEMENTS.has(part.type) || ACTIONS.has(part.type);
}

function textOf(document: string | Uint8Array | object): string {
  if (typeof document === "string") {
    return document;
  }
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }); // which keeps the mark, to refuse it
  return document instanceof Uint8Array ? decoder.decode(document) : serialize(document);
}

/** An object with its members, which are judged by the shape. Others are as they are. */
function part(shape: Shape, source: Source, pointer: string): object {
  const { members } = source;
  if (members === undefined) {
    throw new ViewError(pointer, "it must be an object");
  }
  const missing = shape.needed.find((name) => !members.has(name));
  if (missing !== undefined) {
    throw new ViewError(pointer, `it lacks ${missing}`);
  }
  const read = [...members].map(([name, each]): [string, unknown] => {
    const kind = Object.hasOwn(shape.members, name) ? shape.members[name] : undefined;
    return [name, kind === undefined ? anyValue(each) : valueOf(kind, each, `${pointer}/${name}`)];
  });
  return freezeWithRaw(Object.fromEntries(read), source.raw);
}

/** A part of one of the known types, or another one. */
function typed(known: ReadonlySet<string>, source: Source, pointer: string): object {
  const type = source.members?.get("type");
  const name: unknown = type === undefined ? undefined : JSON.parse(type.raw);
  if (typeof name !== "string") {
    throw new ViewError(pointer, "it must be an object with a type, which is a string");
  }
  return part(known.has(name) ? SHAPES[name]! : { needed: [], members: {} }, source, pointer);
}

function valueOf(kind: Kind, source: Source, pointer: string): unknown {
  if (kind === "element" || kind === "action") {
    return typed(kind === "element" ? ELEMENTS : ACTIONS, source, pointer);
  }
  if (typeof kind === "object" && "part" in kind) {
    return part(SHAPES[kind.part]!, source, pointer);
  }
  if (typeof kind === "object" && "items" in kind) {
    if (source.items === undefined) {
      throw new ViewError(pointer, "it must be an array");
    }
    return Object.freeze(source.items.map((item, index) => valueOf(kind.items, item, `${pointer}/${index}`)));
  }
  const value = anyValue(source);
  if (typeof kind === "object" ? !kind.enum.includes(value as string) : !isOf(kind, value)) {
    throw new ViewError(pointer, `it must be ${typeof kind === "object" ? `one of ${kind.enum.join(", ")}` : kind}`);
  }
  return value;
}

function isOf(kind: "string" | "number" | "integer" | "boolean" | "object", value: unknown): boolean {
  if (kind === "object") {
    return typeof value === "object" && value !== null && !Array.isArray(value);
  }
  return kind === "integer" ? Number.isInteger(value) : typeof value === kind;
}

/** Any JSON value. */
function anyValue(source: Source): unknown {
  if (source.members !== undefined) {
    const members = [...source.members].map(([name, each]) => [name, anyValue(each)]);
    return freezeWithRaw(Object.fromEntries(members), source.raw);
  }
  return source.items === undefined ? JSON.parse(source.raw) : Object.freeze(source.items.map(anyValue));
}
