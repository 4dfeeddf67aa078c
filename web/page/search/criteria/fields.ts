/** Fields of the filter dialog. */

import { html, nothing, type TemplateResult } from "lit";

/** A control with its label. */
export function field(label: string, control: TemplateResult): TemplateResult {
  return html`<label class="field"><span>${label}</span>${control}</label>`;
}

/** A menu of values with their labels. `name` is for menus that have no label element. */
export function optionsOf<T extends string>(
  options: readonly (readonly [T, string])[],
  value: string,
  take: (value: string) => void,
  name?: string,
): TemplateResult {
  return html`<select
    aria-label=${name ?? nothing}
    @change=${(event: Event) => take((event.target as HTMLSelectElement).value)}
  >
    ${options.map(([each, label]) => html`<option value=${each} ?selected=${each === value}>${label}</option>`)}
  </select>`;
}

/** A checkbox for each value. */
export function checks<T extends string>(
  values: readonly T[],
  chosen: readonly T[],
  label: (value: T) => string,
  take: (chosen: readonly T[]) => void,
): readonly TemplateResult[] {
  const turn = (value: T) => (chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value]);
  return values.map(
    (value) =>
      html`<label class="check">
        <input type="checkbox" .checked=${chosen.includes(value)} @change=${() => take(turn(value))} />${label(value)}
      </label>`,
  );
}

/** A field of several lines, each a value. */
export function listArea(values: readonly string[], take: (values: string[]) => void): TemplateResult {
  const read = (event: Event) =>
    take((event.target as HTMLTextAreaElement).value.split("\n").map((line) => line.trim()));
  return html`<textarea rows="2" .value=${values.join("\n")} @change=${read}></textarea>`;
}

/** A field of values with spaces between them. */
export function listInput(values: readonly string[], take: (values: string[]) => void): TemplateResult {
  return textInput(values.join(" "), (text) => take(text.split(/[\s,]+/)));
}

/** A field of one text. */
export function textInput(value: string, take: (text: string) => void): TemplateResult {
  const read = (event: Event) => take((event.target as HTMLInputElement).value.trim());
  return html`<input autocomplete="off" spellcheck="false" .value=${value} @change=${read} />`;
}
