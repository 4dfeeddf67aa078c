/** The history of one image in the ledger: the state of each capability of each extension. */

import type { ExtensionFailure, Image, ImageCapabilityId, ImageFacet } from "@api/models.js";
import type { Client } from "../../api/client.js";

/** What became of one capability of one extension for one image.
 *
 * `computed` has a result, `empty` found nothing, `failed` was given up, `waiting` was requested, as far as is known,
 * and `absent` was never computed.
 */
export type TaskState = "computed" | "empty" | "failed" | "waiting" | "absent";

/** One capability of an extension for one image. */
export interface Task {
  readonly extensionId: string;
  readonly capabilityId: ImageCapabilityId;
  readonly state: TaskState;
  /** What has been computed, or what the extension said about its failure. */
  readonly detail: string;
  /** How many requests of this kind the extension has before it, for all images. */
  readonly pending: number;
  readonly failure: ExtensionFailure | undefined;
}

const FACETS: Readonly<Record<ImageCapabilityId, ImageFacet>> = {
  "image.tags": "tags",
  "image.features": "features",
  "image.embeddings": "embeddings",
};
const PAGE = 1_000;
const MAX_PAGES = 5;

/** The tasks of an image, by extension. Throws `ApiError`. */
export async function tasksOf(client: Client, image: Image): Promise<readonly Task[]> {
  const { capabilities } = await client.extensionGetConfiguration();
  const pairs = capabilities.flatMap(({ capability, extensionIds }) =>
    capability.id in FACETS ? extensionIds.map((id) => [id, capability.id as ImageCapabilityId] as const) : [],
  );
  const ids = [...new Set(pairs.map(([id]) => id))];
  const failures = new Map<string, readonly ExtensionFailure[]>();
  const waiting = new Map<string, number>();
  await Promise.all(
    ids.map(async (id) => {
      const progress = await client.extensionProgress(id);
      for (const each of progress.capabilities) waiting.set(`${id} ${each.id}`, each.pending);
      const failed = progress.capabilities.some((each) => each.failed > 0);
      failures.set(id, failed ? await failuresOf(client, id, image.id) : []);
    }),
  );
  const tasks = pairs.map(async ([extensionId, capabilityId]): Promise<Task> => {
    const failure = failures.get(extensionId)?.find((each) => each.capabilityId === capabilityId);
    const pending = waiting.get(`${extensionId} ${capabilityId}`) ?? 0;
    const base = { extensionId, capabilityId, pending, failure };
    if (failure !== undefined)
      return { ...base, state: "failed", detail: failure.error ?? "The extension gave no reason." };
    const found = resultsOf(image, extensionId, capabilityId);
    if (found !== "") return { ...base, state: "computed", detail: found };
    if (!(await isMissing(client, image.id, extensionId, FACETS[capabilityId]))) {
      const isEmbedding = capabilityId === "image.embeddings";
      return {
        ...base,
        state: isEmbedding ? "computed" : "empty",
        detail: isEmbedding ? "Vectors" : "Nothing was found.",
      };
    }
    const detail = pending === 0 ? "" : "Requests of this extension are waiting.";
    return { ...base, state: pending > 0 ? "waiting" : "absent", detail };
  });
  const all = await Promise.all(tasks);
  return all.sort((one, other) =>
    `${one.extensionId} ${one.capabilityId}`.localeCompare(`${other.extensionId} ${other.capabilityId}`),
  );
}

/** What a capability is called. */
export function capabilityName(id: ImageCapabilityId): string {
  return { "image.tags": "Tags", "image.features": "Features", "image.embeddings": "Embeddings" }[id];
}

function resultsOf(image: Image, extensionId: string, capability: ImageCapabilityId): string {
  const count = {
    "image.tags": image.tags.filter((tag) => tag.id === extensionId).length,
    "image.features": image.features.filter((feature) => feature.id === extensionId).length,
    "image.embeddings": 0,
  }[capability];
  if (count === 0) return "";
  const one = capability === "image.tags" ? "tag" : "feature";
  return `${count} ${count === 1 ? one : `${one}s`}`;
}

async function isMissing(client: Client, image: string, extensionId: string, facet: ImageFacet): Promise<boolean> {
  const { totalCount } = await client.imageSearchIds({
    filter: {
      origin: { kind: "images", ids: [image] },
      criteria: { notEvaluatedBy: { extensionIds: [extensionId], facet } },
    },
    range: { take: 1 },
  });
  return totalCount > 0;
}

async function failuresOf(client: Client, extensionId: string, image: string): Promise<readonly ExtensionFailure[]> {
  const found: ExtensionFailure[] = [];
  for (let page = 0; page < MAX_PAGES; page++) {
    const { items, totalCount } = await client.extensionFailures(extensionId, { take: PAGE, skip: page * PAGE });
    found.push(...items.filter((each) => each.imageId === image));
    if ((page + 1) * PAGE >= totalCount) break;
  }
  return found;
}
