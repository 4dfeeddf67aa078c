import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { FolderOpen, Pencil, RefreshCw, Trash2, Upload } from "lucide";
import { confirm } from "../base/facetry-dialog.js";
import { icon } from "../base/facetry-icon.js";
import { count, counted } from "../base/format.js";
import { STYLES } from "../base/styles.js";
import { attempt, notify } from "../session/notices.js";
import { may, service } from "../session/service.js";
import { filesOf, hasFiles } from "./dropped-files.js";
import "./facetry-edit-folder.js";
import "./facetry-gone-images.js";
import "./facetry-scan-progress.js";
import "./facetry-upload.js";
import { FOLDER_STYLES } from "./folder-styles.js";
import { pathOfUrl } from "./file-urls.js";
import { type Folder, isScanning } from "./folders.js";
import { linkToFiles, linkToImages, linkToMissing } from "./links.js";
import { beginScan, lastScanText } from "./scans.js";
import { upload } from "./uploads.js";

/** From this number of images on, deleting a repository needs its name. */
const MANY_IMAGES = 100;

/** One repository: its counts, its scans, its questions, and what can be done with it. Pictures can be dropped on it. */
@customElement("facetry-folder")
export class FacetryFolder extends LitElement {
  static override styles = [STYLES, FOLDER_STYLES];

  @property({ attribute: false }) folder!: Folder;
  @state() isEdited = false;
  /** Whether files are dragged over it. */
  @state() isTarget = false;

  protected override render(): TemplateResult {
    const { repository, activity } = this.folder;
    const mayStore = may("repository:image:store");
    return html`<article
      class="panel ${this.isTarget ? "target" : ""}"
      aria-labelledby="name"
      @dragover=${mayStore ? this.#dragOver : nothing}
      @dragleave=${() => (this.isTarget = false)}
      @drop=${mayStore ? this.#drop : nothing}
    >
      <header>
        <span class="mark">${icon(FolderOpen)}</span>
        <div class="title">
          <h2 id="name">${repository.name}</h2>
          <p class="muted small"><code>${pathOfUrl(repository.url)}</code></p>
          ${repository.comment === undefined ? "" : html`<p class="small">${repository.comment}</p>`}
        </div>
        ${this.#actions()}
      </header>
      ${this.#availability()} ${this.#counts()}
      <div class="row spread foot">
        <span class="muted small">${isScanning(this.folder) ? "" : lastScanText(activity)}</span>
        ${this.#watching()}
      </div>
      ${
        isScanning(this.folder)
          ? html`<facetry-scan-progress .activity=${activity} .name=${repository.name}></facetry-scan-progress>`
          : html`<facetry-gone-images .folder=${this.folder}></facetry-gone-images>`
      }
      <facetry-upload .repositoryId=${repository.id}></facetry-upload>
      ${this.isTarget ? html`<p class="drop" aria-hidden="true">${icon(Upload)} Drop to store the pictures in ${repository.name}</p>` : ""}
      ${this.isEdited ? html`<facetry-edit-folder .repository=${repository} @close=${() => (this.isEdited = false)}></facetry-edit-folder>` : ""}
    </article>`;
  }

