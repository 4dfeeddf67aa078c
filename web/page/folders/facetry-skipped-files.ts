import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { ArrowLeft, CircleCheck } from "lucide";
import type { SkippedFileKind, SkippedFilesResult } from "@api/models.js";
import { icon } from "../base/facetry-icon.js";
import { count, size } from "../base/format.js";
import { Paged, table } from "../base/paged.js";
import { STYLES } from "../base/styles.js";
import { linkTo } from "../session/router.js";
import { service } from "../session/service.js";
import { FILE_STYLES } from "./file-styles.js";
import type { Folder } from "./folders.js";
import { linkToFiles } from "./links.js";

const KINDS: Readonly<Record<SkippedFileKind, string>> = {
  tiff: "TIFF",
  raw: "RAW",
  video: "Videos",
  image: "Other image formats",
  other: "Other files",
};

/** The files of a repository that are no pictures of the formats that are read, by their kinds. */
@customElement("facetry-skipped-files")
export class FacetrySkippedFiles extends LitElement {
  static override styles = [STYLES, FILE_STYLES];

  @property({ attribute: false }) folder!: Folder;
  @property({ attribute: false }) query!: URLSearchParams;
  readonly #files = new Paged(this, (signal, range) =>
    service.until(signal).repositorySkippedFiles(this.folder.repository.id, { kind: this.#kind, ...range }),
  );

  protected override willUpdate(changed: PropertyValues<this>): void {
    const isOther = changed.get("query") !== undefined && changed.get("query")?.toString() !== this.query.toString();
    const former = changed.get("folder");
    if (isOther) this.#files.skip = 0;
    if (isOther || (former !== undefined && former.skipped !== this.folder.skipped)) void this.#files.reload();
  }

  protected override render(): TemplateResult {
    const { value, error } = this.#files;
    return html`<div class="page">
      <a class="back small" href=${linkTo("folders")}>${icon(ArrowLeft)} Folders</a>
      <h1>Skipped files of ${this.folder.repository.name}</h1>
      <p class="muted">These files are no pictures of a format that the service reads. They stay as they are. Hidden files are not listed.</p>
      ${
        error !== undefined || value === undefined
          ? this.#files.instead(html`<div class="panel waiting" aria-busy="true"></div>`)
          : value.kinds.length === 0
            ? html`<div class="empty">
                  <span class="success">${icon(CircleCheck)}</span>
                  <h2>No file is skipped</h2>
                </div>`
            : this.#table(value)
      }
    </div>`;
  }

  #table({ items, kinds }: SkippedFilesResult): TemplateResult {
    const { id } = this.folder.repository;
    const all = kinds.reduce((sum, each) => sum + each.count, 0);
    const chip = (label: string, number: number, kind?: SkippedFileKind) =>
      html`<a
        class="chip"
        href=${linkToFiles(id, "skipped", kind === undefined ? {} : { kind })}
        aria-current=${kind === this.#kind ? "true" : nothing}
        >${label} <span class="muted">${count(number)}</span></a
      >`;
    const headings = html`<th>File</th><th>Kind</th><th class="number">Size</th>`;
    const rows = items.map(
      (file) => html`<tr>
        <td class="file">${file.path}</td>
        <td>${KINDS[file.kind]}</td>
        <td class="number">${size(file.sizeInBytes)}</td>
      </tr>`,
    );
    return html`<nav class="kinds" aria-label="Kinds of files">
        ${chip("All", all)} ${kinds.map(({ value, count: number }) => chip(KINDS[value], number, value))}
      </nav>
      ${table("Skipped files", headings, rows, "panel scroll")} ${this.#files.pager}`;
  }

  get #kind(): SkippedFileKind | undefined {
    const kind = this.query.get("kind");
    return kind !== null && kind in KINDS ? (kind as SkippedFileKind) : undefined;
  }
}
