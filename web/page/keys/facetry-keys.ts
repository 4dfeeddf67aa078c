import { html, LitElement, type TemplateResult } from "lit";

class FacetryKeys extends LitElement {
  protected override render(): TemplateResult {
    return html``;
  }
}

customElements.define("facetry-keys", FacetryKeys);
