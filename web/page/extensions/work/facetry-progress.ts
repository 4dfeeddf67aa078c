import { css, html, LitElement, type TemplateResult } from "lit";
import { styleMap } from "lit/directives/style-map.js";
import type { ExtensionCapabilityProgress } from "../../../api/models.js";
import { count } from "../../base/format.js";
import { BASE } from "../../base/styles.js";
import { missingOf } from "./pace.js";

/** How far a capability is with all images, as a bar: computed, failed, waiting, and not asked for. */
class FacetryProgress extends LitElement {
  static override properties = { progress: { attribute: false }, label: {} };
  static override styles = [
    BASE,
    css`
      :host {
        display: block;
      }
      div {
        display: flex;
        height: 0.45rem;
        border-radius: 1rem;
        background: var(--hover);
        overflow: hidden;
      }
      span {
        height: 100%;
        min-width: 0;
      }
      .done {
        background: var(--accent-fill);
      }
      .running {
        background: color-mix(in oklab, var(--accent-fill), var(--hover) 45%);
      }
      .waiting {
        background: color-mix(in oklab, var(--accent-fill), var(--hover) 75%);
      }
      .failed {
        background: var(--danger);
      }
      @media (prefers-reduced-motion: no-preference) {
        span {
          transition: width 0.4s ease-out;
        }
      }
    `,
  ];

  declare progress: ExtensionCapabilityProgress;
  declare label: string;

  protected override render(): TemplateResult {
    const { done, empty, failed, pending, running } = this.progress;
    const computed = done + empty;
    const total = Math.max(computed + failed + pending + missingOf(this.progress), 1);
    const parts = [
      ["done", computed],
      ["failed", failed],
      ["running", running],
      ["waiting", Math.max(pending - running, 0)],
    ] as const;
    return html`<div
      role="progressbar"
      aria-label=${this.label}
      aria-valuemin="0"
      aria-valuemax=${total}
      aria-valuenow=${computed}
      aria-valuetext=${`${count(computed)} of ${count(total)} images`}
    >
      ${parts.map(([name, part]) => html`<span class=${name} style=${styleMap({ width: `${(100 * part) / total}%` })}></span>`)}
    </div>`;
  }
}

customElements.define("facetry-progress", FacetryProgress);
