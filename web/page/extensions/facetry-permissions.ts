import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { Globe, ShieldAlert, ShieldCheck } from "lucide";
import { icon } from "../base/facetry-icon.js";
import { BASE } from "../base/styles.js";
import { DEFAULT_SCOPES, shownPermission } from "./permissions.js";

/** Explains permissions in words: those that need a grant, and the hosts that an extension talks to. */
@customElement("facetry-permissions")
export class FacetryPermissions extends LitElement {
  static override styles = [
    BASE,
    css`
      :host {
        display: grid;
        gap: 0.6rem;
      }
      ul {
        display: grid;
        gap: 0.45rem;
        padding: 0;
        list-style: none;
      }
      li {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr);
        gap: 0 0.6rem;
        overflow-wrap: anywhere;
      }
      summary {
        cursor: pointer;
      }
      details ul {
        padding-top: 0.5rem;
      }
    `,
  ];

  @property({ attribute: false }) permissions: readonly string[] = [];
  @property({ attribute: false }) hosts: readonly string[] = [];

  protected override render(): TemplateResult {
    return html`
      ${
        this.permissions.length === 0
          ? ""
          : html`<ul>
              ${this.permissions.map((each) => this.#permission(each))}
            </ul>`
      }
      ${
        this.hosts.length === 0
          ? ""
          : html`<ul>
              ${this.hosts.map(
                (host) =>
                  html`<li>
                    <span class="muted">${icon(Globe)}</span>
                    <div>
                      Talks to <code>${host}</code> <span class="muted small">as it says; this is not enforced</span>
                    </div>
                  </li>`,
              )}
            </ul>`
      }
      <details>
        <summary class="muted small">What every extension may do</summary>
        <ul>
          ${[...DEFAULT_SCOPES].map((scope) => this.#permission(scope))}
        </ul>
      </details>
    `;
  }

  #permission(name: string): TemplateResult {
    const { text, isStrong } = shownPermission(name);
    return html`<li>
      <span class=${isStrong ? "warning" : "muted"}>${icon(isStrong ? ShieldAlert : ShieldCheck)}</span>
      <div>${text} <code class="muted small">${name}</code></div>
    </li>`;
  }
}
