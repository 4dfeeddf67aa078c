import { css, html, LitElement, svg, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { ExtensionCapabilityProgress } from "../../../api/models.js";
import { count } from "../../base/format.js";
import { BASE } from "../../base/styles.js";
import { missingOf } from "./pace.js";

/** How far a capability is with all images, as a bar: computed, failed, waiting, and not requested. */
@customElement("facetry-progress")
export class FacetryProgress extends LitElement {
  static override styles = [
    BASE,
    css`
      :host {
        display: block;
      }
      svg {
        display: block;
        width: 100%;
        height: 0.45rem;
        border-radius: 1rem;
        background: var(--hover);
      }
      .done {
        fill: var(--accent-fill);
      }
      .running {
        fill: color-mix(in oklab, var(--accent-fill), var(--hover) 45%);
      }
      .waiting {
        fill: color-mix(in oklab, var(--accent-fill), var(--hover) 75%);
      }
      .failed {
        fill: var(--danger);
      }
      @media (prefers-reduced-motion: no-preference) {
        rect {
          transition-property: x, width;
          transition-duration: 0.4s;
        }
      }
    `,
  ];

  @property({ attribute: false }) progress!: ExtensionCapabilityProgress;
  @property() label!: string;

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
    let end = 0;
    // Its strict policy lets the page set no style attribute, which `styleMap` does at first.
    return html`<svg
      role="progressbar"
      aria-label=${this.label}
      aria-valuemin="0"
      aria-valuemax=${total}
      aria-valuenow=${computed}
      aria-valuetext=${`${count(computed)} of ${count(total)} images`}
    >
      ${parts.map(([name, part]) => {
        const width = (100 * part) / total;
        end += width;
        return svg`<rect class=${name} x=${`${end - width}%`} width=${`${width}%`} height="100%"></rect>`;
      })}
    </svg>`;
  }
}
