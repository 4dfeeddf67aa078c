import { css, html, LitElement, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { Images, SearchX } from "lucide";
import { isAbort } from "../../api/errors.js";
import { icon } from "../base/facetry-icon.js";
import "../base/facetry-problem.js";
import { counted } from "../base/format.js";
import { watch } from "../base/store.js";
import { STYLES } from "../base/styles.js";
import "../folders/facetry-first-folder.js";
import { type Chip, chipsOf } from "../search/chips.js";
import { resolvedTarget } from "../search/collection-filters.js";
import { ALL, changed, isNarrow, isSame, type Search } from "../search/search-state.js";
import { vocabulary } from "../search/vocabulary.js";
import { may, service } from "../session/service.js";

/** Most conditions for which is counted what would be found without them. */
const MAX_COUNTED = 6;

/** What the library shows instead of images: the first run, nothing found, or why the search was refused. */
@customElement("facetry-library-state")
@watch(vocabulary)
export class FacetryLibraryState extends LitElement {
  static override styles = [
    STYLES,
    css`
      .empty {
        max-width: 38rem;
        margin: 0 auto;
        padding-top: clamp(2rem, 12vh, 7rem);
      }
      .relax {
        padding-top: 0;
      }
      .empty > facetry-icon {
        width: 2.5rem;
        height: 2.5rem;
      }
      ul {
        display: grid;
        gap: 0.4rem;
        justify-items: center;
        max-width: 100%;
        padding: 0;
        list-style: none;
      }
      li {
        max-width: 100%;
      }
      li button {
        max-width: 100%;
      }
    `,
  ];

  @property({ attribute: false }) search: Search = ALL;
  @property({ attribute: false }) total: number | undefined;
  @property({ attribute: false }) error: unknown;
  /** How many images there are without each condition. */
  @state() counts: ReadonlyMap<string, number> = new Map();
  #controller: AbortController | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#controller?.abort();
  }

  protected override updated(changes: PropertyValues<this>): void {
    const isOther = changes.has("search") && !isSame(changes.get("search"), this.search);
    if ((isOther || changes.has("total")) && this.total === 0 && isNarrow(this.search)) void this.#count();
  }

  protected override render(): TemplateResult {
    if (this.error !== undefined) return this.#refused();
    if (this.total !== 0) return html``;
    if (isNarrow(this.search)) return this.#nothingFound();
    if (may("repository:read")) return html`<facetry-first-folder></facetry-first-folder>`;
    return html`<div class="empty">
      ${icon(Images)}
      <h2>There are no images yet</h2>
      <p>They show up here as soon as somebody adds a folder.</p>
    </div>`;
  }

  #refused(): TemplateResult {
    return html`<facetry-problem
        .error=${this.error}
        @retry=${() => this.dispatchEvent(new CustomEvent("retry"))}
      ></facetry-problem>
      ${isNarrow(this.search) ? html`<div class="empty relax">${this.#relaxations("Or change the search:")}</div>` : ""}`;
  }

  #nothingFound(): TemplateResult {
    const hasSeveral = chipsOf(this.search, vocabulary.value).length > 1;
    return html`<div class="empty">
      ${icon(SearchX)}
      <h2>No image matches</h2>
      ${this.#relaxations(hasSeveral ? "No image meets all conditions. Leave one out:" : "Leave the condition out:")}
    </div>`;
  }

  #relaxations(text: string): TemplateResult {
    const chips = chipsOf(this.search, vocabulary.value);
    const { sorting, updates } = this.search;
    return html`<p>${text}</p>
      <ul>
        ${chips.map((chip) => html`<li>${this.#relaxation(chip)}</li>`)}
        ${
          chips.length > 1
            ? html`<li>
                <button class="quiet" @click=${() => this.#send(changed(ALL, { sorting, updates }))}>
                  Clear the search
                </button>
              </li>`
            : ""
        }
      </ul>`;
  }

  #relaxation({ label, isExcluded, without }: Chip): TemplateResult {
    const found = this.counts.get(JSON.stringify(without));
    return html`<button @click=${() => this.#send(without)}>
      <span class="ellipsis">Without <b>${isExcluded ? `not ${label}` : label}</b></span>
      ${found === undefined ? "" : html`<span class="muted">${counted(found, "image")}</span>`}
    </button>`;
  }

  async #count(): Promise<void> {
    this.#controller?.abort();
    const controller = new AbortController();
    this.#controller = controller;
    this.counts = new Map();
    for (const { without } of chipsOf(this.search, vocabulary.value).slice(0, MAX_COUNTED)) {
      try {
        const target = await resolvedTarget(without, controller.signal);
        const { totalCount } = await service.until(controller.signal).imageSearchIds({ ...target, range: { take: 1 } });
        this.counts = new Map([...this.counts, [JSON.stringify(without), totalCount]]);
      } catch (error) {
        if (isAbort(error)) return;
        // The number is only an addition to its button, which works without it.
      }
    }
  }

  #send(detail: Search): void {
    this.dispatchEvent(new CustomEvent<Search>("facetry-search", { detail, bubbles: true, composed: true }));
  }
}
