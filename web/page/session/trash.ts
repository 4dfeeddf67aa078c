/** Deletion that can be undone. */

import type { ImageSummary } from "../../api/models.js";
import { notify } from "./notices.js";
import { service } from "./service.js";

/** Moves an image to the trash. The button of the notice restores it, and then calls `restored`. Throws `ApiError`. */
export async function moveToTrash(
  { id, name }: Pick<ImageSummary, "id" | "name">,
  restored: () => void | Promise<void>,
): Promise<void> {
  await service.imageDelete(id, { toTrash: true });
  notify(`${name} is in the trash.`, {
    label: "Undo",
    run: async () => {
      await service.trashRestore(id);
      await restored();
    },
  });
}
