/** Fields of single values: texts, numbers, choices, and whether something is so. */

import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { Field } from "./fields.js";
import { isMembers } from "../../view/values.js";
import { type Option, typesOf } from "./schema.js";
import { keyOf } from "./values.js";

const INPUT_TYPES: ReadonlyMap<string, string> = new Map([
  ["password", "password"],
  ["email", "email"],
  ["uri", "url"],
  ["url", "url"],
  ["date", "date"],
  ["color", "text"],
]);
const LONG_TEXT = 300;

/** A box to tick, with its label beside it. */
export function checkbox(field: Field): TemplateResult {
  return html`<label class="check">
    <input
      type="checkbox"
      id=${field.id}
      .checked=${live(field.value === true)}
      ?disabled=${field.form.isDisabled}
      aria-describedby=${field.describedBy || nothing}
      aria-invalid=${field.finding === undefined ? nothing : "true"}
      @change=${(event: Event) => field.form.change(field.path, (event.target as HTMLInputElement).checked)}
    />
    ${field.title}
  </label>`;
}

/** A list to choose one value from. */
export function choice(field: Field, options: readonly Option[]): TemplateResult {
  const key = keyOf(field.value);
  const index = options.findIndex((option) => keyOf(option.value) === key);
  const description = options[index]?.description ?? "";
  const take = (event: Event) => {
    const chosen = (event.target as HTMLSelectElement).value;
    field.form.change(field.path, chosen === "" ? undefined : options[Number(chosen)]?.value);
  };
  return html`<select
      id=${field.id}
      ?disabled=${field.form.isDisabled}
      ?required=${field.isRequired}
      aria-describedby=${field.describedBy || nothing}
      aria-invalid=${field.finding === undefined ? nothing : "true"}
      @change=${take}
      @blur=${() => field.form.touch(field.path)}
    >
      ${
        field.isRequired && index >= 0
          ? ""
          : html`<option value="" .selected=${index < 0}>${field.isRequired ? "Choose…" : "Not set"}</option>`
      }
      ${options.map(
        (option, position) => html`<option value=${position} .selected=${position === index}>${option.label}</option>`,
      )}
    </select>
    ${description === "" ? "" : html`<p class="description">${description}</p>`}`;
}

/** A number, with a slider if the schema asks for one and has both ends. */
export function number(field: Field): TemplateResult {
  const { schema, form, path } = field;
  const { minimum, maximum, multipleOf } = schema;
  const isWhole = typesOf(schema).includes("integer") && !typesOf(schema).includes("number");
  const take = (event: Event) => {
    const input = event.target as HTMLInputElement;
    if (input.validity.badInput) form.refuse(path, "Write a number.");
    else form.change(path, input.value === "" ? emptied(field) : Number(input.value));
  };
  const step = typeof multipleOf === "number" ? multipleOf : isWhole ? 1 : "any";
  const text = typeof field.value === "number" ? String(field.value) : "";
  const isSlider = hint(field) === "slider" && typeof minimum === "number" && typeof maximum === "number";
  const slider = () => html`<input
    type="range"
    min=${minimum}
    max=${maximum}
    step=${step === "any" ? ((maximum as number) - (minimum as number)) / 100 : step}
    .value=${live(text || String(minimum))}
    ?disabled=${form.isDisabled}
    aria-label=${field.title}
    @input=${take}
  />`;
  return html`<div class="row number">
    ${isSlider ? slider() : ""}
    <input
      type="number"
      id=${field.id}
      step=${step}
      min=${typeof minimum === "number" ? minimum : nothing}
      max=${typeof maximum === "number" ? maximum : nothing}
      .value=${text}
      ?disabled=${form.isDisabled}
      ?required=${field.isRequired}
      aria-describedby=${field.describedBy || nothing}
      aria-invalid=${field.finding === undefined ? nothing : "true"}
      @input=${take}
      @blur=${() => form.touch(path)}
    />
    ${range(minimum, maximum)}
  </div>`;
}

