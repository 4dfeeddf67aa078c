import { html, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { Collection } from "@api/models.js";
import { FormDialog } from "../base/form-dialog.js";
import { service } from "../session/service.js";

/** A dialog for the name and the comment of a collection. */
@customElement("facetry-collection-dialog")
export class FacetryCollectionDialog extends FormDialog {
  @property({ attribute: false }) collection!: Collection;
  readonly heading = "Name and comment";
  readonly agree = "Save";

  protected fields(): TemplateResult {
    const { name, comment = "" } = this.collection;
    return html`<label class="field">
        <span>Name</span>
        <input name="name" required maxlength="128" autofocus autocomplete="off" .value=${name} />
      </label>
      <label class="field">
        <span>Comment</span>
        <textarea name="comment" maxlength="1024" rows="3" .value=${comment}></textarea>
      </label>`;
  }

  protected send(text: (field: string) => string): Promise<unknown> {
    return service.collectionUpdate(this.collection.id, { name: text("name"), comment: text("comment") });
  }
}
