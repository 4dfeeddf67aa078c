import { html, LitElement, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { CircleAlert } from "lucide";
import { ApiError } from "../../api/errors.js";
import { icon } from "./facetry-icon.js";
import { STYLES } from "./styles.js";

/** Says why something could not be loaded, with a button that sends `retry`. */
@customElement("facetry-problem")
export class FacetryProblem extends LitElement {
  static override styles = STYLES;

  @property({ attribute: false }) error: unknown;

  protected override render(): TemplateResult {
    const { text, remedy } = sentencesOf(this.error);
    return html`<div class="empty" role="alert">
      <span class="error">${icon(CircleAlert)}</span>
      <p class="error">${text}</p>
      ${remedy === undefined ? "" : html`<p>${remedy}</p>`}
      <button @click=${() => this.dispatchEvent(new CustomEvent("retry"))}>Try again</button>
    </div>`;
  }
}

/** What went wrong and what helps, in sentences. */
export function sentencesOf(error: unknown): { readonly text: string; readonly remedy: string | undefined } {
  if (error instanceof ApiError) return { text: error.message, remedy: error.remedy };
  return { text: error instanceof Error ? error.message : String(error), remedy: undefined };
}
