import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { FolderPlus } from "lucide";
import type { Repository } from "@api/models.js";
import "../base/facetry-dialog.js";
import { icon } from "../base/facetry-icon.js";
import { STYLES } from "../base/styles.js";
import { notify } from "../session/notices.js";
import { linkTo, type Route } from "../session/router.js";
import { may } from "../session/service.js";
import "./facetry-first-folder.js";
import "./facetry-folder-form.js";
import "./facetry-folder.js";
import "./facetry-skipped-files.js";
import "./facetry-unreadable-files.js";
import { Folders } from "./folders.js";

/** The page of the repositories, and of their files that are no images. */
@customElement("facetry-folders")
export class FacetryFolders extends LitElement {
  static override styles = [
    STYLES,
    css`
      .waiting {
        height: 9rem;
      }
    `,
  ];

  @property({ attribute: false }) route!: Route;
  @state() isAdding = false;
  readonly #folders = new Folders(this);

  protected override render(): TemplateResult {
    const [id, list] = this.route.path;
    const { value } = this.#folders;
    if (value === undefined)
      return this.#folders.instead(
        html`<div class="page" aria-busy="true"><h1>Folders</h1><div class="panel waiting"></div></div>`,
      );
    if (id === undefined || id === "") return this.#list();
    const folder = value.find((each) => each.repository.id === id);
    if (folder === undefined || (list !== "unreadable" && list !== "skipped")) return this.#unknown();
    if (list === "skipped")
      return html`<facetry-skipped-files .folder=${folder} .query=${this.route.query}></facetry-skipped-files>`;
    return html`<facetry-unreadable-files .folder=${folder} .query=${this.route.query}></facetry-unreadable-files>`;
  }

  #list(): TemplateResult {
    const { value = [], error } = this.#folders;
    if (value.length === 0) return html`<facetry-first-folder></facetry-first-folder>`;
    return html`<div class="page">
        <div class="row spread">
          <h1>Folders</h1>
          ${
            may("repository:write")
              ? html`<button class="primary" @click=${() => (this.isAdding = true)}>${icon(FolderPlus)} Add folder</button>`
              : ""
          }
        </div>
        ${error === undefined ? "" : html`<p class="warning small" role="status">The list could not be read again. It may be out of date.</p>`}
        ${repeat(
          value,
          (folder) => folder.repository.id,
          (folder) => html`<facetry-folder .folder=${folder}></facetry-folder>`,
        )}
      </div>
      <facetry-dialog heading="Add a folder" .open=${this.isAdding} @close=${() => (this.isAdding = false)}>
        ${this.isAdding ? html`<facetry-folder-form @facetry-added=${this.#added}></facetry-folder-form>` : ""}
      </facetry-dialog>`;
  }

  #unknown(): TemplateResult {
    return html`<div class="empty">
      <h2>There is no such folder</h2>
      <p>It may have been deleted from the library.</p>
      <a href=${linkTo("folders")}>All folders</a>
    </div>`;
  }

  #added(event: CustomEvent<Repository>): void {
    this.isAdding = false;
    notify(`“${event.detail.name}” is added. Its first scan has begun.`);
    void this.#folders.reload();
  }
}
