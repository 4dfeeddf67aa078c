import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { TriangleAlert } from "lucide";
import { confirm } from "../base/facetry-dialog.js";
import { icon } from "../base/facetry-icon.js";
import { count, counted } from "../base/format.js";
import { Store, watch } from "../base/store.js";
import { CONTROLS } from "../base/styles.js";
import { may, service } from "../session/service.js";
import type { Folder } from "./folders.js";
import { linkToMissing } from "./links.js";
import { beginScan } from "./scans.js";

/** The questions that shall wait, as the id of the repository with the number of its missing images. */
const waiting = new Store<ReadonlySet<string>>(new Set());

/** Asks whether images shall be forgotten whose files a scan did not find. It shows nothing if there are none. */
@customElement("facetry-gone-images")
@watch(waiting)
export class FacetryGoneImages extends LitElement {
  static override styles = [
    CONTROLS,
    css`
      section {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr);
        gap: 0.5rem 0.75rem;
        padding: 0.9rem;
        border: 1px solid var(--warning);
        border-radius: var(--radius);
        background: color-mix(in oklab, var(--warning), transparent 92%);
      }
      .row {
        grid-column: 2;
      }
      .waiting {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0.5rem;
      }
      @media (max-width: 30rem) {
        .row {
          grid-column: 1 / -1;
        }
      }
    `,
  ];

  @property({ attribute: false }) folder!: Folder;
  @state() isBusy = false;

  protected override render(): TemplateResult | undefined {
    const missing = this.folder.activity?.missing ?? 0;
    if (missing === 0) return undefined;
    if (waiting.value.has(this.#question)) {
      return html`<p class="waiting small">
        <span class="warning">${icon(TriangleAlert)}</span>
        ${counted(missing, "image is", "images are")} missing. Nothing is forgotten.
        <button class="quiet" @click=${() => this.#wait(false)}>Decide</button>
      </p>`;
    }
    const { images, repository } = this.folder;
    const them = missing === 1 ? "it" : "them";
    return html`<section aria-labelledby="question">
      <span class="warning">${icon(TriangleAlert)}</span>
      <div class="stack">
        <h3 id="question">
          ${images === undefined ? count(missing) : `${count(missing)} of ${count(images)}`}
          ${missing === 1 && images === undefined ? "image is" : "images are"} gone: forget ${them}?
        </h3>
        <p class="small">
          The last scan did not find their files. So many at once may be a mistake, so nothing is forgotten yet. Is a
          drive or a network share not mounted? When the files are back, the next scan finds them.
        </p>
      </div>
      <div class="row">
        <a class="button" href=${linkToMissing(repository.id)}>Look at ${them}</a>
        ${
          may("repository:manage")
            ? html`<button ?disabled=${this.isBusy} @click=${() => this.#scan()}>Scan again</button>
                <button class="danger" ?disabled=${this.isBusy} @click=${() => this.#forget(missing)}>Forget ${them}</button>`
            : ""
        }
        <button class="quiet" @click=${() => this.#wait(true)}>Keep waiting</button>
      </div>
    </section>`;
  }

  get #question(): string {
    return `${this.folder.repository.id} ${this.folder.activity?.missing ?? 0}`;
  }

  #wait(isWaiting: boolean): void {
    const next = new Set(waiting.value);
    if (isWaiting) next.add(this.#question);
    else next.delete(this.#question);
    waiting.value = next;
  }

  async #scan(maximumRemovals?: number): Promise<void> {
    this.isBusy = true;
    await beginScan(() => service.repositorySynchronize(this.folder.repository.id, { maximumRemovals }));
    this.isBusy = false;
  }

  async #forget(missing: number): Promise<void> {
    const agrees = await confirm({
      heading: `Forget ${counted(missing, "image")}?`,
      text: html`The service scans <b>${this.folder.repository.name}</b> once more, and forgets at most
        ${counted(missing, "image")} whose ${missing === 1 ? "file is" : "files are"} still gone, with all tags, features
        and embeddings. This cannot be undone.`,
      agree: `Forget ${counted(missing, "image")}`,
      isDangerous: true,
    });
    if (agrees) await this.#scan(missing);
  }
}
