import { html, LitElement, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { CircleAlert } from "lucide";
import { sentencesOf } from "../session/notices.js";
import { icon } from "./facetry-icon.js";
import { BASE, CONTROLS, SURFACES } from "./styles.js";

/** Says why something could not be loaded, with a button that sends `retry`. */
@customElement("facetry-problem")
export class FacetryProblem extends LitElement {
  static override styles = [BASE, CONTROLS, SURFACES];

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
