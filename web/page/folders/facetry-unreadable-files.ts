import { html, LitElement, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { ArrowLeft, CircleCheck, RefreshCw } from "lucide";
import type { UnreadableFilesResult } from "@api/models.js";
import { icon } from "../base/facetry-icon.js";
import { ago, date, size } from "../base/format.js";
import { Paged, table } from "../base/paged.js";
import { STYLES } from "../base/styles.js";
import { linkTo } from "../session/router.js";
import { may, service } from "../session/service.js";
import "./facetry-scan-progress.js";
import { FILE_STYLES } from "./file-styles.js";
import { type Folder, isScanning } from "./folders.js";
import { linkToFiles } from "./links.js";
import { beginScan } from "./scans.js";

/** The files of a repository that look like pictures and could not be read, with the reasons. */
@customElement("facetry-unreadable-files")
export class FacetryUnreadableFiles extends LitElement {
  static override styles = [STYLES, FILE_STYLES];

  @property({ attribute: false }) folder!: Folder;
  @property({ attribute: false }) query!: URLSearchParams;
  readonly #files = new Paged(this, (signal, range) =>
    service.until(signal).repositoryUnreadableFiles(this.folder.repository.id, { rule: this.#rule, ...range }),
  );

  protected override willUpdate(changed: PropertyValues<this>): void {
    const isOther = changed.get("query") !== undefined && changed.get("query")?.toString() !== this.query.toString();
    const former = changed.get("folder");
    if (isOther) this.#files.skip = 0;
    const isScanned = former !== undefined && former.unreadable !== this.folder.unreadable;
    const hasEnded = former !== undefined && isScanning(former) && !isScanning(this.folder);
    if (isOther || isScanned || hasEnded) void this.#files.reload();
  }

  protected override render(): TemplateResult {
    const { repository, activity } = this.folder;
    const { value, error } = this.#files;
    return html`<div class="page">
      <a class="back small" href=${linkTo("folders")}>${icon(ArrowLeft)} Folders</a>
      <div class="row spread">
        <h1>Unreadable files of ${repository.name}</h1>
        ${
          may("repository:manage") && (value?.totalCount ?? 0) > 0
            ? html`<button ?disabled=${isScanning(this.folder)} @click=${this.#retry}>
                ${icon(RefreshCw)} ${this.#rule === undefined ? "Read all again" : "Read these again"}
              </button>`
            : ""
        }
      </div>
      <p class="muted">
        These files look like pictures, but they are damaged, too large, or may not be opened. A file is read again when
        it changes. An image whose file became unreadable stays in the library.
      </p>
      ${
        this.#rule === undefined
          ? ""
          : html`<p class="row small">
              <span>Only files that break <code>${this.#rule}</code></span>
              <a href=${linkToFiles(repository.id, "unreadable")}>Show all</a>
            </p>`
      }
      ${isScanning(this.folder) ? html`<facetry-scan-progress .activity=${activity} .name=${repository.name}></facetry-scan-progress>` : ""}
      ${
        error !== undefined || value === undefined
          ? this.#files.instead(html`<div class="panel waiting" aria-busy="true"></div>`)
          : value.totalCount === 0
            ? html`<div class="empty">
                  <span class="success">${icon(CircleCheck)}</span>
                  <h2>All pictures could be read</h2>
                </div>`
            : this.#table(value)
      }
    </div>`;
  }

  #table({ items }: UnreadableFilesResult): TemplateResult {
    const { id } = this.folder.repository;
    const headings = html`<th>File</th><th>Reason</th><th class="number">Size</th><th>Read</th>`;
    const rows = items.map(
      (file) => html`<tr>
        <td class="file">${file.path}</td>
        <td class="reason">
          ${file.reason}<br />
          <a class="small" href=${linkToFiles(id, "unreadable", { rule: file.rule })} title="Only files with this reason">
            <code>${file.rule}</code>
          </a>
        </td>
        <td class="number">${size(file.sizeInBytes)}</td>
        <td class="date" title=${date(file.date)}>${ago(file.date)}</td>
      </tr>`,
    );
    return html`${table("Unreadable files", headings, rows, "panel scroll")} ${this.#files.pager}`;
  }

  get #rule(): string | undefined {
    return this.query.get("rule") ?? undefined;
  }

  async #retry(): Promise<void> {
    await beginScan(() => service.repositoryRetryUnreadableFiles(this.folder.repository.id, { rule: this.#rule }));
  }
}
