import { html, LitElement, type TemplateResult } from "lit";

class FacetryFolders extends LitElement {
  protected override render(): TemplateResult {
    return html``;
  }
}

customElements.define("facetry-folders", FacetryFolders);
