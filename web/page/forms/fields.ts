/** The fields of a form, one function for each kind of value. */

import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { Plus, Trash2 } from "lucide";
import { icon } from "../base/facetry-icon.js";
import { variantOf } from "./findings.js";
import * as scalar from "./scalar-fields.js";
import {
  emptyValue,
  isRequired,
  type Kind,
  kindOf,
  type Option,
  optionsOf,
  type Path,
  pointerOf,
  propertiesOf,
  resolved,
  type Schema,
  textOf,
  titleOf,
  typesOf,
  valueAt,
  variantsOf,
} from "./schema.js";
import { keyOf } from "./values.js";
import { isMembers } from "../../view/values.js";

/** The form that a field belongs to. */
export interface Form {
  readonly root: Schema;
  readonly value: unknown;
  readonly isDisabled: boolean;
  /** The finding at a place, if it is to be shown. */
  findingAt(pointer: string): string | undefined;
  /** Takes a new value of a place; `undefined` removes it. */
  change(path: Path, value: unknown): void;
  /** Says that what was typed is no value; `undefined` says that it is one again. */
  refuse(path: Path, sentence: string | undefined): void;
  /** Says that a person has left a field. */
  touch(path: Path): void;
  /** The alternative that a person has chosen at a place. */
  readonly variants: Map<string, number>;
}

/** One field: what it edits, and the ids of its parts. */
export interface Field {
  readonly form: Form;
  readonly schema: Schema;
  readonly path: Path;
  readonly value: unknown;
  readonly isRequired: boolean;
  readonly id: string;
  readonly title: string;
  /** The ids of the texts that describe the control. */
  readonly describedBy: string;
  readonly finding: string | undefined;
}

const MAX_DEPTH = 16;
const GROUPS: ReadonlySet<Kind> = new Set<Kind>(["object", "list", "variants", "choices"]);

/** All properties of an object as fields. */
export function fieldsOf(form: Form, schema: Schema, path: Path): TemplateResult[] {
  return propertiesOf(schema).map(([name, each]) => fieldOf(form, each, [...path, name], isRequired(schema, name)));
}

/** The field of a value, with its title, its description and its finding. */
export function fieldOf(form: Form, given: unknown, path: Path, isNeeded: boolean): TemplateResult {
  const schema = resolved(given, form.root);
  const pointer = pointerOf(path);
  const id = `field${pointer}`;
  const finding = form.findingAt(pointer);
  const description = textOf(schema, "description");
  const describedBy = [description && `${id}-description`, finding && `${id}-finding`].filter(Boolean).join(" ");
  const title = titleOf(schema, path.at(-1) ?? "");
  const value = valueAt(form.value, path);
  const field: Field = { form, schema, path, value, isRequired: isNeeded, id, title, describedBy, finding };
  const kind = path.length > MAX_DEPTH ? "json" : kindOf(schema);
  const texts = html`${
    description === "" ? "" : html`<p class="description" id=${`${id}-description`}>${description}</p>`
  }
    ${finding === undefined ? "" : html`<p class="finding" id=${`${id}-finding`}>${finding}</p>`}`;
  if (kind === "boolean" && !typesOf(schema).includes("null")) {
    return html`<div class="field-box">${scalar.checkbox(field)}${texts}</div>`;
  }
  if (GROUPS.has(kind)) {
    return html`<fieldset class="group" ?disabled=${form.isDisabled} aria-describedby=${describedBy || nothing}>
      <legend>${title}${mark(field)}</legend>
      ${texts}${group(kind, field)}
    </fieldset>`;
  }
  return html`<div class="field-box">
    <label for=${id}>${title}${mark(field)}</label>
    ${control(kind, field)}${texts}
  </div>`;
}

function mark(field: Field): TemplateResult | typeof nothing {
  return field.isRequired || "default" in field.schema ? nothing : html`<span class="optional">optional</span>`;
}

function control(kind: Kind, field: Field): TemplateResult {
  if (kind === "choice") return scalar.choice(field, optionsOf(field.schema) ?? []);
  if (kind === "boolean") return scalar.choice(field, [booleanOption(true), booleanOption(false)]);
  if (kind === "number") return scalar.number(field);
  if (kind === "text") return scalar.text(field);
  return html`<facetry-json-field
    id=${field.id}
    label=${field.title}
    described-by=${field.describedBy || nothing}
    .value=${field.value}
    ?disabled=${field.form.isDisabled}
    ?invalid=${field.finding !== undefined}
    @facetry-json=${(event: CustomEvent<{ value: unknown }>) => field.form.change(field.path, event.detail.value)}
    @facetry-json-fault=${(event: CustomEvent<{ fault: string }>) => field.form.refuse(field.path, event.detail.fault)}
  ></facetry-json-field>`;
}

function group(kind: Kind, field: Field): TemplateResult {
  if (kind === "object") return objectGroup(field);
  if (kind === "list") return list(field);
  return kind === "choices" ? choices(field) : variants(field);
}

