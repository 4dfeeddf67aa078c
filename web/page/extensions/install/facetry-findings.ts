import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { CircleX, TriangleAlert } from "lucide";
import { icon } from "../../base/facetry-icon.js";
import { BASE } from "../../base/styles.js";
import type { Finding } from "./manifest-check.js";

/** Lists findings, each with its place, its rule and what helps. */
@customElement("facetry-findings")
export class FacetryFindings extends LitElement {
  static override styles = [
    BASE,
    css`
      ul {
        display: grid;
        gap: 0.6rem;
        padding: 0;
        list-style: none;
      }
      li {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr);
        gap: 0 0.6rem;
        overflow-wrap: anywhere;
      }
      .place {
        display: flex;
        flex-wrap: wrap;
        gap: 0 0.75rem;
      }
    `,
  ];

  @property({ attribute: false }) findings: readonly Finding[] = [];

  protected override render(): TemplateResult {
    return html`<ul>
      ${this.findings.map((finding) => this.#finding(finding))}
    </ul>`;
  }

  #finding({ severity, message, remedy, rule, pointer, line, column }: Finding): TemplateResult {
    const isError = severity === "error";
    return html`<li>
      <span class=${isError ? "error" : "warning"}>${icon(isError ? CircleX : TriangleAlert)}</span>
      <div>
        <span class="hidden-text">${isError ? "Error:" : "Warning:"}</span> ${message}
        ${remedy === undefined ? "" : html`<div class="muted">${remedy}</div>`}
        <div class="place muted small">
          ${line === undefined ? "" : html`<span>Line ${line}, column ${column}</span>`}
          ${pointer === undefined || pointer === "" ? "" : html`<code>${pointer}</code>`}
          <code>${rule}</code>
        </div>
      </div>
    </li>`;
  }
}
