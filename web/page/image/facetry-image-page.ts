import { html, LitElement, type TemplateResult } from "lit";

class FacetryImagePage extends LitElement {
  protected override render(): TemplateResult {
    return html``;
  }
}

customElements.define("facetry-image-page", FacetryImagePage);
