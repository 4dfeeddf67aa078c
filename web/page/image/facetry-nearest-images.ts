import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { ExtensionImageEmbeddings, ImageDistance } from "@api/models.js";
import "../session/facetry-thumbnail.js";
import { Loading } from "../base/loading.js";
import { STYLES } from "../base/styles.js";
import { linkTo } from "../session/router.js";
import { service } from "../session/service.js";
import { linkToSearch } from "../search/links.js";

const SHOWN = 12;

/** The images nearest to one, for each of its embeddings. */
@customElement("facetry-nearest-images")
export class FacetryNearestImages extends LitElement {
  static override styles = [
    STYLES,
    css`
      :host {
        display: grid;
        gap: 0.7rem;
      }
      ul {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(7rem, 1fr));
        gap: 0.5rem;
        padding: 0;
        list-style: none;
      }
      li a {
        display: grid;
        gap: 0.2rem;
        color: inherit;
        text-decoration: none;
      }
      .distance {
        font-variant-numeric: tabular-nums;
      }
    `,
  ];

  @property() imageId = "";
  @property({ attribute: false }) embeddings: readonly ExtensionImageEmbeddings[] = [];
  @state() index = 0;
  readonly #nearest = new Loading(this, (signal) => this.#load(signal));

  get #spaces(): readonly { readonly extensionId: string; readonly name: string; readonly length: number }[] {
    return this.embeddings.flatMap(({ id, embeddings }) =>
      embeddings.map(({ name, values }) => ({ extensionId: id, name, length: values.length })),
    );
  }

  protected override updated(changes: Map<string, unknown>): void {
    if (changes.has("imageId") || changes.has("embeddings") || changes.get("index") !== undefined)
      void this.#nearest.reload();
  }

  protected override render(): TemplateResult {
    const spaces = this.#spaces;
    const space = spaces[this.index] ?? spaces[0];
    if (space === undefined)
      return html`<p class="muted small">No extension has written an embedding of this image.</p>`;
    const similarity = { extensionId: space.extensionId, name: space.name };
    return html`<div class="row spread">
        ${
          spaces.length === 1
            ? html`<span class="muted small">${space.extensionId} / ${space.name}, ${space.length} numbers</span>`
            : html`<select
              aria-label="Embedding"
              @change=${(event: Event) => (this.index = Number((event.target as HTMLSelectElement).value))}>
                ${spaces.map(
                  (each, index) => html`<option value=${index} .selected=${each === space}>
                    ${each.extensionId} / ${each.name}, ${each.length} numbers
                  </option>`,
                )}
              </select>`
        }
        <a class="small"
          href=${linkToSearch({ similarity: { ...similarity, image: this.imageId } })}
          >Search by similarity</a
        >
      </div>
      ${this.#list()}`;
  }

  #list(): TemplateResult {
    const { value, error } = this.#nearest;
    if (error !== undefined || value === undefined)
      return this.#nearest.instead(html`<p class="muted small" aria-busy="true">Loading…</p>`);
    if (value.length === 0) return html`<p class="muted small">No other image has this embedding.</p>`;
    return html`<ul>
      ${value.map((each) => this.#item(each))}
    </ul>`;
  }

  #item({ image, distance }: ImageDistance): TemplateResult {
    return html`<li>
      <a href=${linkTo("image", [image.id])} title=${image.name}>
        <facetry-thumbnail image-id=${image.id} alt=${image.name}></facetry-thumbnail>
        <span class="distance small muted">Distance ${distance.toFixed(3)}</span>
      </a>
    </li>`;
  }

  async #load(signal: AbortSignal): Promise<readonly ImageDistance[]> {
    const space = this.#spaces[this.index] ?? this.#spaces[0];
    if (space === undefined || this.imageId === "") return [];
    const { extensionId, name } = space;
    return service.until(signal).imageClosestImages(this.imageId, { extensionId, name, count: SHOWN });
  }
}
