/** The operations that the fake service answers; others are refused with the rule `fake.operation`. */

import { isObject } from "../configuration.js";
import { type Call, type Library, Refusal } from "./library.js";

/** The status, and what is answered: bytes, a text, a JSON value, or nothing. */
export type Answer = readonly [number, unknown];

type Operation = (library: Library, id: string, call: Call, extension: string) => unknown;

/** Operations on an image that read, by their name. */
const READS: Readonly<Record<string, Operation>> = {
  get: (library, id) => {
    const { record, metadata } = library.picture(id);
    return { ...record, metadata, tags: tagsOf(library, id), features: featuresOf(library, id) };
  },
  metadata: (library, id) => library.picture(id).metadata,
  download: (library, id) => library.picture(id).content,
  getTags: (library, id, _, extension) => [...(library.picture(id).tags.get(extension) ?? [])].sort(),
  getAllTags: (library, id) => tagsOf(library, id),
  getFeatures: (library, id, _, extension) => library.picture(id).features.get(extension) ?? [],
  getAllFeatures: (library, id) => featuresOf(library, id),
  getEmbeddings: (library, id, _, extension) => embeddingsOf(library, id, extension),
  getAllEmbeddings: (library, id) =>
    [...library.picture(id).embeddings.keys()].sort().map((extension) => embeddingsOf(library, id, extension)),
};

/** Operations on an image that write, by their name. */
const WRITES: Readonly<Record<string, Operation>> = {
  setTags: (library, id, { body }, extension) => library.setTags(id, extension, body, false),
  ensureTags: (library, id, { body }, extension) => library.setTags(id, extension, body, true),
  setFeatures: (library, id, { body }, extension) => library.setFeatures(id, extension, body, false),
  ensureFeatures: (library, id, { body }, extension) => library.setFeatures(id, extension, body, true),
  setEmbeddings: (library, id, { body }, extension) => library.setEmbeddings(id, extension, body),
  deleteEmbeddings: (library, id, _, extension) => library.picture(id).embeddings.delete(extension),
};

/** What the service answers. Throws `Refusal`. */
export function execute(
  library: Library,
  settings: Readonly<Record<string, unknown>>,
  extension: string,
  call: Call,
): Answer {
  const [family, id = "", name = "", ...more] = call.path.replace(/^\/+|\/+$/g, "").split("/");
  if (family === "image" && more.length === 0) {
    const target = call.query["extensionId"] ?? extension;
    const [read, write] = [READS, WRITES].map((each) => (Object.hasOwn(each, name) ? each[name] : undefined));
    if (call.method === "GET" && read !== undefined) {
      return [200, read(library, id, call, target)];
    }
    if (call.method === "PUT" && write !== undefined) {
      if (target !== extension) {
        throw new Refusal(403, "extension.foreign", "The key is bound to another extension.");
      }
      write(library, id, call, target);
      return [204, undefined];
    }
  }
  switch (`${call.method} ${call.path}`) {
    case "POST /image/search/ids":
      return [200, { items: page([...library.pictures.keys()], call.body), totalCount: library.pictures.size }];
    case `GET /extension/${extension}/getSettings`:
      return [200, { value: settings }];
    case "GET /miscellaneous/ping":
      return [200, "pong"];
    default:
      throw new Refusal(404, "fake.operation", `The fake service has no ${call.method} ${call.path}.`);
  }
}

function tagsOf(library: Library, id: string): object[] {
  const pairs = [...library.picture(id).tags].flatMap(([extension, values]) =>
    values.map((value) => ({ id: extension, value })),
  );
  return pairs.sort((one, other) => compare(one.value, other.value) || compare(one.id, other.id));
}

function featuresOf(library: Library, id: string): object[] {
  const stored = [...library.picture(id).features].sort(([one], [other]) => compare(one, other));
  return stored.flatMap(([extension, features]) => features.map((feature) => ({ id: extension, ...feature })));
}

function embeddingsOf(library: Library, id: string, extension: string): object {
  const stored = [...(library.picture(id).embeddings.get(extension) ?? [])];
  const named = stored.sort(([one], [other]) => compare(one, other)).map(([name, values]) => ({ name, values }));
  return { id: extension, embeddings: named };
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function page(ids: readonly string[], body: unknown): readonly string[] {
  const range = isObject(body) && isObject(body["range"]) ? body["range"] : {};
  const skip = Number(range["skip"] ?? 0);
  return ids.slice(skip, skip + Number(range["take"] ?? 20));
}
