/** Events in words. */

import {
  Blocks,
  Fingerprint,
  FolderOpen,
  FolderSync,
  Image,
  ImageMinus,
  ImagePlus,
  Library,
  ListTree,
  Tags,
  TriangleAlert,
  type IconNode,
} from "lucide";
import type { EventTopic } from "@api/models.js";
import { counted } from "../base/format.js";
import type { Family } from "./feed.js";

interface Words {
  readonly icon: IconNode;
  /** What happened to one subject. */
  readonly one: string;
  /** What happened to some; only images are counted. */
  readonly several?: (count: number) => string;
}

const images = (verb: string) => (count: number) => `${counted(count, "image")} ${verb}`;
const times = (text: string) => (count: number) => `${text}, ${counted(count, "time")}`;

const WORDS: Readonly<Record<EventTopic, Words>> = {
  "image.created": { icon: ImagePlus, one: "Image added", several: images("added") },
  "image.deleted": { icon: ImageMinus, one: "Image removed", several: images("removed") },
  "image.renamed": { icon: Image, one: "Image renamed", several: images("renamed") },
  "image.updated": { icon: Image, one: "Image has new content", several: images("have new content") },
  "image.tags.updated": {
    icon: Tags,
    one: "Tags updated",
    several: (count) => `Tags updated ${counted(count, "time")}`,
  },
  "image.features.updated": {
    icon: ListTree,
    one: "Features updated",
    several: (count) => `Features updated ${counted(count, "time")}`,
  },
  "image.embeddings.updated": {
    icon: Fingerprint,
    one: "Embeddings updated",
    several: (count) => `Embeddings updated ${counted(count, "time")}`,
  },
  "repository.created": { icon: FolderOpen, one: "Folder added" },
  "repository.deleted": { icon: FolderOpen, one: "Folder removed" },
  "repository.updated": { icon: FolderOpen, one: "Folder changed" },
  "repository.synchronize.started": { icon: FolderSync, one: "Scan started" },
  "repository.synchronize.stopped": { icon: FolderSync, one: "Scan ended" },
  "repository.watch.started": { icon: FolderSync, one: "Folder is watched" },
  "repository.watch.stopped": { icon: FolderSync, one: "Folder is no longer watched" },
  "collection.created": { icon: Library, one: "Collection created" },
  "collection.deleted": { icon: Library, one: "Collection deleted" },
  "collection.updated": { icon: Library, one: "Collection changed" },
  "extension.error": { icon: TriangleAlert, one: "Extension failed" },
  "extension.installed": { icon: Blocks, one: "Extension installed" },
  "extension.paused": { icon: Blocks, one: "Extension paused" },
  "extension.process.started": { icon: Blocks, one: "Program started", several: times("Program started") },
  "extension.process.stopped": { icon: Blocks, one: "Program ended", several: times("Program ended") },
  "extension.resumed": { icon: Blocks, one: "Extension resumed" },
  "extension.uninstalled": { icon: Blocks, one: "Extension uninstalled" },
  "extension.updated": { icon: Blocks, one: "Extension updated" },
};

export const FAMILY_LABELS: Readonly<Record<Family, string>> = {
  images: "Images",
  facets: "Tags, features, embeddings",
  folders: "Folders",
  collections: "Collections",
  extensions: "Extensions",
};

/** What happened. */
export function textOf(topic: EventTopic, count: number): string {
  const words: Words | undefined = WORDS[topic];
  if (words === undefined) return topic; // a topic of a newer service
  return count > 1 && words.several !== undefined ? words.several(count) : words.one;
}

/** The icon of what happened. */
export function iconOf(topic: EventTopic): IconNode {
  const words: Words | undefined = WORDS[topic];
  return words?.icon ?? Blocks;
}
