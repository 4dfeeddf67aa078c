import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { icon } from "../base/facetry-icon.js";
import { BASE } from "../base/styles.js";
import type { ShownState } from "./states.js";

/** The state of an extension as a badge. */
@customElement("facetry-state")
export class FacetryState extends LitElement {
  static override styles = [
    BASE,
    css`
      span {
        display: inline-flex;
        align-items: center;
        gap: 0.35rem;
        padding: 0.1rem 0.6rem 0.1rem 0.4rem;
        border-radius: 1rem;
        font-size: 0.85rem;
        font-weight: 550;
        white-space: nowrap;
        color: var(--muted);
        background: var(--hover);
      }
      .good {
        color: var(--success);
        background: color-mix(in oklab, var(--success), var(--raised) 90%);
      }
      .busy {
        color: var(--accent);
        background: color-mix(in oklab, var(--accent), var(--raised) 90%);
      }
      .bad {
        color: var(--danger);
        background: color-mix(in oklab, var(--danger), var(--raised) 90%);
      }
      @media (prefers-reduced-motion: no-preference) {
        .busy facetry-icon {
          animation: turn 1.6s linear infinite;
        }
      }
      @keyframes turn {
        to {
          transform: rotate(1turn);
        }
      }
    `,
  ];

  @property({ attribute: false }) state!: ShownState;

  protected override render(): TemplateResult {
    const { label, text, tone } = this.state;
    return html`<span class=${tone} title=${text}>${icon(this.state.icon)}${label}</span>`;
  }
}
