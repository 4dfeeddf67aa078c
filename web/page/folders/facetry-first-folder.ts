import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import { Blocks, FolderPlus, Images } from "lucide";
import { icon } from "../base/facetry-icon.js";
import { counted } from "../base/format.js";
import { STYLES } from "../base/styles.js";
import { linkTo } from "../session/router.js";
import { may } from "../session/service.js";
import "./facetry-folder-form.js";
import "./facetry-gone-images.js";
import "./facetry-scan-progress.js";
import { type Folder, Folders, isScanning } from "./folders.js";
import { linkToFiles } from "./links.js";

/** What a library without pictures shows: a welcome, a form for the first folder, its scan, and what comes next. */
@customElement("facetry-first-folder")
export class FacetryFirstFolder extends LitElement {
  static override styles = [
    STYLES,
    css`
      .page {
        max-width: 40rem;
        padding-top: clamp(1rem, 6vh, 4rem);
      }
      h1 {
        font-size: 1.6rem;
      }
      .step {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr);
        gap: 0.6rem 0.75rem;
        padding: 1.1rem;
      }
      .step > :not(:first-child) {
        grid-column: 2;
      }
      .step > facetry-icon {
        color: var(--muted);
      }
      .later {
        color: var(--muted);
      }
      @media (max-width: 30rem) {
        .step > :not(:first-child, h2) {
          grid-column: 1 / -1;
        }
      }
    `,
  ];

  readonly #folders = new Folders(this);

  protected override render(): TemplateResult {
    const { value } = this.#folders;
    if (value === undefined) return this.#folders.instead(html`<div aria-busy="true"></div>`);
    const images = value.reduce((sum, folder) => sum + (folder.images ?? 0), 0);
    return html`<div class="page">
      ${value.length === 0 ? this.#welcome() : this.#folderStates(value, images)}
      <section class="panel step ${images === 0 ? "later" : ""}" aria-labelledby="next">
        ${icon(Blocks)}
        <h2 id="next">${images === 0 ? "Then: install an extension" : "Next: install an extension"}</h2>
        <p>Extensions look at each picture and write tags, captions and embeddings, by which you search.</p>
        <p><a href=${linkTo("extensions")}>Go to the extensions</a></p>
      </section>
    </div>`;
  }

  #welcome(): TemplateResult {
    return html`<div class="stack">
        <h1>Welcome to Facetry</h1>
        <p>
          Facetry makes the pictures in your folders searchable, and leaves the files where they are. Begin with a folder on
          the machine on which the service runs.
        </p>
      </div>
      <section class="panel step" aria-labelledby="first">
        ${icon(FolderPlus)}
        <h2 id="first">Add a folder of pictures</h2>
        ${
          may("repository:write")
            ? html`<facetry-folder-form .isShort=${true} @facetry-added=${() => this.#folders.reload()}></facetry-folder-form>`
            : html`<p>
                Your key cannot add folders, because it lacks the scope <code>repository:write</code>. Ask the operator of
                the service.
              </p>`
        }
      </section>`;
  }

  #folderStates(folders: readonly Folder[], images: number): TemplateResult {
    const isBusy = folders.some(isScanning);
    return html`<section class="panel step" aria-labelledby="state">
      ${icon(Images)}
      <h2 id="state">${images > 0 ? counted(images, "image") : isBusy ? "Looking for pictures" : "No pictures yet"}</h2>
      <div class="stack">
        ${folders.map((folder) => this.#folderState(folder))}
        <p class="row">
          ${images > 0 ? html`<a class="button primary" href=${linkTo("library")}>Show the library</a>` : ""}
          <a class="button" href=${linkTo("folders")}>Manage folders</a>
        </p>
      </div>
    </section>`;
  }

  #folderState(folder: Folder): TemplateResult {
    const { repository, activity, images = 0, unreadable = 0, skipped = 0 } = folder;
    if (isScanning(folder)) {
      return html`<div>
        <h3>${repository.name}</h3>
        <facetry-scan-progress .activity=${activity} .name=${repository.name}></facetry-scan-progress>
      </div>`;
    }
    const isGone = repository.state.startsWith("UNAVAILABLE") && (activity?.missing ?? 0) === 0;
    return html`<div>
      <h3>${repository.name}</h3>
      <p class="small">
        ${isGone ? html`<span class="warning">The folder cannot be reached.</span>` : html`${counted(images, "image")}`}
        ${unreadable === 0 ? "" : html`· <a href=${linkToFiles(repository.id, "unreadable")}>${counted(unreadable, "unreadable file")}</a>`}
        ${skipped === 0 ? "" : html`· <a href=${linkToFiles(repository.id, "skipped")}>${counted(skipped, "skipped file")}</a>`}
        ${
          images === 0 && unreadable === 0 && !isGone
            ? html`· There are no pictures of the formats that are read in this folder. New ones show up
                ${repository.watch ? "at once" : "with the next scan"}.`
            : ""
        }
      </p>
      <facetry-gone-images .folder=${folder}></facetry-gone-images>
    </div>`;
  }
}
