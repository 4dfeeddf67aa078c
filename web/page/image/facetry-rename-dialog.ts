import { html, LitElement, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { Image } from "../../api/models.js";
import "../base/facetry-dialog.js";
import { sentencesOf } from "../base/facetry-problem.js";
import { textIn } from "../base/form-text.js";
import { BASE, CONTROLS } from "../base/styles.js";
import { renameImage, stemOf, suffixOf } from "./actions.js";

/** Asks for another name of the file of an image, and renames it. Sends `close` at the end. */
@customElement("facetry-rename-dialog")
export class FacetryRenameDialog extends LitElement {
  static override styles = [BASE, CONTROLS];

  @property({ attribute: false }) image!: Image;
  @state() error: unknown;
  @state() isBusy = false;

  protected override render(): TemplateResult {
    const refusal = this.error === undefined ? undefined : sentencesOf(this.error);
    return html`<facetry-dialog heading="Rename the file" open @close=${this.#close}>
      <form id="form" class="stack" @submit=${this.#submit}>
        <label class="field">
          <span>Name without ${suffixOf(this.image.name) || "suffix"}</span>
          <input name="name" required autofocus autocomplete="off" .value=${stemOf(this.image.name)} />
        </label>
        ${refusal === undefined ? "" : html`<p class="error" role="alert">${refusal.text} ${refusal.remedy ?? ""}</p>`}
      </form>
      <button slot="actions" @click=${this.#close}>Cancel</button>
      <button slot="actions" class="primary" form="form" ?disabled=${this.isBusy}>Rename</button>
    </facetry-dialog>`;
  }

  async #submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const name = textIn(event.target, "name");
    if (name === stemOf(this.image.name)) return this.#close();
    this.isBusy = true;
    try {
      await renameImage(this.image, name);
      this.#close();
    } catch (error) {
      this.error = error;
    } finally {
      this.isBusy = false;
    }
  }

  #close(): void {
    this.dispatchEvent(new CustomEvent("close"));
  }
}
