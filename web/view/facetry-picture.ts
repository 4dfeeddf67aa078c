import { css, html, LitElement, type PropertyValues } from "lit";
import { property, state } from "lit/decorators.js";

/** A picture in a frame. It shows the first of its addresses that can be loaded, else its alternative text. */
export class FacetryPicture extends LitElement {
  static override styles = css`
    :host {
      position: relative;
      display: grid;
      place-items: center;
      overflow: hidden;
      box-sizing: border-box;
      width: var(--facetry-view-picture-width, 20rem);
      max-width: 100%;
      border-radius: var(--radius, 0.25rem);
      background: var(--surface, rgb(127 127 127 / 15%));
    }
    img {
      position: absolute;
      inset: 0;
      width: 100%;
      height: 100%;
      object-fit: contain;
    }
    a {
      color: var(--accent, LinkText);
    }
    p {
      margin: 0.5em;
      color: var(--muted, inherit);
      text-align: center;
      overflow-wrap: anywhere;
    }
  `;

  @property({ attribute: false }) addresses: readonly string[] = [];
  @property({ attribute: false }) alternative = "";
  @property({ attribute: false }) remote: string | undefined;
  @state() failures = 0;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("addresses")) this.failures = 0;
  }

  protected override render(): unknown {
    const address = this.addresses[this.failures];
    if (address !== undefined) {
      return html`<img
        src=${address}
        alt=${this.alternative}
        loading="lazy"
        decoding="async"
        referrerpolicy="no-referrer"
        @error=${this.#next}
      />`;
    }
    const words = this.alternative || "The picture is not shown.";
    if (this.remote === undefined) return html`<p>${words}</p>`;
    const host = new URL(this.remote).host;
    return html`<p>
      ${words} <a href=${this.remote} target="_blank" rel="noopener noreferrer">Open it at ${host}</a>
    </p>`;
  }

  readonly #next = (): void => {
    this.failures++;
  };
}

if (customElements.get("facetry-picture") === undefined) customElements.define("facetry-picture", FacetryPicture);
