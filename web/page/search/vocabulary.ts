/** What conditions can name: folders, collections, extensions, features and embeddings. Read once, kept up by events. */

import type {
  Collection,
  ExtensionImageEmbeddingName,
  ExtensionImageFeatureName,
  Repository,
} from "../../api/models.js";
import type { EventTopic } from "../../api/models.js";
import { Store } from "../base/store.js";
import { onEvents } from "../session/events.js";
import { notifyError } from "../session/notices.js";
import { may, service } from "../session/service.js";

/** A part is `undefined` until it is read, and empty if the key does not show it. */
export interface Vocabulary {
  readonly repositories?: readonly Repository[];
  readonly collections?: readonly Collection[];
  readonly extensionIds?: readonly string[];
  readonly featureNames?: readonly ExtensionImageFeatureName[];
  readonly embeddings?: readonly ExtensionImageEmbeddingName[];
  /** Whether some running extension makes embeddings of texts. */
  readonly hasTextEmbeddings?: boolean;
}

export const vocabulary = new Store<Vocabulary>({});

type Part = keyof Vocabulary;

const COLLECTION_TOPICS: readonly EventTopic[] = ["collection.created", "collection.updated", "collection.deleted"];
const REPOSITORY_TOPICS: readonly EventTopic[] = ["repository.created", "repository.updated", "repository.deleted"];
const EXTENSION_TOPICS: readonly EventTopic[] = [
  "extension.installed",
  "extension.uninstalled",
  "extension.process.started",
  "extension.process.stopped",
];
/** Names of facets have no events of their own, so they are read again when they are needed after this time. */
const FRESH_MILLISECONDS = 20_000;
const readAt = new Map<Part, number>();
let isFollowing = false;

/** Reads the names that chips and facets show. */
export function needNames(): void {
  followEvents();
  void need("repositories", async () => (may("repository:read") ? service.repositoryList() : []));
  void need("collections", readCollections);
}

/** Reads all that completion and the filter dialog offer. */
export function needAll(): void {
  needNames();
  void need("extensionIds", readExtensions);
  void need("featureNames", async () => (may("repository:read") ? service.repositoryFeatureNames() : []));
  void need("embeddings", async () => (may("repository:read") ? service.repositoryEmbeddingsNames() : []));
  void need("hasTextEmbeddings", readTextSources);
}

async function need<Name extends Part>(part: Name, read: () => Promise<Vocabulary[Name]>): Promise<void> {
  const now = Date.now();
  if (now - (readAt.get(part) ?? 0) < FRESH_MILLISECONDS) return;
  readAt.set(part, now);
  try {
    const value = await read();
    vocabulary.value = { ...vocabulary.value, [part]: value };
  } catch (error) {
    readAt.delete(part);
    notifyError(error);
  }
}

async function readCollections(): Promise<readonly Collection[]> {
  return may("collection:read") ? service.collectionList() : [];
}

async function readExtensions(): Promise<readonly string[]> {
  if (!may("extension:read")) return [];
  return (await service.extensionList()).map((extension) => extension.manifest.id);
}

async function readTextSources(): Promise<boolean> {
  if (!may("extension:read")) return false;
  const [{ capabilities }, activities] = await Promise.all([
    service.extensionGetConfiguration(),
    service.extensionActivities(),
  ]);
  const sources = capabilities.find((each) => each.capability.id === "text.embeddings")?.extensionIds ?? [];
  return activities.some(({ id, process }) => process === "started" && sources.includes(id));
}

function followEvents(): void {
  if (isFollowing) return;
  isFollowing = true;
  onEvents([...COLLECTION_TOPICS, ...REPOSITORY_TOPICS, ...EXTENSION_TOPICS], ({ events, isIncomplete }) => {
    const has = (topics: readonly EventTopic[]) => isIncomplete || events.some(({ topic }) => topics.includes(topic));
    if (has(COLLECTION_TOPICS)) readAt.delete("collections");
    if (has(REPOSITORY_TOPICS)) readAt.delete("repositories");
    if (has(EXTENSION_TOPICS)) for (const part of ["extensionIds", "hasTextEmbeddings"] as const) readAt.delete(part);
    needNames();
  });
}
