/** What can be done with an image: rename it, delete it, restore it. */

import { html } from "lit";
import type { Image, ImageSummary } from "../../api/models.js";
import { confirm } from "../base/facetry-dialog.js";
import { attempt, notify } from "../session/notices.js";
import { linkTo, navigate } from "../session/router.js";
import { service } from "../session/service.js";
import { moveToTrash } from "../session/trash.js";

/** Moves an image to the trash, after a question. The notice undoes it. Whether it is done. */
export async function deleteImage(image: Pick<ImageSummary, "id" | "name">): Promise<boolean> {
  const agrees = await confirm({
    heading: "Delete this image?",
    text: html`<strong>${image.name}</strong> and its file go to the trash. It can be restored for some days.`,
    agree: "Delete",
    isDangerous: true,
  });
  if (!agrees) return false;
  return attempt(() =>
    moveToTrash(image, () => {
      notify(`${image.name} is restored.`);
      navigate(linkTo("image", [image.id]));
    }),
  );
}

/** Gives the file of an image another name, without the part after the last dot. Throws `ApiError`. */
export async function renameImage(image: Image, name: string): Promise<void> {
  await service.repositoryRenameImage(image.repositoryId, { imageId: image.id, nameWithoutExtension: name });
  notify(`The file is named ${name}${suffixOf(image.name)} now.`);
}

/** The name of a file without its suffix. */
export function stemOf(name: string): string {
  return name.slice(0, name.length - suffixOf(name).length);
}

/** The suffix of a file with its dot, empty if it has none. */
export function suffixOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(dot) : "";
}