  #actions(): TemplateResult {
    const { repository } = this.folder;
    const isBusy = isScanning(this.folder);
    return html`<div class="row actions">
      ${
        may("repository:manage")
          ? html`<button ?disabled=${isBusy} @click=${this.#scan}>${icon(RefreshCw)} Scan now</button>`
          : ""
      }
      ${
        may("repository:image:store")
          ? html`<button @click=${() => this.#input?.click()}>${icon(Upload)} Add pictures</button>
              <input type="file" accept="image/*" multiple hidden aria-label="Pictures to add" @change=${this.#choose} />`
          : ""
      }
      </div>
      <div class="row">
      ${
        may("repository:manage")
          ? html`<button class="icon" aria-label=${`Edit ${repository.name}`} title="Edit" @click=${() => (this.isEdited = true)}>
              ${icon(Pencil)}
            </button>`
          : ""
      }
      ${
        may("repository:write")
          ? html`<button
              class="icon danger"
              aria-label=${`Delete ${repository.name}`}
              title=${isBusy ? "It can be deleted when the scan is over." : "Delete"}
              ?disabled=${isBusy}
              @click=${this.#delete}
            >
              ${icon(Trash2)}
            </button>`
          : ""
      }
    </div>`;
  }

  #availability(): TemplateResult | string {
    const { repository, activity } = this.folder;
    if (repository.state.startsWith("UNAVAILABLE")) {
      // If all images are missing, the question below says what is to be said.
      if ((activity?.missing ?? 0) > 0) return "";
      return html`<p class="unavailable small" role="status">
        <b class="warning">The folder cannot be reached.</b>
        ${activity?.error ?? ""} Nothing is forgotten: its images stay in the library until it is back. Mount the drive, or
        check the permissions, then scan again.
      </p>`;
    }
    if (activity?.error !== undefined && activity.missing === 0 && !isScanning(this.folder)) {
      return html`<p class="unavailable small" role="status"><b class="warning">The last scan ended early.</b> ${activity.error}</p>`;
    }
    return "";
  }

  #counts(): TemplateResult {
    const { repository, activity, images, unreadable, skipped } = this.folder;
    const missing = activity?.missing ?? 0;
    const figure = (value: number | undefined, label: string, href: string, kind = "") =>
      html`<a class="figure" href=${href}>
        <span class="value ${kind}">${value === undefined ? "–" : count(value)}</span><span class="muted small">${label}</span>
      </a>`;
    return html`<div class="figures">
      ${figure(images, images === 1 ? "image" : "images", linkToImages(repository.id))}
      ${missing === 0 ? "" : figure(missing, "missing", linkToMissing(repository.id), "warning")}
      ${figure(unreadable, "unreadable", linkToFiles(repository.id, "unreadable"), unreadable ? "warning" : "")}
      ${figure(skipped, "skipped", linkToFiles(repository.id, "skipped"))}
    </div>`;
  }

  #watching(): TemplateResult {
    const { watch } = this.folder.repository;
    if (!may("repository:manage")) return html`<span class="muted small">${watch ? "Watched" : "Not watched"}</span>`;
    return html`<label class="check small" title="Whether changes of the folder show up at once">
      <input type="checkbox" .checked=${watch} @change=${this.#watch} />
      <span>Watched</span>
    </label>`;
  }

  get #input(): HTMLInputElement | null {
    return this.renderRoot.querySelector("input[type=file]");
  }

  async #scan(): Promise<void> {
    await beginScan(() => service.repositorySynchronize(this.folder.repository.id));
  }

  async #watch(event: Event): Promise<void> {
    const box = event.target as HTMLInputElement;
    const isStart = box.checked;
    const isDone = await beginScan(() => service.repositoryWatch(this.folder.repository.id, { isStart }));
    if (!isDone) box.checked = !isStart;
  }

  async #delete(): Promise<void> {
    const { repository, images } = this.folder;
    const agrees = await confirm({
      heading: `Delete “${repository.name}” from the library?`,
      text: html`The library forgets the folder and ${images === undefined ? "its images" : counted(images, "image")}, with
        all tags, features and embeddings. <b>The files stay where they are.</b> This cannot be undone.`,
      agree: "Delete from the library",
      isDangerous: true,
      ...(images === undefined || images >= MANY_IMAGES ? { typed: repository.name } : {}),
    });
    if (!agrees) return;
    await attempt(async () => {
      await service.repositoryDelete(repository.id);
      notify(`“${repository.name}” is deleted from the library. Its files are still in ${pathOfUrl(repository.url)}.`);
    });
  }

  #choose(event: Event): void {
    const input = event.target as HTMLInputElement;
    upload(
      this.folder.repository,
      [...(input.files ?? [])].map((file) => ({ file, folder: "" })),
    );
    input.value = "";
  }

  #dragOver(event: DragEvent): void {
    if (!hasFiles(event.dataTransfer)) return;
    event.preventDefault();
    this.isTarget = true;
  }

  async #drop(event: DragEvent): Promise<void> {
    this.isTarget = false;
    const { dataTransfer } = event;
    if (dataTransfer === null || !hasFiles(dataTransfer)) return;
    event.preventDefault();
    await attempt(async () => upload(this.folder.repository, await filesOf(dataTransfer)));
  }
}
