import type { TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { Collection } from "../../api/models.js";
import { FormDialog, nameAndComment } from "../base/form-dialog.js";
import { service } from "../session/service.js";

/** A dialog for the name and the comment of a collection. */
@customElement("facetry-collection-dialog")
export class FacetryCollectionDialog extends FormDialog {
  @property({ attribute: false }) collection!: Collection;
  readonly heading = "Name and comment";
  readonly agree = "Save";

  protected fields(): TemplateResult {
    return nameAndComment(this.collection.name, this.collection.comment, 3);
  }

  protected send(text: (field: string) => string): Promise<unknown> {
    return service.collectionUpdate(this.collection.id, { name: text("name"), comment: text("comment") });
  }
}
