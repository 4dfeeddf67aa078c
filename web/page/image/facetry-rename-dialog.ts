import { html, LitElement, type TemplateResult } from "lit";
import type { Image } from "../../api/models.js";
import "../base/facetry-dialog.js";
import { textIn } from "../base/form-text.js";
import { BASE, CONTROLS } from "../base/styles.js";
import { sentencesOf } from "../shell/notices.js";
import { renameImage, stemOf, suffixOf } from "./actions.js";

/** Asks for another name of the file of an image, and renames it. Sends `close` at the end. */
class FacetryRenameDialog extends LitElement {
  static override properties = { image: { attribute: false }, error: { state: true }, isBusy: { state: true } };
  static override styles = [BASE, CONTROLS];

  declare image: Image;
  declare error: unknown;
  declare isBusy: boolean;

  constructor() {
    super();
    this.error = undefined;
    this.isBusy = false;
  }

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

customElements.define("facetry-rename-dialog", FacetryRenameDialog);
