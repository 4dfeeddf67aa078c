/** Tags that people write. They belong to an id without a program, as those of other clients do. */

import { ApiError } from "../../api/errors.js";
import { service } from "./service.js";

/** The id in whose name people write tags. */
export const OWN_EXTENSION = "user";

const OWN = { extensionId: OWN_EXTENSION };
const UNKNOWN = "extension.unknown";

/** Adds a tag to an image. Throws `ApiError`. */
export async function addTag(image: string, value: string): Promise<void> {
  try {
    await service.imageEnsureTags(image, [value], OWN);
  } catch (error) {
    if (!(error instanceof ApiError && error.rule === UNKNOWN)) throw error;
    await service.extensionEnsure({ id: OWN_EXTENSION });
    await service.imageEnsureTags(image, [value], OWN);
  }
}

/** Removes a tag that a person has written from an image; nothing happens if it has none. Throws `ApiError`. */
export async function removeTag(image: string, value: string): Promise<void> {
  const tags = await ownTags(image);
  if (!tags.includes(value)) return;
  await service.imageSetTags(
    image,
    tags.filter((each) => each !== value),
    OWN,
  );
}

/** The tags that people have written on an image. Throws `ApiError`. */
export async function ownTags(image: string): Promise<readonly string[]> {
  try {
    return await service.imageGetTags(image, OWN);
  } catch (error) {
    if (error instanceof ApiError && error.rule === UNKNOWN) return [];
    throw error;
  }
}
