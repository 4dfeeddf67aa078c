import { html, LitElement, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { ApiError } from "../../api/errors.js";
import type { Repository } from "../../api/models.js";
import "../base/facetry-dialog.js";
import { sentencesOf } from "../base/facetry-problem.js";
import { textIn } from "../base/form-text.js";
import { BASE, CONTROLS } from "../base/styles.js";
import { notify } from "../session/notices.js";
import { service } from "../session/service.js";
import { faultOfPath, fileUrlOf, pathOfUrl } from "./file-urls.js";

/** Changes the name, the comment or the place of a repository, in a dialog. It sends `close` at its end. */
@customElement("facetry-edit-folder")
export class FacetryEditFolder extends LitElement {
  static override styles = [BASE, CONTROLS];

  @property({ attribute: false }) repository!: Repository;
  @state() error: unknown;
  @state() isBusy = false;

  protected override render(): TemplateResult {
    const { name, comment = "", url } = this.repository;
    const refusal = this.error === undefined ? undefined : sentencesOf(this.error);
    return html`<facetry-dialog heading=${`Edit “${name}”`} open @close=${this.#close}>
      <form id="form" class="stack" @submit=${this.#submit}>
        <label class="field">
          <span>Name</span>
          <input name="name" required maxlength="128" autofocus autocomplete="off" .value=${name} />
        </label>
        <label class="field">
          <span>Comment</span>
          <textarea name="comment" maxlength="1024" rows="2" .value=${comment}></textarea>
        </label>
        <label class="field">
          <span>Folder on the machine of the service</span>
          <input name="path" required autocomplete="off" spellcheck="false" aria-describedby="moving" .value=${pathOfUrl(url)} />
        </label>
        <p class="muted small" id="moving">
          Change it when the folder lies elsewhere now. No file is moved. A scan begins there, and images whose files it
          finds keep all that is known of them.
        </p>
        ${refusal === undefined ? "" : html`<p class="error" role="alert">${refusal.text} ${refusal.remedy ?? ""}</p>`}
        <div class="row">
          <button class="primary" ?disabled=${this.isBusy}>Save</button>
          <button type="button" @click=${this.#close}>Cancel</button>
        </div>
      </form>
    </facetry-dialog>`;
  }

  async #submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const text = (field: string) => textIn(event.target, field);
    const { id, name, comment = "", url } = this.repository;
    const fault = faultOfPath(text("path"));
    if (fault !== "") {
      this.error = new ApiError(0, { detail: fault });
      return;
    }
    this.isBusy = true;
    this.error = undefined;
    try {
      await service.repositoryUpdate(id, {
        name: text("name") === name ? undefined : text("name"),
        comment: text("comment") === comment ? undefined : text("comment"),
        url: text("path") === pathOfUrl(url) ? undefined : fileUrlOf(text("path")),
      });
      notify(`“${text("name")}” is changed.`);
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
