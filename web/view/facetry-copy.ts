import { css, html, LitElement, svg } from "lit";
import { property, state } from "lit/decorators.js";

const SHOWN_MILLISECONDS = 1_500;

const SIGNS = {
  "": svg`<rect x="5.5" y="5.5" width="8" height="8" rx="1.5" /><path d="M10.5 3v-.5h-8v8H3" />`,
  copied: svg`<path d="m3 8.5 3.5 3.5L13 5" />`,
  failed: svg`<path d="m4 4 8 8m0-8-8 8" />`,
};

/** A button that copies a text. It asks nobody else: without a clipboard it selects nothing and says so. */
export class FacetryCopy extends LitElement {
  static override styles = css`
    button {
      all: unset;
      cursor: pointer;
      display: inline-grid;
      place-items: center;
      width: 1.6em;
      height: 1.6em;
      margin: -0.3em 0;
      border-radius: var(--radius, 0.25rem);
      color: var(--muted, inherit);
      vertical-align: middle;
    }
    button:focus-visible {
      outline: 2px solid var(--accent, currentColor);
    }
    button:hover {
      color: var(--accent, inherit);
      background: var(--surface, transparent);
    }
    svg {
      width: 1em;
      height: 1em;
      fill: none;
      stroke: currentColor;
      stroke-width: 1.5;
    }
  `;

  @property({ attribute: false }) text = "";
  @state() outcome: "" | "copied" | "failed" = "";
  #timer: ReturnType<typeof setTimeout> | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  protected override render(): unknown {
    const label = { "": "Copy", copied: "Copied", failed: "Copying is not allowed here" }[this.outcome];
    return html`<button type="button" title=${label} aria-label=${label} @click=${this.#copy}>
        <svg viewBox="0 0 16 16" aria-hidden="true">${SIGNS[this.outcome]}</svg>
      </button>
      <span role="status" hidden>${this.outcome === "" ? "" : label}</span>`;
  }

  readonly #copy = async (event: Event): Promise<void> => {
    event.stopPropagation();
    try {
      await navigator.clipboard.writeText(this.text);
      this.outcome = "copied";
    } catch {
      this.outcome = "failed";
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.outcome = "";
    }, SHOWN_MILLISECONDS);
  };
}

if (customElements.get("facetry-copy") === undefined) customElements.define("facetry-copy", FacetryCopy);
