import { html, LitElement, type TemplateResult } from "lit";
import { CircleAlert } from "lucide";
import { sentencesOf } from "../shell/notices.js";
import { icon } from "./facetry-icon.js";
import { BASE, CONTROLS, SURFACES } from "./styles.js";

/** Says why something could not be loaded, with a button that sends `retry`. */
class FacetryProblem extends LitElement {
  static override properties = { error: { attribute: false } };
  static override styles = [BASE, CONTROLS, SURFACES];

  declare error: unknown;

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

customElements.define("facetry-problem", FacetryProblem);
