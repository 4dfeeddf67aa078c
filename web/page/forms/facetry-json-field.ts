import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { CONTROLS } from "../base/styles.js";

/** A value as JSON text. Sends `facetry-json` with a value, or `facetry-json-fault` with the fault of the text. */
@customElement("facetry-json-field")
export class FacetryJsonField extends LitElement {
  static override styles = [
    CONTROLS,
    css`
      :host {
        display: block;
      }
      textarea {
        width: 100%;
        font-family: var(--mono);
        font-size: 0.85rem;
      }
    `,
  ];
  static override shadowRootOptions = { ...LitElement.shadowRootOptions, delegatesFocus: true };

  @property({ attribute: false }) value: unknown;
  @property() label = "";
  @property({ type: Boolean }) disabled = false;
  @property({ type: Boolean }) invalid = false;
  @state() text = "";
  #sent: unknown;

  protected override willUpdate(changes: Map<string, unknown>): void {
    if (!changes.has("value") || this.value === this.#sent) return;
    this.text = this.value === undefined ? "" : JSON.stringify(this.value, undefined, 2);
  }

  protected override render(): TemplateResult {
    return html`<textarea
      rows=${Math.min(Math.max(this.text.split("\n").length, 2), 12)}
      spellcheck="false"
      placeholder="JSON"
      aria-label=${`${this.label} as JSON`}
      aria-invalid=${this.invalid ? "true" : nothing}
      ?disabled=${this.disabled}
      .value=${this.text}
      @input=${this.#take}
    ></textarea>`;
  }

  #take(event: Event): void {
    this.text = (event.target as HTMLTextAreaElement).value;
    if (this.text.trim() === "") {
      this.#send("facetry-json", { value: undefined });
      return;
    }
    try {
      this.#send("facetry-json", { value: JSON.parse(this.text) as unknown });
    } catch (error) {
      this.#send("facetry-json-fault", {
        fault: `This is no JSON: ${error instanceof Error ? error.message : String(error)}`,
      });
    }
  }

  #send(type: string, detail: { readonly value?: unknown; readonly fault?: string }): void {
    this.#sent = detail.value;
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}
