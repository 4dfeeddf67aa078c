import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { count, counted } from "../base/format.js";
import { watch } from "../base/store.js";
import { STYLES } from "../base/styles.js";
import { cancelUpload, dismissUpload, type Upload, uploads } from "./uploads.js";

const SHOWN_REFUSALS = 100;

/** How far the pictures for one repository are, and which were refused. It shows nothing if there are none. */
@customElement("facetry-upload")
@watch(uploads)
export class FacetryUpload extends LitElement {
  static override styles = [
    STYLES,
    css`
      section {
        display: grid;
        gap: 0.5rem;
      }
      ul {
        max-height: 14rem;
        overflow: auto;
        padding: 0;
        list-style: none;
      }
      li {
        padding: 0.35rem 0;
        border-bottom: 1px solid var(--line);
        overflow-wrap: anywhere;
      }
    `,
  ];

  @property({ attribute: false }) repositoryId = "";

  protected override render(): TemplateResult | undefined {
    const upload = uploads.value.get(this.repositoryId);
    if (upload === undefined) return undefined;
    const { total, stored, refusals, isOver } = upload;
    return html`<section aria-label="Upload">
      ${isOver ? "" : html`<progress aria-label="Upload" max=${total} value=${stored + refusals.length}></progress>`}
      <div class="row spread">
        <span class="small" role="status">${textOf(upload)}</span>
        ${
          isOver
            ? html`<button class="quiet" @click=${() => dismissUpload(this.repositoryId)}>Dismiss</button>`
            : html`<button class="quiet" @click=${() => cancelUpload(this.repositoryId)}>Cancel</button>`
        }
      </div>
      ${
        refusals.length === 0
          ? ""
          : html`<ul class="small" aria-label="Refused pictures" tabindex="0">
              ${refusals
                .slice(0, SHOWN_REFUSALS)
                .map(
                  ({ name, text, remedy = "" }) =>
                    html`<li><b>${name}</b>: ${text} <span class="muted">${remedy}</span></li>`,
                )}
              ${refusals.length > SHOWN_REFUSALS ? html`<li>and ${count(refusals.length - SHOWN_REFUSALS)} more</li>` : ""}
            </ul>`
      }
    </section>`;
  }
}

function textOf({ total, stored, refusals, isOver }: Upload): string {
  const refused = refusals.length === 0 ? "" : `, ${count(refusals.length)} refused`;
  return isOver
    ? `${counted(stored, "picture")} stored${refused}`
    : `${count(stored)} of ${counted(total, "picture")} stored${refused}`;
}
