import { html, LitElement, type TemplateResult } from "lit";

class FacetryLibrary extends LitElement {
  protected override render(): TemplateResult {
    return html``;
  }
}

customElements.define("facetry-library", FacetryLibrary);
