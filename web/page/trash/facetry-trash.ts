import { html, LitElement, type TemplateResult } from "lit";

class FacetryTrash extends LitElement {
  protected override render(): TemplateResult {
    return html``;
  }
}

customElements.define("facetry-trash", FacetryTrash);
