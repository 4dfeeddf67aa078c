import { html, LitElement, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { ChevronLeft, ChevronRight } from "lucide";
import { icon } from "./facetry-icon.js";
import { count } from "./format.js";
import { CONTROLS } from "./styles.js";

/** Goes through the pages of a list: `<facetry-pager .total .skip .take>` sends `facetry-page` with the new `skip`. */
@customElement("facetry-pager")
export class FacetryPager extends LitElement {
  static override styles = CONTROLS;

  @property({ attribute: false }) total = 0;
  @property({ attribute: false }) skip = 0;
  @property({ attribute: false }) take = 50;

  protected override render(): TemplateResult | undefined {
    if (this.total <= this.take && this.skip === 0) return undefined;
    const end = Math.min(this.skip + this.take, this.total);
    return html`<nav class="row" aria-label="Pages of the list">
      <button class="icon" aria-label="Former page" ?disabled=${this.skip === 0} @click=${() => this.#go(-1)}>
        ${icon(ChevronLeft)}
      </button>
      <span class="muted small">${count(this.skip + 1)} to ${count(end)} of ${count(this.total)}</span>
      <button class="icon" aria-label="Next page" ?disabled=${end >= this.total} @click=${() => this.#go(1)}>
        ${icon(ChevronRight)}
      </button>
    </nav>`;
  }

  #go(pages: number): void {
    const skip = Math.max(this.skip + pages * this.take, 0);
    this.dispatchEvent(new CustomEvent("facetry-page", { detail: skip }));
  }
}
