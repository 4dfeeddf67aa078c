import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { BookmarkPlus, Search as SearchIcon, SlidersHorizontal, X } from "lucide";
import { isAbort } from "../../api/errors.js";
import { SEARCH_KEYWORD_TEXT_MAX_LENGTH, TAG_VALUE_MAX_LENGTH } from "../../api/limits.js";
import type { TagCount } from "@api/models.js";
import { icon } from "../base/facetry-icon.js";
import { watch } from "../base/store.js";
import { CONTROLS } from "../base/styles.js";
import { notifyError } from "../session/notices.js";
import { may, service } from "../session/service.js";
import { type Chip, chipsOf } from "./chips.js";
import { completed, type Suggestion, suggestionsOf, withTyped } from "./completion.js";
import "./dialogs/facetry-filter-dialog.js";
import "./dialogs/facetry-save-collection.js";
import "./facetry-sorting.js";
import { ALL, changed, isNarrow, isSame, type Search } from "./search-state.js";
import { needAll, needNames, vocabulary } from "./vocabulary.js";
import { SEARCH_BAR } from "./search-bar-styles.js";

const PAUSE_MILLISECONDS = 120;
const MAX_TAGS = 16;

/** The field in which people search, with the conditions as chips. A changed search is the detail of `facetry-search`. */
@customElement("facetry-search-bar")
@watch(vocabulary)
export class FacetrySearchBar extends LitElement {
  static override styles = [CONTROLS, SEARCH_BAR];

