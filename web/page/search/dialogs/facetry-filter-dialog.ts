import { html, LitElement, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import "../../base/facetry-dialog.js";
import { watch } from "../../base/store.js";
import { CONTROLS } from "../../base/styles.js";
import { chipsOf } from "../chips.js";
import "./facetry-feature-conditions.js";
import { FILTERS } from "./filter-styles.js";
import { field } from "../criteria/fields.js";
import type { PageCriterion } from "../criteria/criterion.js";
import { ORDERED } from "../criteria/order.js";
import { CRITERIA } from "../criteria/registry.js";
import { origin } from "../origin.js";
import { advancedOf } from "../search-query.js";
import { ALL, changed, type Search } from "../search-state.js";
import { optional } from "../values.js";
import { vocabulary } from "../vocabulary.js";

interface Fieldset {
  readonly legend: string;
  readonly criteria: readonly PageCriterion<Partial<Search>, Search>[];
  /** Whether the fields stand in one grid; otherwise each criterion has its own. */
  readonly isGrid?: boolean;
}

const { keyword, tags, features, properties, formats, states, inNoCollection } = CRITERIA;
const { untaggedBy, notEvaluatedBy, duplicates, similarity } = CRITERIA;
const NAMED: readonly Fieldset[] = [
  { legend: "Words and tags", criteria: [keyword, tags] },
  { legend: "Features", criteria: [features] },
  { legend: "Dates and sizes", criteria: [properties] },
  { legend: "Files and folders", criteria: [formats, states, origin, inNoCollection] },
  { legend: "Extensions", criteria: [untaggedBy, notEvaluatedBy] },
  { legend: "Duplicates and similarity", criteria: [duplicates, similarity], isGrid: true },
];
const LISTED = new Set(NAMED.flatMap((each) => each.criteria));
const FIELDSETS = [...NAMED, { legend: "Others", criteria: ORDERED.filter((each) => !LISTED.has(each)) }];

/** A dialog with all conditions of a search. It sends `facetry-search` with a changed one, and `close`. */
@customElement("facetry-filter-dialog")
@watch(vocabulary)
export class FacetryFilterDialog extends LitElement {
  static override styles = [CONTROLS, FILTERS];

  @property({ attribute: false }) search: Search = ALL;
  @state() draft: Search = ALL;
  @state() error = "";

  protected override willUpdate(changes: PropertyValues<this>): void {
    if (changes.has("search")) this.draft = this.search;
  }

  protected override render(): TemplateResult {
    const { draft } = this;
    const conditions = chipsOf(draft, vocabulary.value).length;
    return html`<facetry-dialog heading="Filters" wide open @close=${this.#close}>
      ${FIELDSETS.map((each) => this.#fieldset(each))} ${this.#advanced()}
      ${this.error === "" ? "" : html`<p class="error" role="alert">${this.error}</p>`}
      <button slot="actions" ?disabled=${conditions === 0} @click=${this.#clear}>Clear all</button>
      <button slot="actions" @click=${this.#close}>Cancel</button>
      <button slot="actions" class="primary" @click=${this.#apply}>Show images</button>
    </facetry-dialog>`;
  }

  #fieldset({ legend, criteria, isGrid }: Fieldset): TemplateResult | undefined {
    const set = (members: Partial<Search>) => this.#set(members);
    const fields = criteria.flatMap((each) => optional(each.fields?.(this.draft, set, vocabulary.value)));
    if (fields.length === 0) return undefined;
    return html`<fieldset>
      <legend>${legend}</legend>
      ${isGrid === true ? html`<div class="grid">${fields}</div>` : fields}
    </fieldset>`;
  }

  #advanced(): TemplateResult {
    const { advanced } = this.draft;
    return html`<details ?open=${advanced !== ""}>
      <summary>Advanced filter</summary>
      ${field(
        "Further conditions, as the JSON text of a filter of the API",
        html`<textarea
          class="code"
          rows="3"
          spellcheck="false"
          .value=${advanced}
          @change=${(event: Event) => {
            const text = (event.target as HTMLTextAreaElement).value.trim();
            const isValid = text === "" || advancedOf(text) !== undefined;
            this.error = isValid
              ? ""
              : "The advanced filter is not the JSON text of an object. Correct it, or empty the field.";
            if (isValid) this.#set({ advanced: text });
          }}
        ></textarea>`,
      )}
    </details>`;
  }

  #set(members: Partial<Search>): void {
    this.draft = changed(this.draft, members);
  }

  #clear(): void {
    this.draft = changed(ALL, { sorting: this.draft.sorting, updates: this.draft.updates });
  }

  #close(): void {
    this.dispatchEvent(new CustomEvent("close"));
  }

  #apply(): void {
    if (this.error !== "") return;
    const detail = this.draft;
    this.dispatchEvent(new CustomEvent<Search>("facetry-search", { detail, bubbles: true, composed: true }));
    this.#close();
  }
}
