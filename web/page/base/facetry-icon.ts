import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { createElement, type IconNode } from "lucide";

/** An icon of Lucide. It is for the eye only: what a control does, its label says. */
@customElement("facetry-icon")
export class FacetryIcon extends LitElement {
  static override styles = css`
    :host {
      display: inline-flex;
      width: 1.25em;
      height: 1.25em;
      flex: none;
      vertical-align: -0.25em;
    }
    svg {
      width: 100%;
      height: 100%;
    }
  `;

  @property({ attribute: false }) node: IconNode | undefined;

  protected override render(): Element | undefined {
    if (this.node === undefined) return undefined;
    return createElement(this.node, { "aria-hidden": "true", width: "100%", height: "100%" });
  }
}

/** An icon in a template: `icon(Search)`. */
export function icon(node: IconNode): TemplateResult {
  return html`<facetry-icon .node=${node}></facetry-icon>`;
}
