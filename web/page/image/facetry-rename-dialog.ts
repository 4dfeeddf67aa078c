import { html, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { Image } from "../../api/models.js";
import { FormDialog } from "../base/form-dialog.js";
import { renameImage, stemOf, suffixOf } from "./actions.js";

/** Asks for another name of the file of an image, and renames it. */
@customElement("facetry-rename-dialog")
export class FacetryRenameDialog extends FormDialog {
  @property({ attribute: false }) image!: Image;
  readonly heading = "Rename the file";
  readonly agree = "Rename";

  protected fields(): TemplateResult {
    return html`<label class="field">
      <span>Name without ${suffixOf(this.image.name) || "suffix"}</span>
      <input name="name" required autofocus autocomplete="off" .value=${stemOf(this.image.name)} />
    </label>`;
  }

  protected async send(text: (field: string) => string): Promise<void> {
    if (text("name") !== stemOf(this.image.name)) await renameImage(this.image, text("name"));
  }
}
