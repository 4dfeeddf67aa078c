/** Changes of extensions. Those that lose data ask first; each ends with a notice. */

import { html } from "lit";
import type { Extension, ExtensionState } from "../../api/models.js";
import { confirm } from "../base/facetry-dialog.js";
import { attempt, notify } from "../session/notices.js";
import { service } from "../session/service.js";

/** Pauses an extension, or resumes it. */
export function changeState({ manifest }: Extension, state: ExtensionState): Promise<boolean> {
  return attempt(async () => {
    await service.extensionChangeState(manifest.id, { state });
    const isPaused = state === "paused";
    const undo = () => service.extensionChangeState(manifest.id, { state: isPaused ? "enabled" : "paused" });
    notify(`${manifest.name} is ${isPaused ? "paused" : "resumed"}.`, { label: "Undo", run: undo });
  });
}

/** Starts the program of an extension anew. */
export function restart({ manifest }: Extension): Promise<boolean> {
  return attempt(async () => {
    await service.extensionRestart(manifest.id);
    notify(`${manifest.name} is started again.`);
  });
}

/** Uninstalls an extension, if the person agrees; whether it is gone. */
export async function uninstall({ manifest }: Extension): Promise<boolean> {
  let keepFacets = false;
  const text = html`Its program, its settings and its files are removed for good.
    <label class="check">
      <input type="checkbox" @change=${(event: Event) => (keepFacets = (event.target as HTMLInputElement).checked)} />
      Keep the tags, features and embeddings that it wrote
    </label>`;
  const question = { heading: `Uninstall ${manifest.name}?`, text, agree: "Uninstall", isDangerous: true };
  if (!(await confirm(question))) return false;
  return attempt(async () => {
    await service.extensionUninstall(manifest.id, { keepFacets });
    notify(`${manifest.name} is uninstalled.${keepFacets ? " What it wrote is kept." : ""}`);
  });
}

/** Removes an id without a program, with all that was written in its name, if the person agrees. */
export async function unregister(id: string): Promise<boolean> {
  let keepFacets = false;
  const text = html`The keys of this id are revoked. All tags, features and embeddings that were written in its name are
    removed for good.
    <label class="check">
      <input type="checkbox" @change=${(event: Event) => (keepFacets = (event.target as HTMLInputElement).checked)} />
      Keep what was written, and only revoke the keys
    </label>`;
  if (!(await confirm({ heading: `Remove ${id}?`, text, agree: "Remove", isDangerous: true }))) return false;
  return attempt(async () => {
    await service.extensionUnregister(id, { keepFacets });
    notify(keepFacets ? `The keys of ${id} are revoked.` : `${id} is removed, with all that it wrote.`);
  });
}