  @property({ attribute: false }) search: Search = ALL;
  /** What stands in the field. */
  @state() typed = "";
  /** The tags that the service found for it. */
  @state() tags: readonly TagCount[] = [];
  /** The place of the suggestion that the arrow keys have reached, -1 for none. */
  @state() active: number = -1;
  @state() isOpen = false;
  @state() dialog: "filter" | "save" | undefined;
  #controller: AbortController | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    needNames();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
    this.#controller?.abort();
  }

  /** Puts the cursor into the field. */
  override focus(): void {
    this.#input?.focus();
  }

  protected override render(): TemplateResult {
    const suggestions = this.#suggestions;
    const isOpen = this.isOpen && suggestions.length > 0;
    const activeId = isOpen && this.active >= 0 ? `option-${this.active}` : nothing;

    return html`<search class="bar">
        <div class="field" @click=${this.#focusField}>
          ${icon(SearchIcon)} ${chipsOf(this.search, vocabulary.value).map((chip) => this.#chip(chip))}
          <input
            type="text"
            role="combobox"
            aria-label="Search images"
            aria-autocomplete="list"
            aria-expanded=${isOpen ? "true" : "false"}
            aria-controls="options"
            aria-activedescendant=${activeId}
            autocomplete="off"
            autocapitalize="off"
            spellcheck="false"
            enterkeyhint="search"
            maxlength=${SEARCH_KEYWORD_TEXT_MAX_LENGTH}
            placeholder=${isNarrow(this.search) ? "" : "Search words, tags, folders…"}
            .value=${this.typed}
            @input=${this.#type}
            @keydown=${this.#press}
            @focus=${needAll}
            @blur=${() => (this.isOpen = false)}
          />
          ${
            isNarrow(this.search) || this.typed !== ""
              ? html`<button class="quiet icon clear" aria-label="Clear the search" title="Clear" @click=${this.#clear}>
                  ${icon(X)}
                </button>`
              : ""
          }
          <div id="options" role="listbox" aria-label="Suggestions" ?hidden=${!isOpen}>
            ${isOpen ? this.#options(suggestions) : ""}
          </div>
        </div>
        <div class="tools">
          <button
            aria-haspopup="dialog"
            aria-label="Filters"
            title="More conditions"
            @click=${() => this.#openDialog("filter")}
          >
            ${icon(SlidersHorizontal)}<span class="label">Filters</span>
          </button>
          <facetry-sorting .search=${this.search}></facetry-sorting>
          ${
            isNarrow(this.search) && may("collection:write")
              ? html`<button
                  aria-haspopup="dialog"
                  aria-label="Save as collection"
                  title="Save as collection"
                  @click=${() => this.#openDialog("save")}
                >
                  ${icon(BookmarkPlus)}<span class="label">Save</span>
                </button>`
              : ""
          }
        </div>
      </search>
      ${
        this.dialog === "filter"
          ? html`<facetry-filter-dialog .search=${this.search} @close=${this.#closeDialog}></facetry-filter-dialog>`
          : ""
      }
      ${
        this.dialog === "save"
          ? html`<facetry-save-collection .search=${this.search} @close=${this.#closeDialog}></facetry-save-collection>`
          : ""
      }`;
  }

  protected override willUpdate(changes: PropertyValues<this>): void {
    // A search of another address, such as after "back", begins with an empty field.
    if (changes.has("search") && !isSame(changes.get("search"), this.search)) this.#reset();
  }

  #chip({ label, isExcluded, kind, without }: Chip): TemplateResult {
    const prefix = isExcluded ? "not " : "";
    return html`<span class="chip ${isExcluded ? "excluded" : ""}" data-kind=${kind}>
      <span class="ellipsis" title=${prefix + label}>${isExcluded ? html`<b>not</b> ` : ""}${label}</span>
      <button class="quiet" aria-label=${`Remove ${prefix}${label}`} @click=${() => this.#take(without)}>
        ${icon(X)}
      </button>
    </span>`;
  }

  #options(suggestions: readonly Suggestion[]): TemplateResult[] {
    const groups = [...new Set(suggestions.map(({ group }) => group))];
    return groups.map(
      (group) =>
        html`<div role="group" aria-label=${group}>
          <div class="group" aria-hidden="true">${group}</div>
          ${suggestions.map((each, index) => (each.group === group ? this.#option(each, index) : ""))}
        </div>`,
    );
  }

  #option(suggestion: Suggestion, index: number): TemplateResult {
    const { label, note, isExcluded = false } = suggestion;
    // The field keeps the focus: a press of the pointer must not take it.
    return html`<div
      role="option"
      id="option-${index}"
      aria-selected=${index === this.active ? "true" : "false"}
      @pointerdown=${(event: Event) => event.preventDefault()}
      @click=${() => this.#choose(suggestion)}
    >
      <span class="ellipsis">${isExcluded ? html`<b>not</b> ` : ""}${label}</span>
      ${note === undefined ? "" : html`<span class="note">${note}</span>`}
    </div>`;
  }

  get #input(): HTMLInputElement | null {
    return this.renderRoot.querySelector("input");
  }

  get #suggestions(): readonly Suggestion[] {
    return suggestionsOf(this.search, this.typed, this.tags, vocabulary.value);
  }

  #focusField(event: Event): void {
    if (event.target === event.currentTarget) this.focus();
  }

  #type(event: InputEvent): void {
    this.typed = (event.target as HTMLInputElement).value;
    this.active = -1;
    this.isOpen = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#complete(), PAUSE_MILLISECONDS);
  }

  async #complete(): Promise<void> {
    this.#controller?.abort();
    const { text } = completed(this.typed);
    if (text === "" || text.length > TAG_VALUE_MAX_LENGTH || !may("repository:read")) {
      this.tags = [];
      return;
    }
    const controller = new AbortController();
    this.#controller = controller;
    try {
      const tags = await service.until(controller.signal).repositoryTagCounts({ text, count: MAX_TAGS });
      if (this.#controller === controller) this.tags = tags;
    } catch (error) {
      if (!isAbort(error)) notifyError(error);
    }
  }

  #press(event: KeyboardEvent): void {
    const suggestions = this.#suggestions;
    const isOpen = this.isOpen && suggestions.length > 0;
    if (event.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const step = event.key === "ArrowDown" ? 1 : -1;
      if (!isOpen) this.isOpen = this.typed !== "";
      else this.active = ((this.active + 1 + step + suggestions.length + 1) % (suggestions.length + 1)) - 1;
      event.preventDefault();
      void this.updateComplete.then(() => this.#showActive());
    } else if (event.key === "Enter") {
      const chosen = isOpen ? suggestions[this.active] : undefined;
      if (chosen !== undefined) this.#choose(chosen);
      else if (this.typed.trim() !== "") this.#take(withTyped(this.search, this.typed, this.tags));
      event.preventDefault();
    } else if (event.key === "Escape") {
      if (isOpen) this.isOpen = false;
      else this.typed = "";
    } else if (event.key === "Backspace" && this.typed === "") {
      const last = chipsOf(this.search, vocabulary.value).at(-1);
      if (last !== undefined) this.#take(last.without);
    }
  }

  #showActive(): void {
    this.renderRoot.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }

  #choose({ search, text }: Suggestion): void {
    if (search !== undefined) return this.#take(search);
    this.typed = text ?? "";
    this.active = -1;
    this.focus();
  }

  #take(search: Search): void {
    this.#reset();
    this.focus();
    this.dispatchEvent(new CustomEvent<Search>("facetry-search", { detail: search, bubbles: true, composed: true }));
  }

  #clear(): void {
    const { sorting, updates } = this.search;
    this.#take(changed(ALL, { sorting, updates }));
  }

  #reset(): void {
    clearTimeout(this.#timer);
    this.#controller?.abort();
    this.typed = "";
    this.tags = [];
    this.active = -1;
    this.isOpen = false;
  }

  #openDialog(dialog: "filter" | "save"): void {
    needAll();
    this.dialog = dialog;
  }

  #closeDialog(): void {
    this.dialog = undefined;
  }
}
