/** What is done with many images of the trash, and what is refused meanwhile. */

import { sentencesOf } from "../base/facetry-problem.js";
import { isAbort } from "../../api/errors.js";
import type { TrashedImage } from "../../api/models.js";
import { service } from "../session/service.js";

/** An image with which something could not be done. */
export interface Failure {
  readonly id: string;
  readonly path: string;
  readonly text: string;
  readonly remedy: string | undefined;
}

/** What became of some images. */
export interface Outcome {
  readonly done: number;
  /** Restored images that have another name now, for theirs was taken. */
  readonly renamed: readonly string[];
  readonly failures: readonly Failure[];
}

const PARALLEL = 4;
const TAKE = 1_000;

/** Restores images, or removes them for good. `onProgress` gets the number of images that were dealt with. */
export async function forEach(
  images: readonly TrashedImage[],
  action: "restore" | "remove",
  onProgress: (count: number) => void,
): Promise<Outcome> {
  const rest = [...images];
  const renamed: string[] = [];
  const failures: Failure[] = [];
  let done = 0;
  const work = async (): Promise<void> => {
    for (let image = rest.shift(); image !== undefined; image = rest.shift()) {
      try {
        if (action === "remove") await service.trashDelete(image.id);
        else {
          const { name } = await service.trashRestore(image.id);
          if (name !== image.name) renamed.push(`${image.name} is now ${name}`);
        }
        done++;
      } catch (error) {
        if (isAbort(error)) throw error;
        failures.push({ id: image.id, path: image.path, ...sentencesOf(error) });
      }
      onProgress(done + failures.length);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  return { done, renamed, failures };
}

/** All images of the trash. */
export async function allTrashed(): Promise<readonly TrashedImage[]> {
  const images: TrashedImage[] = [];
  for (;;) {
    const { items, totalCount } = await service.trashList({ take: TAKE, skip: images.length });
    images.push(...items);
    if (items.length === 0 || images.length >= totalCount) return images;
  }
}
