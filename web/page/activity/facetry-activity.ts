import { html, LitElement, type TemplateResult } from "lit";

class FacetryActivity extends LitElement {
  protected override render(): TemplateResult {
    return html``;
  }
}

customElements.define("facetry-activity", FacetryActivity);
