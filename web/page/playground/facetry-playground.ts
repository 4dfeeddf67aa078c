import { html, LitElement, type TemplateResult } from "lit";

class FacetryPlayground extends LitElement {
  protected override render(): TemplateResult {
    return html``;
  }
}

customElements.define("facetry-playground", FacetryPlayground);
