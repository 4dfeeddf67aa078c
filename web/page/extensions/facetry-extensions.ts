import { html, LitElement, type TemplateResult } from "lit";

class FacetryExtensions extends LitElement {
  protected override render(): TemplateResult {
    return html``;
  }
}

customElements.define("facetry-extensions", FacetryExtensions);
