import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { Image } from "@api/models.js";
import "../../view/facetry-more.js";
import { count } from "../base/format.js";
import { STYLES } from "../base/styles.js";
import { type Block, blocksOf, matching, type Row } from "./describe.js";

const LONG = 240;
const SEARCHED_FROM = 12;

/** The metadata of the file of an image, by block, with a search. */
@customElement("facetry-image-metadata")
export class FacetryImageMetadata extends LitElement {
  static override styles = [
    STYLES,
    css`
      :host {
        display: grid;
        gap: 0.6rem;
      }
      summary {
        padding: 0.3rem 0;
        font-weight: 550;
        cursor: pointer;
      }
      dl.pairs {
        grid-template-columns: minmax(6rem, 38%) 1fr;
        padding: 0.2rem 0 0.6rem;
        font-size: 0.85rem;
      }
      dl.pairs dt {
        overflow-wrap: anywhere;
      }
    `,
  ];

  @property({ attribute: false }) metadata: Image["metadata"] | undefined;
  @state() query = "";
  #blocks: readonly Block[] = [];

  protected override willUpdate(changes: Map<string, unknown>): void {
    if (changes.has("metadata")) this.#blocks = blocksOf(this.metadata ?? {});
  }

  protected override render(): TemplateResult {
    const total = this.#blocks.reduce((sum, block) => sum + block.rows.length, 0);
    if (total === 0) return html`<p class="muted small">The file has no metadata.</p>`;
    const shown = matching(this.#blocks, this.query);
    return html`${
      total < SEARCHED_FROM
        ? ""
        : html`<input
            type="search"
            aria-label="Search the metadata"
            placeholder=${`Search ${count(total)} entries`}
            .value=${this.query}
            @input=${(event: Event) => (this.query = (event.target as HTMLInputElement).value)}
          />`
    }
    ${shown.length === 0 ? html`<p class="muted small" role="status">Nothing has these words.</p>` : ""}
    ${shown.map((block, index) => this.#block(block, index === 0 || this.query !== ""))}`;
  }

  #block({ label, rows }: Block, isOpen: boolean): TemplateResult {
    return html`<details ?open=${isOpen}>
      <summary>${label} <span class="muted small">${count(rows.length)}</span></summary>
      <dl class="pairs">
        ${rows.map((row) => html`<dt>${row.name}</dt><dd>${valueOf(row)}</dd>`)}
      </dl>
    </details>`;
  }
}

function valueOf({ value }: Row): TemplateResult | string {
  if (value.length <= LONG) return value;
  return html`<facetry-more .beginning=${value.slice(0, LONG)} .whole=${value}></facetry-more>`;
}
