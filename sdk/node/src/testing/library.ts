/** What the fake service keeps in memory, and the rules of the real one that an extension can break. */

import { randomUUID } from "node:crypto";
import { isObject } from "../configuration.js";

/** The smallest PNG: one pixel. */
export const PICTURE: Uint8Array = Uint8Array.from(
  Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  ),
);

const MAX_TAGS = 256;
const TAG = /^[a-zA-Z0-9\-_.:;/]{1,64}$/;
const NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/** A request that the extension made. */
export interface Call {
  /** The last part of its path, such as `setTags`. */
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** The JSON value of the body; undefined without one. */
  readonly body: unknown;
}

/** What a request is answered with instead. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly rule: string,
    readonly detail: string,
    readonly pointer?: string,
  ) {
    super(detail);
  }
}

/** A feature, as it was sent. */
export type StoredFeature = Readonly<Record<string, unknown>>;

/** An image, and what extensions wrote about it, by extension. */
export interface Picture {
  readonly content: Uint8Array;
  readonly record: Readonly<Record<string, unknown>>;
  readonly metadata: Readonly<Record<string, string>>;
  readonly tags: Map<string, readonly string[]>;
  readonly features: Map<string, readonly StoredFeature[]>;
  readonly embeddings: Map<string, Map<string, readonly number[]>>;
}

/** The images, by identifier. */
export class Library {
  readonly pictures = new Map<string, Picture>();
  readonly #lengths = new Map<string, number>();

  /** A new image. */
  add(
    content: Uint8Array,
    metadata: Readonly<Record<string, string>>,
    record: Readonly<Record<string, unknown>>,
  ): string {
    const id = randomUUID();
    const defaults = { id, name: `${id}.png`, format: "PNG", mimeType: "image/png", state: "AVAILABLE" };
    const size = { sizeInBytes: content.length, dimensions: { width: 1, height: 1 } };
    this.pictures.set(id, {
      content,
      record: { ...defaults, ...size, ...record },
      metadata,
      tags: new Map(),
      features: new Map(),
      embeddings: new Map(),
    });
    return id;
  }

  /** An image. Throws `Refusal` for an unknown one. */
  picture(id: string): Picture {
    const found = this.pictures.get(id);
    if (found === undefined) {
      throw new Refusal(404, "image.unknown", "There is no image with this id.");
    }
    return found;
  }

  /** Replace tags, or add to them with `keep`. */
  setTags(id: string, extension: string, body: unknown, keep: boolean): void {
    const values = requireList(body);
    if (new Set(values).size < values.length) {
      throw new Refusal(400, "schema.uniqueItems", "A tag is there twice.", "");
    }
    const tags = values.map((value, index) => {
      if (typeof value !== "string" || !TAG.test(value)) {
        throw new Refusal(400, "schema.pattern", `'${String(value)}' is no tag.`, `/${index}`);
      }
      return value;
    });
    if (keep && tags.length === 0) {
      throw new Refusal(400, "schema.minItems", "At least one tag is needed.", "");
    }
    const kept = keep ? (this.picture(id).tags.get(extension) ?? []) : [];
    const combined = [...new Set([...kept, ...tags])];
    if (combined.length > MAX_TAGS) {
      throw new Refusal(400, keep ? "tag.limit" : "schema.maxItems", `At most ${MAX_TAGS} tags are kept.`, "");
    }
    this.picture(id).tags.set(extension, combined);
  }

  /** Replace features, or those of the same type and name with `keep`. */
  setFeatures(id: string, extension: string, body: unknown, keep: boolean): void {
    const features = requireList(body).map((feature, index) => {
      if (!isObject(feature) || !["type", "format", "value"].every((name) => name in feature)) {
        throw new Refusal(400, "schema.required", "A feature has a type, a format and a value.", `/${index}`);
      }
      return feature;
    });
    const named = new Set(features.map(nameOf));
    const kept = keep ? (this.picture(id).features.get(extension) ?? []) : [];
    this.picture(id).features.set(extension, [...kept.filter((each) => !named.has(nameOf(each))), ...features]);
  }

  /** Set vectors, each as long as the first of its name. */
  setEmbeddings(id: string, extension: string, body: unknown): void {
    const validated = requireList(body).map((embedding, index) => this.#validated(embedding, extension, `/${index}`));
    const stored = this.picture(id).embeddings;
    for (const [name, values] of validated) {
      const key = `${extension}/${name}`;
      this.#lengths.set(key, this.#lengths.get(key) ?? values.length);
      stored.set(extension, (stored.get(extension) ?? new Map<string, readonly number[]>()).set(name, values));
    }
  }

  #validated(embedding: unknown, extension: string, pointer: string): [string, readonly number[]] {
    const { name, values } = isObject(embedding) ? embedding : {};
    if (!Array.isArray(values) || values.length === 0 || !values.every((value) => typeof value === "number")) {
      throw new Refusal(400, "schema.type", "An embedding has values, which are numbers.", `${pointer}/values`);
    }
    if (typeof name !== "string" || !NAME.test(name)) {
      throw new Refusal(400, "schema.pattern", "The name is none of an embedding.", `${pointer}/name`);
    }
    const length = this.#lengths.get(`${extension}/${name}`) ?? values.length;
    if (values.length !== length) {
      throw new Refusal(400, "embedding.length", `Vectors of this name have ${length} values.`, `${pointer}/values`);
    }
    if (values.every((value) => value === 0)) {
      throw new Refusal(400, "embedding.zero", "A vector of zeros has no direction.", `${pointer}/values`);
    }
    return [name, values];
  }
}

function requireList(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) {
    throw new Refusal(400, "schema.type", "The body is no array.", "");
  }
  return value;
}

function nameOf(feature: StoredFeature): string {
  return JSON.stringify([feature["type"], feature["name"]]);
}
