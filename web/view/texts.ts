/** Elements of running text: string, strings, string-url, identifier, boolean and timestamp. */

import { html } from "lit";
import { linkAddress } from "./addresses.js";
import type { Context, Rendered } from "./context.js";
import { copyButton, modifiersOf, withModifiers } from "./modifiers.js";
import { flag, list, type Part, text, word } from "./values.js";

export const SEPARATORS: Readonly<Record<string, string>> = {
  bar: " | ",
  comma: ", ",
  dot: " · ",
  slash: " / ",
  dash: " – ",
  space: " ",
};

export function string(element: Part): Rendered {
  return represented(element, text(element["value"]));
}

export function strings(element: Part): Rendered {
  const values = list(element["values"]).map((value) => text(value));
  const separator = SEPARATORS[text(element["separator"])];
  const representation = word(element["representation"], "plain", "chip", "multiline");
  const copied = values.join(separator ?? "\n");
  if (representation === "plain" && separator !== undefined)
    return withModifiers(element, values.join(separator), copied);
  const between = separator === undefined ? "" : html`<span class="separator" aria-hidden="true">${separator}</span>`;
  const single: Part = { ...element, modifiers: { ...modifiersOf(element), copyable: false } };
  const items = values.map(
    (value, index) => html`<li>${represented(single, value)}${index < values.length - 1 ? between : ""}</li>`,
  );
  const shown = html`<ul class="texts of-${representation}" part="list">${items}</ul>`;
  return html`<div class="copied">${shown}${copyButton(modifiersOf(element), copied)}</div>`;
}

export function link(element: Part): Rendered {
  const value = text(element["value"]);
  const label = text(element["label"]) || value;
  const address = linkAddress(value);
  if (address === undefined) return withModifiers(element, label === value ? value : `${label} (${value})`, value);
  const shown = html`<a href=${address} target="_blank" rel="noopener noreferrer" title=${value} part="link">${label}</a>`;
  return withModifiers(element, shown, value);
}

export function identifier(element: Part): Rendered {
  const modifiers = { ...modifiersOf(element), monospace: true };
  const value = text(element["value"]);
  return withModifiers({ ...element, modifiers }, value, value);
}

export function boolean(element: Part): Rendered {
  const value = flag(element["value"]);
  const label = value ? text(element["trueLabel"], "true") : text(element["falseLabel"], "false");
  if (word(element["representation"], "plain", "badge") === "plain") return withModifiers(element, label, label);
  const variant = word(element["variant"], "neutral", "success", "warning", "danger");
  return withModifiers(element, html`<span class="badge ${variant}" part="badge">${label}</span>`, label);
}

const TIMESTAMP = /^(?:0|-?[1-9][0-9]{0,14})$/;
const FORMATS: Readonly<Record<string, Intl.DateTimeFormatOptions>> = {
  datetime: { dateStyle: "medium", timeStyle: "short" },
  date: { dateStyle: "medium" },
  time: { timeStyle: "medium" },
};
const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 31_557_600_000],
  ["month", 2_629_800_000],
  ["week", 604_800_000],
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1_000],
];

export function timestamp(element: Part, context: Context): Rendered {
  const value = text(element["value"]);
  const moment = TIMESTAMP.test(value) ? new Date(Number(value)) : undefined;
  if (moment === undefined || Number.isNaN(moment.getTime())) return withModifiers(element, value, value);
  const format = word(element["format"], "datetime", "date", "time", "relative");
  const { locale, now } = context.options;
  const whole = moment.toLocaleString(locale, { dateStyle: "full", timeStyle: "long" });
  const shown =
    format === "relative" ? relative(moment.getTime() - now, locale) : moment.toLocaleString(locale, FORMATS[format]);
  const iso = moment.toISOString();
  return withModifiers(element, html`<time datetime=${iso} title=${whole}>${shown}</time>`, iso);
}

function relative(milliseconds: number, locale: string | undefined): string {
  const [unit, size] = UNITS.find(([, least]) => Math.abs(milliseconds) >= least) ?? (["second", 1_000] as const);
  return new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(Math.trunc(milliseconds / size), unit);
}

function represented(element: Part, value: string): Rendered {
  const representation = word(element["representation"], "plain", "chip", "multiline");
  const valued = withModifiers(element, value, value);
  return representation === "plain"
    ? valued
    : html`<span class=${representation} part=${representation}>${valued}</span>`;
}