function objectGroup(field: Field): TemplateResult {
  const { form, schema, path, value, isRequired: isNeeded, title } = field;
  if (!isNeeded && value === undefined && path.length > 0) {
    return html`<div>
      <button type="button" @click=${() => form.change(path, emptyValue(schema, form.root))}>
        ${icon(Plus)} Add<span class="hidden-text">${title}</span>
      </button>
    </div>`;
  }
  return html`${fieldsOf(form, schema, path)}
  ${
    isNeeded || path.length === 0 || typeof path.at(-1) === "number"
      ? ""
      : html`<div>
          <button type="button" class="quiet" @click=${() => form.change(path, undefined)}>
            ${icon(Trash2)} Remove<span class="hidden-text">${title}</span>
          </button>
        </div>`
  }`;
}

function list(field: Field): TemplateResult {
  const { form, schema, path, title } = field;
  const items: readonly unknown[] = Array.isArray(field.value) ? field.value : [];
  const most = typeof schema["maxItems"] === "number" ? schema["maxItems"] : Number.POSITIVE_INFINITY;
  return html`${items.map(
    (_, index) => html`<div class="item">
        <div>${fieldOf(form, schema["items"], [...path, index], true)}</div>
        <button
          type="button"
          class="quiet icon"
          aria-label=${`Remove item ${index + 1} of ${title}`}
          @click=${() => form.change([...path, index], undefined)}
        >
          ${icon(Trash2)}
        </button>
      </div>`,
  )}
    <div>
      <button
        type="button"
        ?disabled=${items.length >= most}
        @click=${() => form.change(path, [...items, emptyValue(schema["items"], form.root)])}
      >
        ${icon(Plus)} Add an item<span class="hidden-text">to ${title}</span>
      </button>
    </div>`;
}

function choices(field: Field): TemplateResult {
  const { form, schema, path } = field;
  const chosen: readonly unknown[] = Array.isArray(field.value) ? field.value : [];
  const keys = new Set(chosen.map(keyOf));
  const options = optionsOf(schema["items"]) ?? [];
  const toggled = (option: Option, isOn: boolean) =>
    options.filter((each) => (each === option ? isOn : keys.has(keyOf(each.value)))).map((each) => each.value);
  return html`<div class="choices">
    ${options.map(
      (option) => html`<label class="check">
        <input
          type="checkbox"
          .checked=${live(keys.has(keyOf(option.value)))}
          @change=${(event: Event) => form.change(path, toggled(option, (event.target as HTMLInputElement).checked))}
        />
        ${option.label}
      </label>`,
    )}
  </div>`;
}

function variants(field: Field): TemplateResult {
  const { form, schema, path, value, id, title } = field;
  const known = (variantsOf(schema) ?? []).map((variant) => resolved(variant, form.root));
  const pointer = pointerOf(path);
  const index = Math.min(form.variants.get(pointer) ?? variantOf(known, form.root, value), known.length - 1);
  const chosen = known[index] ?? {};
  const choose = (event: Event) => {
    const next = Number((event.target as HTMLSelectElement).value);
    form.variants.set(pointer, next);
    form.change(path, emptyValue(known[next], form.root));
  };
  const inner = isMembers(chosen["properties"]) ? fieldsOf(form, chosen, path) : bareField(field, chosen);
  return html`<div class="field-box">
      <select id=${id} aria-label=${`Kind of ${title}`} @change=${choose}>
        ${known.map(
          (each, position) => html`<option value=${position} .selected=${position === index}>
            ${variantTitle(each, position)}
          </option>`,
        )}
      </select>
    </div>
    ${inner}`;
}

function bareField(field: Field, schema: Schema): TemplateResult {
  const kind = kindOf(schema);
  const inner: Field = { ...field, schema, id: `${field.id}-value`, isRequired: true };
  if (kind === "list" || kind === "choices" || kind === "object") return group(kind, inner);
  if (typesOf(schema).length === 1 && typesOf(schema)[0] === "null") return html``;
  const label = html`<label class="hidden-text" for=${inner.id}>${field.title}</label>`;
  if (kind === "variants") return html`${label}${control("json", inner)}`;
  return html`<div class="field-box">${label}${control(kind, inner)}</div>`;
}

function variantTitle(schema: Schema, position: number): string {
  const title = textOf(schema, "title");
  if (title !== "") return title;
  const fixed = propertiesOf(schema).flatMap(([, each]) =>
    isMembers(each) && "const" in each ? [String(each["const"])] : [],
  );
  if (fixed[0] !== undefined) return fixed[0];
  const type = typesOf(schema)[0];
  return type === undefined || type === "object" ? `Form ${position + 1}` : titleOf({}, type);
}

function booleanOption(value: boolean): Option {
  return { value, label: value ? "Yes" : "No", description: "" };
}