/** A text: one line, several lines, a secret, an address, a date or a colour. */
export function text(field: Field): TemplateResult {
  const { schema, form, path } = field;
  const format = typeof schema["format"] === "string" ? schema["format"] : "";
  const value = typeof field.value === "string" ? field.value : "";
  const take = (event: Event) => {
    const typed = (event.target as HTMLInputElement).value;
    form.change(path, typed === "" ? emptied(field) : typed);
  };
  const touch = () => form.touch(path);
  if (isLong(field, format)) {
    return html`<textarea
      id=${field.id}
      rows="4"
      .value=${live(value)}
      ?disabled=${form.isDisabled}
      ?required=${field.isRequired}
      aria-describedby=${field.describedBy || nothing}
      aria-invalid=${field.finding === undefined ? nothing : "true"}
      @input=${take}
      @blur=${touch}
    ></textarea>`;
  }
  if (format === "date-time") return moment(field, value);
  const type = hint(field) === "password" ? "password" : (INPUT_TYPES.get(format) ?? "text");
  const input = html`<input
    type=${type}
    id=${field.id}
    .value=${live(value)}
    ?disabled=${form.isDisabled}
    ?required=${field.isRequired}
    autocomplete=${type === "password" ? "new-password" : "off"}
    aria-describedby=${field.describedBy || nothing}
    aria-invalid=${field.finding === undefined ? nothing : "true"}
    @input=${take}
    @blur=${touch}
  />`;
  if (format !== "color" && hint(field) !== "color") return input;
  return html`<div class="row colour">
    <input
      type="color"
      aria-label=${`Choose ${field.title}`}
      .value=${live(/^#[\da-f]{6}$/i.test(value) ? value.toLowerCase() : "#000000")}
      ?disabled=${form.isDisabled}
      @input=${take}
    />
    ${input}
  </div>`;
}

/** A date with a time, in the time zone of the browser, kept with its offset from UTC. */
function moment(field: Field, value: string): TemplateResult {
  const { form, path } = field;
  const milliseconds = Date.parse(value);
  const local = Number.isNaN(milliseconds)
    ? ""
    : new Date(milliseconds - new Date(milliseconds).getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
  const take = (event: Event) => {
    const typed = (event.target as HTMLInputElement).value;
    form.change(path, typed === "" ? emptied(field) : new Date(typed).toISOString());
  };
  return html`<input
    type="datetime-local"
    step="1"
    id=${field.id}
    .value=${local}
    ?disabled=${form.isDisabled}
    ?required=${field.isRequired}
    aria-describedby=${field.describedBy || nothing}
    aria-invalid=${field.finding === undefined ? nothing : "true"}
    @change=${take}
    @blur=${() => form.touch(path)}
  />`;
}

/** What an empty field stands for. A text that is needed may be empty, other values are absent. */
function emptied(field: Field): unknown {
  const types = typesOf(field.schema);
  if (field.isRequired && types.includes("null")) return null;
  return field.isRequired && types.includes("string") && !types.includes("number") ? "" : undefined;
}

function isLong(field: Field, format: string): boolean {
  const { maxLength } = field.schema;
  return (
    ["multiline", "textarea", "markdown"].includes(format) ||
    ["multiline", "textarea"].includes(hint(field)) ||
    (typeof maxLength === "number" && maxLength >= LONG_TEXT && format === "")
  );
}

function hint(field: Field): string {
  const { ui } = field.schema;
  return isMembers(ui) && typeof ui["widget"] === "string" ? ui["widget"] : "";
}

function range(minimum: unknown, maximum: unknown): TemplateResult | typeof nothing {
  if (typeof minimum === "number" && typeof maximum === "number")
    return html`<span class="range">${minimum} – ${maximum}</span>`;
  if (typeof minimum === "number") return html`<span class="range">from ${minimum}</span>`;
  return typeof maximum === "number" ? html`<span class="range">up to ${maximum}</span>` : nothing;
}
