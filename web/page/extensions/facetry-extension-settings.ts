import { html, LitElement } from "lit";
class FacetryExtensionSettings extends LitElement {
  protected override render() { return html``; }
}
customElements.define("facetry-extension-settings", FacetryExtensionSettings);
