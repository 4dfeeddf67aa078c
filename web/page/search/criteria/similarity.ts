/** Criterion `similarity`. */

import { html } from "lit";
import { EMBEDDING_NAME_TEXT, EXTENSION_ID_TEXT } from "../../../api/limits.js";
import { field, optionsOf, textInput } from "./fields.js";
import { optional, ordered } from "../values.js";
import { once, type PageCriterion } from "./criterion.js";
import { each, joined, matching, type Query, UUID } from "./parameters.js";

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
  fields({ similarity: wanted }, set, { embeddings = [], hasTextEmbeddings = false }) {
    const space = wanted === undefined ? "" : `${wanted.extensionId} ${wanted.name}`;
    const canAsk = wanted !== undefined || (hasTextEmbeddings && embeddings.length > 0);
    const setText = (text: string, spaceText: string) => {
      const [extensionId = "", name = ""] = spaceText.split(" ");
      const maxDistance = wanted?.maxDistance;
      const target = { extensionId, name, text, ...(maxDistance === undefined ? {} : { maxDistance }) };
      set({ similarity: text === "" || name === "" ? undefined : target });
    };
    const setDistance = (value: number) => {
      if (wanted === undefined) return;
      const { maxDistance: _, ...rest } = wanted;
      set({ similarity: value >= 0 && value <= 2 ? { ...rest, maxDistance: value } : rest });
    };
    const spaces = embeddings.map(({ id, name }) => [`${id} ${name}`, `${name} (${id})`] as const);
    return html`${
      canAsk && wanted?.image === undefined
        ? html`${field(
            "Looks like this text",
            textInput(wanted?.text ?? "", (text) => setText(text, space || spaces[0]?.[0] || "")),
          )}
          ${field(
            "Compared by",
            optionsOf(spaces, space, (value) => setText(wanted?.text ?? "", value)),
          )}`
        : ""
    }
    ${
      wanted === undefined
        ? ""
        : field(
            "Greatest distance, 0 to 2",
            html`<input
              type="number"
              min="0"
              max="2"
              step="any"
              .value=${String(wanted.maxDistance ?? "")}
              @change=${(event: Event) => setDistance((event.target as HTMLInputElement).valueAsNumber)}
            />`,
          )
    }`;
  },
};

function similarityOf({ parameters }: Query): Similarity | undefined {
  const [extensionId = "", name = "", rest] = (parameters.get("by") ?? "").split(" ");
  const image = matching(UUID, parameters.get("similar") ?? "");
  const text = parameters.get("like") ?? "";
  if (!EXTENSION_ID_TEXT.test(extensionId) || !EMBEDDING_NAME_TEXT.test(name) || rest !== undefined) return undefined;
  if (image === undefined && text === "") return undefined;
  const maxDistance = Number(parameters.get("within") ?? Number.NaN);
  const isBounded = maxDistance >= 0 && maxDistance <= 2;
  return { extensionId, name, ...(image === undefined ? { text } : { image }), ...(isBounded ? { maxDistance } : {}) };
}
