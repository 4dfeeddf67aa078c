/** Criterion `similarity`. */

import { optional, ordered } from "../values.js";
import { once, type PageCriterion } from "./criterion.js";
import { each, EXTENSION, joined, matching, type Query, UUID } from "./parameters.js";

const EMBEDDING = /^[a-zA-Z0-9_-]{1,64}$/;

/** Nearness to an image or to a text, by the embeddings that an extension writes under a name. */
export interface Similarity {
  readonly extensionId: string;
  readonly name: string;
  readonly image?: string;
  readonly text?: string;
  readonly maxDistance?: number;
}

export interface SimilarityMembers {
  readonly similarity: Similarity | undefined;
}

export const similarity: PageCriterion<SimilarityMembers> = {
  none: { similarity: undefined },
  conditions: (members) =>
    optional(members.similarity).map(({ image, text, maxDistance }) => {
      const target = image === undefined ? `looks like “${text}”` : `similar to image ${image.slice(0, 8)}`;
      const label = maxDistance === undefined ? target : `${target}, distance ≤ ${maxDistance}`;
      return { kind: "similar", label, without: { similarity: undefined } };
    }),
  write: (members) =>
    optional(members.similarity).flatMap(({ extensionId, name, image, text, maxDistance }) => [
      image === undefined ? (["like", text ?? ""] as const) : (["similar", image] as const),
      ["by", joined([extensionId, name])] as const,
      ...each("within", optional(maxDistance)),
    ]),
  read: (query) => ({ similarity: similarityOf(query) }),
  criteria: (members) => (members.similarity === undefined ? [] : [{ similarity: members.similarity }]),
  take: (draft, part) =>
    part.similarity !== undefined &&
    !("values" in part.similarity) &&
    once(draft, "similarity", ordered(part.similarity, ["extensionId", "name", "image", "text", "maxDistance"])),
};

function similarityOf({ parameters }: Query): Similarity | undefined {
  const [extensionId = "", name = "", rest] = (parameters.get("by") ?? "").split(" ");
  const image = matching(UUID, parameters.get("similar") ?? "");
  const text = parameters.get("like") ?? "";
  if (!EXTENSION.test(extensionId) || !EMBEDDING.test(name) || rest !== undefined) return undefined;
  if (image === undefined && text === "") return undefined;
  const maxDistance = Number(parameters.get("within") ?? Number.NaN);
  const isBounded = maxDistance >= 0 && maxDistance <= 2;
  return { extensionId, name, ...(image === undefined ? { text } : { image }), ...(isBounded ? { maxDistance } : {}) };
}
