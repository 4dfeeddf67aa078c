/** Which events change what a grid shows. */

import type { EventTopic } from "@api/models.js";
import type { GridSearch } from "./buckets.js";

const IMAGE_TOPICS: readonly EventTopic[] = ["image.created", "image.deleted", "image.updated", "image.renamed"];

/** The topics that a grid follows. */
export const TOPICS: readonly EventTopic[] = [
  ...IMAGE_TOPICS,
  "image.tags.updated",
  "image.features.updated",
  "image.embeddings.updated",
];

/** Whether an event may change the images of a search: facets do so only if the search has a condition on them. */
export function concerns(topic: EventTopic, { filter, collectionId }: GridSearch): boolean {
  return IMAGE_TOPICS.includes(topic) || filter?.criteria !== undefined || collectionId !== undefined;
}
