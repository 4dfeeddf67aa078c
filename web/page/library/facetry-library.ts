import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { PanelLeft, X } from "lucide";
import { icon } from "../base/facetry-icon.js";
import { counted } from "../base/format.js";
import { watch } from "../base/store.js";
import { STYLES } from "../base/styles.js";
import "../grid/facetry-grid.js";
import "../grid/facetry-selection-bar.js";
import { Selection } from "../grid/selection.js";
import "../search/facetry-facets.js";
import type { FacetrySearchBar } from "../search/facetry-search-bar.js";
import "../search/facetry-search-bar.js";
import { SearchCounts } from "../search/search-counts.js";
import { queryOf, searchOfQuery } from "../search/search-query.js";
import { ALL, isNarrow, isSame, type Search } from "../search/search-state.js";
import { vocabulary } from "../search/vocabulary.js";
import { linkTo, navigate, type Route } from "../session/router.js";
import "./facetry-collection-heading.js";
import "./facetry-library-state.js";
import "./facetry-scan-note.js";
import { LIBRARY } from "./library-styles.js";

const SIDEBAR = "facetry-sidebar";
/** On narrower screens the sidebar is a drawer over the page. */
const NARROW = matchMedia("(max-width: 56rem)");

/** The library: search field, sidebar with counts, and the images that the address asks for. */
@customElement("facetry-library")
@watch(vocabulary)
export class FacetryLibrary extends LitElement {
  static override styles = [STYLES, LIBRARY];

  @property({ attribute: false }) route: Route | undefined;
  @state() search: Search = ALL;
  @state() hasSidebar: boolean = localStorage.getItem(SIDEBAR) !== "closed";
  @state() isDrawerOpen = false;
  readonly #counts = new SearchCounts(this);
  readonly #selection = new Selection();

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener("keydown", this.#press);
    NARROW.addEventListener("change", this.#resize);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener("keydown", this.#press);
    NARROW.removeEventListener("change", this.#resize);
  }

  protected override willUpdate(changes: PropertyValues<this>): void {
    if (this.route === undefined || !changes.has("route")) return;
    const search = searchOfQuery(this.route.query);
    if (!isSame(search, this.search)) {
      this.search = search;
      this.#selection.clear();
    }
    this.#counts.set(search);
  }

  protected override render(): TemplateResult {
    const { search } = this;
    const { target, total, error } = this.#counts;
    if (total === 0 && error === undefined && !isNarrow(search)) {
      return html`<facetry-library-state class="all" .search=${search} .total=${total}></facetry-library-state>`;
    }
    const isFound = error === undefined && total !== 0;
    return html`<header @facetry-search=${this.#take}>
        <facetry-search-bar .search=${search}></facetry-search-bar>
        <div class="row line">
          <button class="quiet" aria-expanded=${this.#isSidebarShown ? "true" : "false"} @click=${this.#toggleSidebar}>
            ${icon(PanelLeft)}<span>Facets</span>
          </button>
          <facetry-collection-heading .search=${search}></facetry-collection-heading>
          <facetry-scan-note></facetry-scan-note>
          <span class="muted count" role="status"
            >${total === undefined || error !== undefined ? "" : counted(total, "image")}</span
          >
        </div>
      </header>
      <div class="body">
        ${
          this.hasSidebar && !NARROW.matches
            ? html`<aside aria-label="Facets" @facetry-search=${this.#take}>${this.#facets()}</aside>`
            : ""
        }
        <section aria-label="Images" @facetry-search=${this.#take}>
          ${
            isFound && target !== undefined
              ? html`<facetry-grid
                  .search=${target}
                  .selection=${this.#selection}
                  @facetry-total=${this.#takeTotal}
                ></facetry-grid>`
              : html`<facetry-library-state
                  aria-busy=${isFound ? "true" : nothing}
                  .search=${search}
                  .total=${total}
                  .error=${error}
                  @retry=${() => this.#counts.reload()}
                ></facetry-library-state>`
          }
          <facetry-selection-bar .selection=${this.#selection}></facetry-selection-bar>
        </section>
      </div>
      ${NARROW.matches && this.isDrawerOpen ? this.#drawer() : ""}`;
  }

  protected override updated(): void {
    const drawer = this.renderRoot.querySelector<HTMLDialogElement>("dialog.drawer");
    if (drawer?.open === false) drawer.showModal();
  }

  #facets(): TemplateResult {
    const { facets, error, facetsError } = this.#counts;
    return html`<facetry-facets
      .search=${this.search}
      .facets=${facets}
      .error=${error === undefined ? facetsError : undefined}
    ></facetry-facets>`;
  }

  #drawer(): TemplateResult {
    const close = () => (this.isDrawerOpen = false);
    return html`<dialog
      class="drawer"
      aria-label="Facets"
      @close=${close}
      @click=${this.#closeByBackdrop}
      @facetry-search=${this.#take}
    >
      <div class="stack">
        <div class="row spread">
          <h2>Facets</h2>
          <button class="quiet icon" aria-label="Close" @click=${close}>${icon(X)}</button>
        </div>
        ${this.#facets()}
      </div>
    </dialog>`;
  }

  get #isSidebarShown(): boolean {
    return NARROW.matches ? this.isDrawerOpen : this.hasSidebar;
  }

  #toggleSidebar(): void {
    if (NARROW.matches) {
      this.isDrawerOpen = !this.isDrawerOpen;
      return;
    }
    this.hasSidebar = !this.hasSidebar;
    localStorage.setItem(SIDEBAR, this.hasSidebar ? "open" : "closed");
  }

  #closeByBackdrop(event: Event): void {
    if (event.target === event.currentTarget) this.isDrawerOpen = false;
  }

  #take({ detail }: CustomEvent<Search>): void {
    if (!isSame(detail, this.search)) navigate(linkTo("library", [], queryOf(detail)));
  }

  /** The grid has often seen the number of images before the counts are there. */
  #takeTotal({ detail }: CustomEvent<{ readonly count: number }>): void {
    if (this.#counts.total === detail.count) return;
    this.#counts.total = detail.count;
    this.requestUpdate();
  }

  readonly #resize = (): void => {
    this.isDrawerOpen = false;
    this.requestUpdate();
  };

  /** A slash leads to the search field, unless something is being typed. */
  readonly #press = (event: KeyboardEvent): void => {
    const [target] = event.composedPath();
    const isTyping = target instanceof HTMLElement && target.matches("input, textarea, select, [contenteditable]");
    if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.renderRoot.querySelector<FacetrySearchBar>("facetry-search-bar")?.focus();
  };
}
