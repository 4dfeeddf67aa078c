/** Elements of pictures and colours: image-ref, dimensions, ratio and color. */

import { html } from "lit";
import { picture } from "./addresses.js";
import type { Context, Rendered } from "./context.js";
import "./facetry-picture.js";
import { copyButton, modifiersOf, withModifiers } from "./modifiers.js";
import { styled } from "./styled.js";
import { flag, number, type Part, text, word } from "./values.js";

const COLOR = /^#?(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$/;
const RATIO = /^[0-9]+(?:\.[0-9]+)?$/;
const ASPECT_RATIO = /^([0-9]+(?:\.[0-9]+)?):([0-9]+(?:\.[0-9]+)?)$/;
const MAX_RATIO = 20;

export function imageRef(element: Part, context: Context): Rendered {
  const { assetBase, loadsRemotePictures } = context.options;
  const alternative = text(element["alt"]);
  const [first, second] = [text(element["src"]), text(element["placeholder"])].map((source) =>
    picture(source, assetBase),
  );
  const addresses = [first, second].flatMap((each) =>
    each !== undefined && each.kind !== "refused" && (each.kind === "shown" || loadsRemotePictures)
      ? [each.address]
      : [],
  );
  const remote = first?.kind === "remote" && !loadsRemotePictures ? first.address : undefined;
  return html`<facetry-picture
    part="picture"
    .addresses=${addresses}
    .alternative=${alternative}
    .remote=${remote}
    ${styled({ "aspect-ratio": String(frameRatio(text(element["aspectRatio"], "1:1"))) })}
  ></facetry-picture>`;
}

export function dimensions(element: Part, context: Context): Rendered {
  const [width, height] = [number(element["width"]), number(element["height"])];
  const shown = [width, height]
    .map((side) => side?.toLocaleString(context.options.locale) ?? "?")
    .join("\u00a0×\u00a0");
  return html`<span class="value" part="value">${shown}\u00a0px</span>${copyButton(modifiersOf(element), `${width}x${height}`)}`;
}

export function ratio(element: Part, context: Context): Rendered {
  const value = text(element["value"]);
  const shown = RATIO.test(value)
    ? `${Number(value).toLocaleString(context.options.locale, { maximumFractionDigits: 3 })}\u00a0:\u00a01`
    : value;
  return withModifiers(element, shown, value);
}

export function color(element: Part): Rendered {
  const value = text(element["value"]);
  if (!COLOR.test(value)) return withModifiers(element, value, value);
  const digits = value.startsWith("#") ? value : `#${value}`;
  const shape = word(element["shape"], "circle", "square");
  const size = word(element["size"], "medium", "small", "large");
  const label = text(element["label"]);
  const words = [label, flag(element["showText"], true) ? digits : ""].filter((each) => each !== "").join(" ");
  const swatch = html`<span
    class="swatch ${shape} ${size}"
    part="swatch"
    role="img"
    aria-label=${words === "" ? digits : "colour"}
    title=${digits}
    ${styled({ "--swatch": digits })}
  ></span>`;
  return withModifiers(element, html`${swatch} ${words}`, digits);
}

function frameRatio(value: string): number {
  const match = ASPECT_RATIO.exec(value);
  const result = match === null ? 1 : Number(match[1]) / Number(match[2]);
  return Number.isFinite(result) && result > 0 ? Math.min(Math.max(result, 1 / MAX_RATIO), MAX_RATIO) : 1;
}
