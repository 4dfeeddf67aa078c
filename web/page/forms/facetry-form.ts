import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { CONTROLS } from "../base/styles.js";
import { ApiError } from "../../api/errors.js";
import "./facetry-json-field.js";
import { fieldOf, fieldsOf, type Form } from "./fields.js";
import { type Findings, findingsOf } from "./findings.js";
import { changed, kindOf, type Path, pointerOf, resolved, type Schema, withDefaults } from "./schema.js";
import { isMembers, type Members } from "../../view/values.js";

/** A form for a JSON Schema: `<facetry-form .schema=${…} .value=${…}>`. Sends `facetry-change` after each change.
 *
 * `value` has the defaults of the schema where it was given nothing. Parts that no field can show are edited as JSON.
 *
 * The form is our own code. The package `jedison` weighs 46 KiB compressed, knows neither the `ui` hints of manifests
 * nor findings of the service, builds its controls by `innerHTML`, and would need a theme of about this size.
 */
@customElement("facetry-form")
export class FacetryForm extends LitElement implements Form {
  static override styles = [
    CONTROLS,
    css`
      :host {
        display: grid;
        gap: 1rem;
        min-width: 0;
      }
      .field-box {
        display: grid;
        gap: 0.3rem;
        min-width: 0;
      }
      .field-box > label:not(.check, .hidden-text),
      legend {
        display: flex;
        flex-wrap: wrap;
        align-items: baseline;
        gap: 0.1rem 0.5rem;
        font-size: 0.9rem;
        font-weight: 550;
      }
      .optional,
      .description,
      .range {
        color: var(--muted);
        font-size: 0.85rem;
        font-weight: 400;
      }
      .range {
        white-space: nowrap;
        font-variant-numeric: tabular-nums;
      }
      .description,
      .finding {
        white-space: pre-line;
        overflow-wrap: anywhere;
      }
      .finding {
        color: var(--danger);
        font-size: 0.85rem;
      }
      [aria-invalid="true"] {
        border-color: var(--danger);
      }
      fieldset.group {
        display: grid;
        gap: 0.8rem;
        min-width: 0;
        margin: 0;
        padding: 0 0 0 0.9rem;
        border: 0;
        border-inline-start: 2px solid var(--line);
      }
      legend {
        float: inline-start;
        width: 100%;
        padding: 0;
      }
      .item {
        display: grid;
        grid-template-columns: minmax(0, 1fr) auto;
        align-items: end;
        gap: 0.4rem;
      }
      .item:has(fieldset) {
        align-items: start;
      }
      .choices {
        display: flex;
        flex-wrap: wrap;
        gap: 0.4rem 1.2rem;
      }
      .number {
        flex-wrap: nowrap;
      }
      input[type="number"] {
        width: 9rem;
      }
      input[type="range"] {
        flex: 1;
        min-width: 6rem;
      }
      .colour {
        flex-wrap: nowrap;
      }
      .colour input:not([type="color"]) {
        width: 9rem;
      }
      input[type="color"] {
        width: 2.5rem;
        height: 2.25rem;
        padding: 0.15rem;
        border: 1px solid var(--line-strong);
        border-radius: var(--radius);
        background: var(--field);
      }
    `,
  ];

  @property({ attribute: false }) schema: Schema = {};
  @property({ type: Boolean }) disabled = false;
  /** The findings that no field shows, such as one on a member that the schema does not know. */
  @state() unplaced = "";
  readonly variants = new Map<string, number>();
  #given: unknown = {};
  #value: unknown;
  #findings: Findings = new Map();
  readonly #refused = new Map<string, string>();
  readonly #touched = new Set<string>();
  #showsAll = false;

