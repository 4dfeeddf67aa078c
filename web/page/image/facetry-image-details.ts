import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { Collection, Image, Repository } from "@api/models.js";
import { count, date, size } from "../base/format.js";
import { STYLES } from "../base/styles.js";
import { linkToSearch } from "../search/links.js";
import { linkTo } from "../session/router.js";
import { captureDate, captureSource, folderOf, pathOf, ratioOf } from "./describe.js";

/** The record of an image: its file, its dates, where it lies, and the collections that it is in. */
@customElement("facetry-image-details")
export class FacetryImageDetails extends LitElement {
  static override styles = [
    STYLES,
    css`
      dl.pairs {
        grid-template-columns: minmax(5.5rem, max-content) 1fr;
      }
      dd p {
        color: var(--muted);
        font-size: 0.85rem;
      }
    `,
  ];

  @property({ attribute: false }) image: Image | undefined;
  @property({ attribute: false }) repository: Repository | undefined;
  @property({ attribute: false }) collections: readonly Collection[] | undefined;

  protected override render(): TemplateResult | typeof nothing {
    const { image, repository } = this;
    if (image === undefined) return nothing;
    const { width, height } = image.dimensions;
    const ratio = ratioOf(width, height);
    const megapixels = (width * height) / 1_000_000;
    const folder = folderOf(image, repository?.url);
    return html`<dl class="pairs">
      <dt>Taken</dt>
      <dd>${captureDate(image)}<p>${captureSource(image)}</p></dd>
      <dt>Size</dt>
      <dd>
        ${count(width)} × ${count(height)} pixels
        <p>${megapixels.toFixed(megapixels < 10 ? 1 : 0)} megapixels${ratio === undefined ? "" : `, ${ratio}`}</p>
      </dd>
      <dt>File</dt>
      <dd>${size(image.sizeInBytes)}, ${image.format}</dd>
      <dt>Folder</dt>
      <dd title=${pathOf(image.url)}>${folder === "" ? "top folder" : folder}</dd>
      <dt>Repository</dt>
      <dd>
        ${
          repository === undefined
            ? image.repositoryId
            : html`<a
          href=${linkToSearch({ repositories: [repository.id] })}>${repository.name}</a>`
        }
      </dd>
      <dt>Collections</dt>
      <dd>${this.#collections()}</dd>
      ${
        image.sourceUrl === undefined
          ? ""
          : html`<dt>Source</dt>
              <dd><a href=${image.sourceUrl} target="_blank" rel="noopener noreferrer">${image.sourceUrl}</a></dd>`
      }
      ${
        image.parentId === undefined
          ? ""
          : html`<dt>Made from</dt>
              <dd><a href=${linkTo("image", [image.parentId])}>another image</a></dd>`
      }
      <dt>Changed</dt>
      <dd>${date(image.fileDates.modificationDate)}<p>the file</p></dd>
      <dt>Found</dt>
      <dd>${date(image.creationDate)}<p>added to the library</p></dd>
      <dt>Id</dt>
      <dd><code class="small">${image.id}</code></dd>
    </dl>`;
  }

  #collections(): TemplateResult {
    const { collections } = this;
    if (collections === undefined) return html`<span class="muted">…</span>`;
    if (collections.length === 0) return html`<span class="muted">none</span>`;
    return html`${collections.map(
      (each, index) => html`${index === 0 ? "" : ", "}<a
      href=${linkToSearch({ collectionId: each.id })}>${each.name}</a>`,
    )}`;
  }
}
