/** Elements of numbers: number-unbounded, number-stars and number-meter. */

import { html } from "lit";
import type { Context, Rendered } from "./context.js";
import { withModifiers } from "./modifiers.js";
import { styled } from "./styled.js";
import { number, type Part, text } from "./values.js";

/** More stars than these are shown as a fraction. */
const MAX_STARS = 10;

export function unbounded(element: Part, context: Context): Rendered {
  const shown = withUnit(element, number(element["value"]), context);
  return withModifiers(element, shown, shown);
}

export function stars(element: Part, context: Context): Rendered {
  const value = number(element["value"]) ?? 0;
  const maximum = number(element["maximum"]) ?? 5;
  const label = `${formatted(value, context)} of ${formatted(maximum, context)}`;
  if (maximum > MAX_STARS || maximum < 1) return withModifiers(element, label, label);
  const signs = Array.from({ length: Math.floor(maximum) }, (_, index) => {
    const share = Math.min(Math.max(value - index, 0), 1);
    return html`<span class="star ${share >= 0.75 ? "full" : share >= 0.25 ? "half" : "empty"}" aria-hidden="true"></span>`;
  });
  const shown = html`<span class="stars" role="img" aria-label="${label} stars" title=${label} part="stars">${signs}</span>`;
  return withModifiers(element, shown, String(value));
}

export function meter(element: Part, context: Context): Rendered {
  const value = number(element["value"]) ?? 0;
  const minimum = number(element["minimum"]) ?? 0;
  const maximum = number(element["maximum"]) ?? 100;
  const label = text(element["label"]);
  const written = withUnit(element, value, context);
  const share = maximum > minimum ? Math.min(Math.max((value - minimum) / (maximum - minimum), 0), 1) : 0;
  const shown = html`<span class="meter" part="meter">
    ${label === "" ? "" : html`<span class="meter-label">${label}</span>`}
    <span
      class="scale"
      part="scale"
      role="meter"
      aria-label=${label || "value"}
      aria-valuemin=${minimum}
      aria-valuemax=${Math.max(minimum, maximum)}
      aria-valuenow=${Math.min(Math.max(value, minimum), Math.max(minimum, maximum))}
      aria-valuetext=${written}
      title=${written}
      ><span ${styled({ width: `${100 * share}%` })}></span
    ></span>
    <span>${written}</span>
  </span>`;
  return withModifiers(element, shown, written);
}

function withUnit(element: Part, value: number | undefined, context: Context): string {
  const unit = text(element["unit"]);
  const written = value === undefined ? "" : formatted(value, context);
  return unit === "" ? written : `${written}\u00a0${unit}`;
}

function formatted(value: number, context: Context): string {
  return value.toLocaleString(context.options.locale, { maximumFractionDigits: 6 });
}