  /** The present value, without what was typed and is no value. */
  get value(): Members {
    return isMembers(this.#current) ? this.#current : {};
  }

  set value(value: Members | undefined) {
    if (value === this.#given) return; // Lit sets objects at every update, also those that are the same
    this.#given = value ?? {};
    this.#reset();
  }

  get root(): Schema {
    return isMembers(this.schema) ? this.schema : {};
  }

  get isDisabled(): boolean {
    return this.disabled;
  }

  /** Shows all findings at their fields, and returns them as sentences; none if the value is valid. */
  validate(): readonly string[] {
    this.#findings = findingsOf(this.root, this.value);
    this.#showsAll = true;
    this.requestUpdate();
    const found = new Map([...this.#findings, ...this.#refused]);
    if (found.size > 0) void this.updateComplete.then(() => this.#focusFirst());
    return [...found.values()];
  }

  /** Shows a refusal of the service at its field, if it is about one below `pointer` of the body. Whether it is. */
  showRefusal(error: unknown, pointer: string): boolean {
    const place = error instanceof ApiError ? error.problem.pointer : undefined;
    if (!(error instanceof ApiError) || place === undefined || !place.startsWith(`${pointer}/`)) return false;
    const field = place.slice(pointer.length);
    if (this.renderRoot.querySelector(`[id="field${CSS.escape(field)}"]`) === null) return false;
    this.#refused.set(field, error.remedy === undefined ? error.message : `${error.message} ${error.remedy}`);
    this.requestUpdate();
    void this.updateComplete.then(() => this.#focusFirst());
    return true;
  }

  findingAt(pointer: string): string | undefined {
    const refused = this.#refused.get(pointer);
    if (refused !== undefined) return refused;
    return this.#showsAll || this.#touched.has(pointer) ? this.#findings.get(pointer) : undefined;
  }

  change(path: Path, value: unknown): void {
    // The positions of items may change, and with them the places of what was refused below them.
    const pointer = pointerOf(path);
    for (const place of this.#refused.keys())
      if (place.startsWith(pointer) || pointer.startsWith(place)) this.#refused.delete(place);
    this.#value = changed(this.#current, path, value);
    this.#changed();
  }

  refuse(path: Path, sentence: string | undefined): void {
    const pointer = pointerOf(path);
    if (sentence === undefined) this.#refused.delete(pointer);
    else this.#refused.set(pointer, sentence);
    this.#changed();
  }

  touch(path: Path): void {
    this.#touched.add(pointerOf(path));
    this.#findings = findingsOf(this.root, this.value);
    this.requestUpdate();
  }

  protected override willUpdate(changes: Map<string, unknown>): void {
    if (changes.has("schema")) this.#reset();
  }

  protected override render(): TemplateResult {
    const schema = resolved(this.root, this.root);
    if (kindOf(schema) === "variants")
      return html`${this.#others()}${fieldOf(this, { ...schema, title: schema["title"] ?? "Value" }, [], true)}`;
    const fields = fieldsOf(this, schema, []);
    if (fields.length > 0) return html`${this.#whole()}${this.#others()}${fields}`;
    if (
      schema["additionalProperties"] === false ||
      Object.keys(schema).every((name) => ["type", "properties", "$schema"].includes(name))
    ) {
      return html`${this.#others()}<p class="muted">There is nothing to set.</p>`;
    }
    return html`${this.#others()}${this.#json(schema)}`;
  }

  protected override updated(): void {
    const places = this.#showsAll ? [...this.#findings.keys()].filter((place) => place !== "") : [];
    const hidden = places.filter(
      (place) => this.renderRoot.querySelector(`[id="${CSS.escape(`field${place}-finding`)}"]`) === null,
    );
    this.unplaced = hidden.map((place) => `${place.slice(1)}: ${this.#findings.get(place) ?? ""}`).join("\n");
  }

  #json(schema: Schema): TemplateResult {
    return fieldOf(this, { title: "Value", description: schema["description"] }, [], true);
  }

  /** A finding on the object as a whole, such as a member that it needs and no field has. */
  #whole(): TemplateResult | "" {
    const finding = this.findingAt("");
    return finding === undefined ? "" : html`<p class="finding" role="alert">${finding}</p>`;
  }

  #others(): TemplateResult | "" {
    return this.unplaced === "" ? "" : html`<p class="finding" role="alert">${this.unplaced}</p>`;
  }

  get #current(): unknown {
    this.#value ??= withDefaults(this.root, this.root, this.#given);
    return this.#value;
  }

  #reset(): void {
    this.#value = undefined;
    this.#refused.clear();
    this.#touched.clear();
    this.variants.clear();
    this.#showsAll = false;
    this.#findings = new Map();
    this.requestUpdate();
  }

  #changed(): void {
    this.#findings = findingsOf(this.root, this.value);
    this.requestUpdate();
    this.dispatchEvent(
      new CustomEvent("facetry-change", { detail: { value: this.value }, bubbles: true, composed: true }),
    );
  }

  #focusFirst(): void {
    const first = this.renderRoot.querySelector<HTMLElement>("[aria-invalid='true'], facetry-json-field[invalid]");
    first?.focus();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "facetry-form": FacetryForm;
  }
}
