import { html, LitElement, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { keyed } from "lit/directives/keyed.js";
import type { Route } from "../session/router.js";
import "./facetry-extension-list.js";
import "./facetry-extension-page.js";

/** All extensions, or the one that the address names. */
@customElement("facetry-extensions")
export class FacetryExtensions extends LitElement {
  @property({ attribute: false }) route!: Route;

  protected override render(): TemplateResult {
    const [id, section] = this.route.path;
    if (id === undefined || id === "") return html`<facetry-extension-list></facetry-extension-list>`;
    return html`${keyed(
      id,
      html`<facetry-extension-page .extensionId=${id} .section=${section ?? ""}></facetry-extension-page>`,
    )}`;
  }
}
