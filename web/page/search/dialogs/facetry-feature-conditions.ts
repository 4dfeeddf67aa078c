import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { Plus, Trash2 } from "lucide";
import { IMAGE_FEATURE_TYPE_WORDS } from "../../../api/limits.js";
import type { ExtensionImageFeatureName } from "@api/models.js";
import { icon } from "../../base/facetry-icon.js";
import { watch } from "../../base/store.js";
import { CONTROLS } from "../../base/styles.js";
import { optionsOf } from "./filter-fields.js";
import { featureValueOf } from "../search-query.js";
import type { FeatureCondition, Search } from "../search-state.js";
import { vocabulary } from "../vocabulary.js";
import { FEATURE_FORMATS, OPERATOR_LABELS, operatorsOf } from "../words.js";

/** The conditions on features, a row for each. Changed ones are the detail of `facetry-change`, as members of a search. */
@customElement("facetry-feature-conditions")
@watch(vocabulary)
export class FacetryFeatureConditions extends LitElement {
  static override styles = [
    CONTROLS,
    css`
      :host {
        display: grid;
        gap: 0.5rem;
        clear: both;
      }
      .condition {
        display: grid;
        grid-template-columns: 7rem minmax(8rem, 2fr) 7rem minmax(7rem, 2fr) auto;
        gap: 0.4rem;
      }
      .condition > * {
        min-width: 0;
      }
      @media (max-width: 40rem) {
        .condition {
          grid-template-columns: 1fr 1fr;
          padding-bottom: 0.5rem;
          border-bottom: 1px solid var(--line);
        }
      }
    `,
  ];

  @property({ attribute: false }) conditions: readonly FeatureCondition[] = [];
  @property({ attribute: false }) excluded: readonly FeatureCondition[] = [];

  protected override render(): TemplateResult {
    const rows = [
      ...this.conditions.map((condition) => ({ condition, isExcluded: false })),
      ...this.excluded.map((condition) => ({ condition, isExcluded: true })),
    ];
    return html`${rows.map((row, index) => this.#row(row, index, rows))}
      <div>
        <button @click=${() => this.#send([...rows, { condition: this.#first(), isExcluded: false }])}>
          ${icon(Plus)}Add a condition
        </button>
      </div>`;
  }

  #row({ condition, isExcluded }: Row, index: number, rows: readonly Row[]): TemplateResult {
    const { format, operator, value } = condition;
    const replace = (row: Row) => this.#send(rows.map((each, place) => (place === index ? row : each)));
    const setCondition = (changed: FeatureCondition) => replace({ condition: changed, isExcluded });
    const choices = this.#choices(condition);
    const operators = operatorsOf(format).map((each) => [each, OPERATOR_LABELS[each]] as const);
    return html`<div class="condition" role="group" aria-label=${`Condition ${index + 1}`}>
      ${optionsOf(
        [
          ["with", "with"],
          ["without", "without"],
        ],
        isExcluded ? "without" : "with",
        (chosen) => replace({ condition, isExcluded: chosen === "without" }),
        "With or without",
      )}
      ${optionsOf(
        choices.map((each, place) => [String(place), choiceLabel(each)] as const),
        String(choices.findIndex((each) => isChosen(each, condition))),
        (place) => {
          const choice = choices[Number(place)];
          if (choice !== undefined) setCondition(startOf(choice));
        },
        "Feature",
      )}
      ${optionsOf(
        operators,
        operator,
        (chosen) => {
          const found = operatorsOf(format).find((each) => each === chosen);
          if (found !== undefined) setCondition({ ...condition, operator: found });
        },
        "Comparison",
      )}
      ${
        format === "boolean"
          ? optionsOf(
              [
                ["true", "true"],
                ["false", "false"],
              ],
              String(value),
              (text) => setCondition({ ...condition, value: text === "true" }),
              "Value",
            )
          : html`<input
              aria-label="Value"
              type=${typeof value === "number" ? "number" : "text"}
              step=${format === "integer" ? "1" : "any"}
              .value=${String(value)}
              @change=${(event: Event) => {
                const read = featureValueOf(format, (event.target as HTMLInputElement).value);
                if (read !== undefined) setCondition({ ...condition, value: read });
                else this.requestUpdate();
              }}
            />`
      }
      <button
        class="quiet icon"
        aria-label=${`Remove condition ${index + 1}`}
        @click=${() => this.#send(rows.filter((_, place) => place !== index))}
      >
        ${icon(Trash2)}
      </button>
    </div>`;
  }

  /** The features to choose from: those in use, any of a type, and what the condition has. */
  #choices(condition: FeatureCondition): readonly Choice[] {
    const names = vocabulary.value.featureNames ?? [];
    const types = IMAGE_FEATURE_TYPE_WORDS.map((type): Choice => ({ type, format: "string" }));
    const formats = FEATURE_FORMATS.map((format): Choice => ({ format }));
    const choices = [...names.map(choiceOf), ...types, ...formats];
    return choices.some((each) => isChosen(each, condition)) ? choices : [condition, ...choices];
  }

  #first(): FeatureCondition {
    const [name] = vocabulary.value.featureNames ?? [];
    return startOf(name === undefined ? { type: "caption", format: "string" } : choiceOf(name));
  }

  #send(rows: readonly Row[]): void {
    const detail: Partial<Search> = {
      features: rows.filter((row) => !row.isExcluded).map((row) => row.condition),
      withoutFeatures: rows.filter((row) => row.isExcluded).map((row) => row.condition),
    };
    this.dispatchEvent(new CustomEvent<Partial<Search>>("facetry-change", { detail }));
  }
}

interface Row {
  readonly condition: FeatureCondition;
  readonly isExcluded: boolean;
}

type Choice = Pick<FeatureCondition, "name" | "format" | "type" | "extensionId">;

function choiceOf({ id, name, format, type }: ExtensionImageFeatureName): Choice {
  return { name, format, type, extensionId: id };
}

function choiceLabel({ name, type, format, extensionId }: Choice): string {
  if (name !== undefined) return extensionId === undefined ? name : `${name} (${extensionId})`;
  return type === undefined ? `any feature: ${format}` : `any ${type}: ${format}`;
}

function isChosen(choice: Choice, { name, format, type, extensionId }: FeatureCondition): boolean {
  const isSameKind = choice.format === format && choice.type === type;
  return isSameKind && choice.name === name && choice.extensionId === extensionId;
}

/** A condition to begin with. */
function startOf(choice: Choice): FeatureCondition {
  const { name, format, type, extensionId } = choice;
  return {
    ...(name === undefined ? {} : { name }),
    format,
    ...(type === undefined ? {} : { type }),
    ...(extensionId === undefined ? {} : { extensionId }),
    operator: operatorsOf(format)[0] ?? "equals",
    value: format === "boolean" ? true : format === "integer" || format === "float" ? 0 : "",
  };
}
