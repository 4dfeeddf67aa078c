import { html, LitElement, type TemplateResult } from "lit";

class FacetryCollections extends LitElement {
  protected override render(): TemplateResult {
    return html``;
  }
}

customElements.define("facetry-collections", FacetryCollections);
