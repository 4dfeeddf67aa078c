import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { ArrowDownNarrowWide, ArrowDownWideNarrow } from "lucide";
import { icon } from "../base/facetry-icon.js";
import { CONTROLS } from "../base/styles.js";
import { ALL, changed, orderOf, type Search } from "./search-state.js";
import { SORTING_LABELS, SORTINGS } from "./words.js";

/** The menu of orders, and a button for the direction. A changed search is the detail of `facetry-search`. */
@customElement("facetry-sorting")
export class FacetrySorting extends LitElement {
  static override styles = [
    CONTROLS,
    css`
      :host {
        display: flex;
      }
      select,
      button {
        min-height: 2.4rem;
      }
      select {
        border-color: var(--line);
        border-start-end-radius: 0;
        border-end-end-radius: 0;
        background: var(--raised);
      }
      button.icon {
        border-inline-start: none;
        border-start-start-radius: 0;
        border-end-start-radius: 0;
      }
    `,
  ];

  @property({ attribute: false }) search: Search = ALL;

  protected override render(): TemplateResult {
    const order = orderOf(this.search);
    const direction = order?.isAscending === true ? "Smallest or earliest first" : "Largest or latest first";
    const hasDistance = this.search.similarity !== undefined || order?.property === "distance";
    return html`<select aria-label="Sort by" @change=${this.#choose}>
        ${order === undefined ? html`<option value="" selected>As in the collection</option>` : ""}
        ${SORTINGS.filter((each) => each !== "distance" || hasDistance).map(
          (each) => html`<option value=${each} ?selected=${each === order?.property}>${SORTING_LABELS[each]}</option>`,
        )}
      </select>
      <button
        class="icon"
        aria-label=${`Direction: ${direction}`}
        title=${direction}
        ?disabled=${order === undefined}
        @click=${this.#turn}
      >
        ${icon(order?.isAscending === true ? ArrowDownNarrowWide : ArrowDownWideNarrow)}
      </button>`;
  }

  #choose(event: Event): void {
    const property = SORTINGS.find((each) => each === (event.target as HTMLSelectElement).value);
    if (property !== undefined) this.#take({ property, isAscending: property === "name" || property === "distance" });
  }

  #turn(): void {
    const order = orderOf(this.search);
    if (order !== undefined) this.#take({ ...order, isAscending: !order.isAscending });
  }

  #take(sorting: NonNullable<Search["sorting"]>): void {
    const detail = changed(this.search, { sorting });
    this.dispatchEvent(new CustomEvent<Search>("facetry-search", { detail, bubbles: true, composed: true }));
  }
}
