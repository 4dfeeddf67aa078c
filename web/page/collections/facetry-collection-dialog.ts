import { html, LitElement, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { Collection } from "../../api/models.js";
import "../base/facetry-dialog.js";
import { sentencesOf } from "../base/facetry-problem.js";
import { textIn } from "../base/form-text.js";
import { BASE, CONTROLS } from "../base/styles.js";
import { service } from "../session/service.js";

/** A dialog for the name and the comment of a collection. It sends `close`. */
@customElement("facetry-collection-dialog")
export class FacetryCollectionDialog extends LitElement {
  static override styles = [BASE, CONTROLS];

  @property({ attribute: false }) collection!: Collection;
  @state() error: unknown;
  @state() isBusy = false;

  protected override render(): TemplateResult {
    const { name, comment = "" } = this.collection;
    const refusal = this.error === undefined ? undefined : sentencesOf(this.error);
    return html`<facetry-dialog heading="Name and comment" open @close=${this.#close}>
      <form id="form" class="stack" @submit=${this.#save}>
        <label class="field"
          ><span>Name</span><input name="name" required maxlength="128" autofocus autocomplete="off" .value=${name}
        /></label>
        <label class="field"
          ><span>Comment</span><textarea name="comment" maxlength="1024" rows="3" .value=${comment}></textarea>
        </label>
        ${refusal === undefined ? "" : html`<p class="error" role="alert">${refusal.text} ${refusal.remedy ?? ""}</p>`}
      </form>
      <button slot="actions" @click=${this.#close}>Cancel</button>
      <button slot="actions" class="primary" type="submit" form="form" ?disabled=${this.isBusy}>Save</button>
    </facetry-dialog>`;
  }

  async #save(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    this.isBusy = true;
    try {
      const options = { name: textIn(event.target, "name"), comment: textIn(event.target, "comment") };
      await service.collectionUpdate(this.collection.id, options);
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
