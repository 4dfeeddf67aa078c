import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { RepositoryActivity } from "../../api/models.js";
import { count } from "../base/format.js";
import { BASE, SURFACES } from "../base/styles.js";
import { progressText } from "./scans.js";

/** How far the running scan of a repository is. */
@customElement("facetry-scan-progress")
export class FacetryScanProgress extends LitElement {
  static override styles = [
    BASE,
    SURFACES,
    css`
      :host {
        display: grid;
        gap: 0.35rem;
      }
      .row {
        justify-content: space-between;
        font-variant-numeric: tabular-nums;
      }
    `,
  ];

  @property({ attribute: false }) activity: RepositoryActivity | undefined;
  @property({ attribute: false }) name!: string;

  protected override render(): TemplateResult {
    const progress = this.activity?.progress;
    // Without a value, the bar says that something is under way.
    const isCounted = progress !== undefined && progress.found > 0;
    return html`<progress
        aria-label=${`Scan of ${this.name}`}
        max=${isCounted ? progress.found : nothing}
        value=${isCounted ? progress.done : nothing}
      ></progress>
      <span class="row small muted">
        <span>${isCounted ? `Scanning: ${progressText(progress)}` : "Scanning the folder…"}</span>
        ${isCounted && progress.added > 0 ? html`<span>${count(progress.added)} new images</span>` : ""}
      </span>`;
  }
}
