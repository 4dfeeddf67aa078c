import { css, html, LitElement } from "lit";
import { property, state } from "lit/decorators.js";

/** A text of which the beginning is shown until the user wants the rest. */
export class FacetryMore extends LitElement {
  static override styles = css`
    span {
      white-space: inherit;
    }
    button {
      all: unset;
      cursor: pointer;
      color: var(--accent, LinkText);
      text-decoration: underline;
      text-underline-offset: 0.15em;
    }
    button:focus-visible {
      outline: 2px solid currentColor;
    }
  `;

  @property({ attribute: false }) beginning = "";
  @property({ attribute: false }) whole = "";
  @state() isWhole = false;

  protected override render(): unknown {
    const shown = this.isWhole ? this.whole : `${this.beginning}…`;
    return html`<span>${shown}</span>
      <button type="button" aria-expanded=${this.isWhole ? "true" : "false"} @click=${this.#toggle}>
        ${this.isWhole ? "show less" : "show more"}
      </button>`;
  }

  readonly #toggle = (): void => {
    this.isWhole = !this.isWhole;
  };
}

if (customElements.get("facetry-more") === undefined) customElements.define("facetry-more", FacetryMore);
