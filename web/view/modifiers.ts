/** Modifiers of values: copying, shortening, font weight and emphasis. */

import { html, type TemplateResult } from "lit";
import { classMap } from "lit/directives/class-map.js";
import type { Rendered } from "./context.js";
import "./facetry-copy.js";
import "./facetry-more.js";
import { flag, isMembers, type Members, number, type Part, word } from "./values.js";

/** A value with its modifiers. `shown` is its text or its template, and `copied` the text that is copied.
 *
 * A template is never shortened.
 */
export function withModifiers(element: Part, shown: Rendered, copied: string): TemplateResult {
  const modifiers: Members = isMembers(element["modifiers"]) ? element["modifiers"] : {};
  const classes = {
    value: true,
    [`weight-${word(modifiers["weight"], "normal", "thin", "heavy")}`]: true,
    [`intensity-${word(modifiers["intensity"], "medium", "low", "high")}`]: true,
    monospace: flag(modifiers["monospace"]),
  };
  const content = typeof shown === "string" ? shortened(shown, modifiers["truncate"]) : shown;
  return html`<span class=${classMap(classes)} part="value">${content}</span>${copyButton(modifiers, copied)}`;
}

/** The button that copies a text, for a value that is copyable. */
export function copyButton(modifiers: Members, copied: string): Rendered {
  return flag(modifiers["copyable"]) ? html`<facetry-copy .text=${copied} part="copy"></facetry-copy>` : "";
}

/** The modifiers of an element, empty without any. */
export function modifiersOf(element: Part): Members {
  return isMembers(element["modifiers"]) ? element["modifiers"] : {};
}

function shortened(value: string, truncate: unknown): Rendered {
  const limit = isMembers(truncate) ? number(truncate["characterLimit"]) : undefined;
  if (limit === undefined || limit < 1 || !isMembers(truncate)) return value;
  const characters = Array.from(value);
  if (characters.length <= limit) return value;
  const beginning = characters.slice(0, limit).join("");
  if (!flag(truncate["showMore"], true)) return `${beginning}…`;
  return html`<facetry-more .beginning=${beginning} .whole=${value}></facetry-more>`;
}
