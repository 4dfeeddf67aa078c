/** Ids that facets or keys belong to, with or without a program. */

import { may, service } from "../session/service.js";

/** An id, and what belongs to it. */
export interface Writer {
  readonly id: string;
  /** Such as `tags` and `keys`. */
  readonly has: readonly string[];
}

const MAX_TAGS = 1_000;

/** The ids of all extensions that anything belongs to. One that only has rare tags may be missing. */
export async function readWriters(signal: AbortSignal): Promise<readonly Writer[]> {
  const client = service.until(signal);
  const [tags, features, embeddings, keys] = await Promise.all([
    may("image:read") ? client.repositoryTagCounts({ count: MAX_TAGS }) : [],
    may("image:read") ? client.repositoryFeatureNames() : [],
    may("image:read") ? client.repositoryEmbeddingsNames() : [],
    may("apisecret:list") ? client.apiSecretList() : [],
  ]);
  const kinds = new Map<string, Set<string>>();
  const note = (id: string | undefined, kind: string) => {
    if (id !== undefined) kinds.set(id, (kinds.get(id) ?? new Set()).add(kind));
  };
  for (const { id } of tags) note(id, "tags");
  for (const { id } of features) note(id, "features");
  for (const { id } of embeddings) note(id, "embeddings");
  for (const { extensionId } of keys) note(extensionId, "keys");
  return [...kinds].sort().map(([id, has]) => ({ id, has: [...has] }));
}
