import { html, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { ApiError } from "../../api/errors.js";
import type { Repository } from "../../api/models.js";
import { FormDialog, nameAndComment } from "../base/form-dialog.js";
import { notify } from "../session/notices.js";
import { service } from "../session/service.js";
import { faultOfPath, fileUrlOf, pathOfUrl } from "./file-urls.js";

/** Changes the name, the comment or the place of a repository, in a dialog. */
@customElement("facetry-edit-folder")
export class FacetryEditFolder extends FormDialog {
  @property({ attribute: false }) repository!: Repository;
  readonly agree = "Save";

  get heading(): string {
    return `Edit “${this.repository.name}”`;
  }

  protected fields(): TemplateResult {
    const { name, comment, url } = this.repository;
    return html`${nameAndComment(name, comment)}
      <label class="field">
        <span>Folder on the machine of the service</span>
        <input name="path" required autocomplete="off" spellcheck="false" aria-describedby="moving" .value=${pathOfUrl(url)} />
      </label>
      <p class="muted small" id="moving">
        Change it when the folder lies elsewhere now. No file is moved. A scan begins there, and images whose files it
        finds keep all that is known of them.
      </p>`;
  }

  protected async send(text: (field: string) => string): Promise<void> {
    const { id, name, comment = "", url } = this.repository;
    const fault = faultOfPath(text("path"));
    if (fault !== "") throw new ApiError(0, { detail: fault });
    await service.repositoryUpdate(id, {
      name: text("name") === name ? undefined : text("name"),
      comment: text("comment") === comment ? undefined : text("comment"),
      url: text("path") === pathOfUrl(url) ? undefined : fileUrlOf(text("path")),
    });
    notify(`“${text("name")}” is changed.`);
  }
}
