import { html, LitElement, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { IMAGE_FACET_WORDS, IMAGE_FORMAT_WORDS } from "../../../api/limits.js";
import "../../base/facetry-dialog.js";
import { watch } from "../../base/store.js";
import { CONTROLS } from "../../base/styles.js";
import { chipsOf } from "../chips.js";
import "./facetry-feature-conditions.js";
import { FILTERS } from "./filter-styles.js";
import { checks, field, listArea, listInput, optionsOf, textInput } from "./filter-fields.js";
import { dayOf, endOf, startOf } from "../ranges.js";
import { advancedOf, tagOf, tagText } from "../search-query.js";
import { ALL, changed, DATE_NAMES, type DateName, type Range, type Search } from "../search-state.js";
import { SIZE_NAMES, type SizeName, WORD_PLACES } from "../search-state.js";
import { vocabulary } from "../vocabulary.js";
import { DATE_LABELS, DUPLICATES_LABELS, PLACE_LABELS, SIZE_LABELS } from "../words.js";
import { STATE_LABELS, STATES } from "../words.js";

const BYTES_PER_MEGABYTE = 1_000_000;

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
      ${this.#wordsAndTags()} ${this.#features()} ${this.#ranges()} ${this.#kinds()} ${this.#extensions()}
      ${this.#duplicatesAndSimilarity()} ${this.#advanced()}
      ${this.error === "" ? "" : html`<p class="error" role="alert">${this.error}</p>`}
      <button slot="actions" ?disabled=${conditions === 0} @click=${this.#clear}>Clear all</button>
      <button slot="actions" @click=${this.#close}>Cancel</button>
      <button slot="actions" class="primary" @click=${this.#apply}>Show images</button>
    </facetry-dialog>`;
  }

  #wordsAndTags(): TemplateResult {
    const { words, withoutWords, wordPlaces, tags, anyTags, withoutTags } = this.draft;
    return html`<fieldset>
      <legend>Words and tags</legend>
      <div class="grid">
        ${field(
          "All of these words, one a line",
          listArea(words, (list) => this.#set({ words: list })),
        )}
        ${field(
          "None of these words, one a line",
          listArea(withoutWords, (list) => this.#set({ withoutWords: list })),
        )}
      </div>
      <div class="checks">
        <span>Look for words in</span>
        ${checks(
          WORD_PLACES,
          wordPlaces,
          (place) => PLACE_LABELS[place],
          (list) => this.#set({ wordPlaces: list }),
        )}
      </div>
      <div class="grid">
        ${field(
          "All of these tags",
          listInput(tags.map(tagText), (list) => this.#set({ tags: tagsOf(list) })),
        )}
        ${field(
          "At least one of these tags",
          listInput((anyTags[0] ?? []).map(tagText), (list) =>
            this.#set({ anyTags: [tagsOf(list), ...anyTags.slice(1)] }),
          ),
        )}
        ${field(
          "None of these tags",
          listInput(withoutTags.map(tagText), (list) => this.#set({ withoutTags: tagsOf(list) })),
        )}
      </div>
      <p class="muted small">Tags are separated by spaces. <code>cat@tagger</code> means the tag of one extension.</p>
    </fieldset>`;
  }

  #features(): TemplateResult {
    const { features, withoutFeatures } = this.draft;
    return html`<fieldset>
      <legend>Features</legend>
      <facetry-feature-conditions
        .conditions=${features}
        .excluded=${withoutFeatures}
        @facetry-change=${(event: CustomEvent<Partial<Search>>) => this.#set(event.detail)}
      ></facetry-feature-conditions>
    </fieldset>`;
  }

  #ranges(): TemplateResult {
    return html`<fieldset>
      <legend>Dates and sizes</legend>
      <div class="grid wide">
        ${DATE_NAMES.map((name) => this.#dates(name))} ${SIZE_NAMES.map((name) => this.#sizes(name))}
      </div>
    </fieldset>`;
  }

  #dates(name: DateName): TemplateResult {
    const range = this.draft.dates[name] ?? {};
    const input = (end: keyof Range, label: string, read: (text: string) => number) => {
      const value = range[end];
      return html`<input
        type="date"
        aria-label=${`${DATE_LABELS[name]} ${label}`}
        .value=${value === undefined ? "" : dayOf(value)}
        @change=${(event: Event) => {
          const day = read((event.target as HTMLInputElement).value);
          const changedRange = { ...range, [end]: Number.isNaN(day) ? undefined : day };
          this.#set({ dates: { ...this.draft.dates, [name]: changedRange } });
        }}
      />`;
    };
    return html`<div class="field" role="group" aria-label=${DATE_LABELS[name]}>
      <span class="small">${DATE_LABELS[name]}</span>
      <div class="pair">${input("minimum", "from", startOf)}<span>–</span>${input("maximum", "to", endOf)}</div>
    </div>`;
  }

  #sizes(name: SizeName): TemplateResult {
    const range = this.draft.sizes[name] ?? {};
    const unit = name === "weightInBytes" ? BYTES_PER_MEGABYTE : 1;
    const label = `${SIZE_LABELS[name]} (${name === "weightInBytes" ? "MB" : "pixels"})`;
    const input = (end: keyof Range, word: string) => {
      const value = range[end];
      return html`<input
        type="number"
        min="0"
        step=${unit === 1 ? "1" : "any"}
        aria-label=${`${label} ${word}`}
        .value=${value === undefined ? "" : String(value / unit)}
        @change=${(event: Event) => {
          const number = (event.target as HTMLInputElement).valueAsNumber;
          const changedRange = { ...range, [end]: number >= 0 ? Math.round(number * unit) : undefined };
          this.#set({ sizes: { ...this.draft.sizes, [name]: changedRange } });
        }}
      />`;
    };
    return html`<div class="field" role="group" aria-label=${label}>
      <span class="small">${label}</span>
      <div class="pair">${input("minimum", "at least")}<span>–</span>${input("maximum", "at most")}</div>
    </div>`;
  }

  #kinds(): TemplateResult {
    const { formats, states, repositories, inNoCollection } = this.draft;
    const folders = vocabulary.value.repositories ?? [];
    const collected = inNoCollection === undefined ? "" : inNoCollection ? "no" : "yes";
    const take = (value: string) => this.#set({ inNoCollection: value === "" ? undefined : value === "no" });
    return html`<fieldset>
      <legend>Files and folders</legend>
      <div class="checks">
        ${checks(
          IMAGE_FORMAT_WORDS,
          formats,
          (format) => format,
          (list) => this.#set({ formats: list }),
        )}
      </div>
      <div class="checks">
        ${checks(
          STATES,
          states,
          (state) => STATE_LABELS[state],
          (list) => this.#set({ states: list }),
        )}
      </div>
      <div class="checks">
        ${checks(
          folders.map(({ id }) => id),
          repositories,
          (id) => folders.find((folder) => folder.id === id)?.name ?? id,
          (list) => this.#set({ repositories: list }),
        )}
      </div>
      <div class="grid">
        ${field(
          "Collections",
          optionsOf(
            [
              ["", "Any"],
              ["no", "In no collection"],
              ["yes", "In a collection"],
            ],
            collected,
            take,
          ),
        )}
      </div>
    </fieldset>`;
  }

  #extensions(): TemplateResult {
    const { untaggedBy, notEvaluatedBy } = this.draft;
    const ids = vocabulary.value.extensionIds ?? [];
    if (ids.length === 0) return html``;
    const [{ extensionId = "", facet = "" } = {}] = notEvaluatedBy;
    const setEvaluation = (id: string, name: string) => {
      const found = IMAGE_FACET_WORDS.find((each) => each === name);
      this.#set({
        notEvaluatedBy: id === "" ? [] : [{ extensionId: id, ...(found === undefined ? {} : { facet: found }) }],
      });
    };
    const extensions = ids.map((id) => [id, id] as const);
    const facets = IMAGE_FACET_WORDS.map((each) => [each, each] as const);
    return html`<fieldset>
      <legend>Extensions</legend>
      <div class="checks">
        <span>No tag by</span>${checks(
          ids,
          untaggedBy,
          (id) => id,
          (list) => this.#set({ untaggedBy: list }),
        )}
      </div>
      <div class="grid">
        ${field(
          "Not evaluated yet by",
          optionsOf([["", "–"], ...extensions], extensionId, (id) => setEvaluation(id, facet)),
        )}
        ${field(
          "What is missing",
          optionsOf([["", "all facets"], ...facets], facet, (name) => setEvaluation(extensionId, name)),
        )}
      </div>
    </fieldset>`;
  }

  #duplicatesAndSimilarity(): TemplateResult {
    const { duplicates, similarity } = this.draft;
    const { embeddings = [], hasTextEmbeddings = false } = vocabulary.value;
    const kind = duplicates?.of === undefined ? (duplicates?.kind ?? "") : "of";
    const space = similarity === undefined ? "" : `${similarity.extensionId} ${similarity.name}`;
    const canAsk = similarity !== undefined || (hasTextEmbeddings && embeddings.length > 0);
    const setText = (text: string, spaceText: string) => {
      const [extensionId = "", name = ""] = spaceText.split(" ");
      const maxDistance = similarity?.maxDistance;
      const target = { extensionId, name, text, ...(maxDistance === undefined ? {} : { maxDistance }) };
      this.#set({ similarity: text === "" || name === "" ? undefined : target });
    };
    const setDistance = (value: number) => {
      if (similarity === undefined) return;
      const { maxDistance: _, ...rest } = similarity;
      this.#set({ similarity: value >= 0 && value <= 2 ? { ...rest, maxDistance: value } : rest });
    };
    const spaces = embeddings.map(({ id, name }) => [`${id} ${name}`, `${name} (${id})`] as const);
    return html`<fieldset>
      <legend>Duplicates and similarity</legend>
      <div class="grid">
        ${field(
          "Duplicates",
          optionsOf(
            [
              ["", "Any image"],
              ["exactDuplicates", DUPLICATES_LABELS.exactDuplicates],
              ["samePixels", DUPLICATES_LABELS.samePixels],
              ...(kind === "of" ? ([["of", "Of one image"]] as const) : []),
            ],
            kind,
            (value) => {
              if (value === "of") return;
              const chosen = (["exactDuplicates", "samePixels"] as const).find((each) => each === value);
              this.#set({ duplicates: chosen === undefined ? undefined : { kind: chosen } });
            },
          ),
        )}
        ${
          canAsk && similarity?.image === undefined
            ? html`${field(
                "Looks like this text",
                textInput(similarity?.text ?? "", (text) => setText(text, space || spaces[0]?.[0] || "")),
              )}
              ${field(
                "Compared by",
                optionsOf(spaces, space, (value) => setText(similarity?.text ?? "", value)),
              )}`
            : ""
        }
        ${
          similarity === undefined
            ? ""
            : field(
                "Greatest distance, 0 to 2",
                html`<input
                  type="number"
                  min="0"
                  max="2"
                  step="any"
                  .value=${String(similarity.maxDistance ?? "")}
                  @change=${(event: Event) => setDistance((event.target as HTMLInputElement).valueAsNumber)}
                />`,
              )
        }
      </div>
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

function tagsOf(texts: readonly string[]): Search["tags"] {
  return texts.flatMap((text) => {
    const tag = tagOf(text.replace(/^#/, ""));
    return tag === undefined ? [] : [tag];
  });
}
