import { css, html, LitElement } from "lit";

const SHOWN_MILLISECONDS = 1_500;

/** A button that copies a text. It asks nobody else: without a clipboard it selects nothing and says so. */
export class FacetryCopy extends LitElement {
  static override properties = { text: { attribute: false }, outcome: { state: true } };

  static override styles = css`
    button {
      all: unset;
      cursor: pointer;
      padding: 0 0.35em;
      border-radius: var(--facetry-view-radius, 0.25rem);
      color: var(--facetry-view-muted, inherit);
      font-size: 0.85em;
    }
    button:focus-visible {
      outline: 2px solid var(--facetry-view-accent, currentColor);
    }
    button:hover {
      color: var(--facetry-view-accent, inherit);
    }
  `;

  declare text: string;
  declare outcome: "" | "copied" | "failed";
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.text = "";
    this.outcome = "";
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  protected override render(): unknown {
    const label = { "": "Copy", copied: "Copied", failed: "Copying is not allowed here" }[this.outcome];
    return html`<button type="button" title=${label} aria-label=${label} @click=${this.#copy}>
        ${this.outcome === "copied" ? "✓" : this.outcome === "failed" ? "✗" : "⧉"}
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
