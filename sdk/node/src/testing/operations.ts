/** The operations that the fake service answers; others are refused with the rule `fake.operation`. */

import { isObject } from "../configuration.js";
import { type Call, type Library, Refusal } from "./library.js";

/** The status, and what is answered: bytes, a text, a JSON value, or nothing. */
export type Answer = readonly [number, unknown];

type Operation = (library: Library, id: string, call: Call, extension: string) => Answer;

const NO_CONTENT: Answer = [204, undefined];

const OF_IMAGES: Readonly<Record<string, Operation>> = {
  "GET get": (library, id) => {
    const { record, metadata } = library.picture(id);
    return [200, { ...record, metadata, tags: tagsOf(library, id), features: featuresOf(library, id) }];
  },
  "GET metadata": (library, id) => [200, library.picture(id).metadata],
  "GET download": (library, id) => [200, library.picture(id).content],
  "PUT setTags": (library, id, call, extension) => {
    library.setTags(id, extension, call.body, false);
    return NO_CONTENT;
  },
  "PUT ensureTags": (library, id, call, extension) => {
    library.setTags(id, extension, call.body, true);
    return NO_CONTENT;
  },
  "GET getTags": (library, id, _, extension) => [200, [...(library.picture(id).tags.get(extension) ?? [])].sort()],
  "GET getAllTags": (library, id) => [200, tagsOf(library, id)],
  "PUT setFeatures": (library, id, call, extension) => {
    library.setFeatures(id, extension, call.body, false);
    return NO_CONTENT;
  },
  "PUT ensureFeatures": (library, id, call, extension) => {
    library.setFeatures(id, extension, call.body, true);
    return NO_CONTENT;
  },
  "GET getFeatures": (library, id, _, extension) => [200, library.picture(id).features.get(extension) ?? []],
  "GET getAllFeatures": (library, id) => [200, featuresOf(library, id)],
  "PUT setEmbeddings": (library, id, call, extension) => {
    library.setEmbeddings(id, extension, call.body);
    return NO_CONTENT;
  },
  "GET getEmbeddings": (library, id, _, extension) => [200, embeddingsOf(library, id, extension)],
  "GET getAllEmbeddings": (library, id) => {
    const extensions = [...library.picture(id).embeddings.keys()].sort();
    return [200, extensions.map((extension) => embeddingsOf(library, id, extension))];
  },
  "PUT deleteEmbeddings": (library, id, _, extension) => {
    library.picture(id).embeddings.delete(extension);
    return NO_CONTENT;
  },
};

/** What the service answers. Throws `Refusal`. */
export function execute(
  library: Library,
  settings: Readonly<Record<string, unknown>>,
  extension: string,
  call: Call,
): Answer {
  const [family, id = "", name = "", ...more] = call.path.replace(/^\/+|\/+$/g, "").split("/");
  const operation = family === "image" && more.length === 0 ? OF_IMAGES[`${call.method} ${name}`] : undefined;
  const own = call.query["extensionId"] ?? extension;
  if (operation !== undefined) {
    if (own !== extension && call.method !== "GET") {
      throw new Refusal(403, "extension.foreign", "The key is bound to another extension.");
    }
    return operation(library, id, call, own);
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
