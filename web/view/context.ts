/** What the renderers of elements share while one document is rendered. */

import { html, nothing, type TemplateResult } from "lit";
import { asJson, isMembers, list, text, type Part } from "./values.js";

/** The deepest nesting of elements, which the schema of view documents bounds too. */
export const MAX_DEPTH = 64;
/** The number of elements that are shown; a longer document says what is missing. */
export const MAX_ELEMENTS = 10_000;

/** What a template may contain. */
export type Rendered = TemplateResult | typeof nothing | string;

export interface Options {
  /** The address, with a slash at its end, below which the assets of the client lie. Without it they are not shown. */
  readonly assetBase: string | undefined;
  /** Whether pictures of other hosts are loaded. Otherwise they are links. */
  readonly loadsRemotePictures: boolean;
  readonly locale: string | undefined;
  /** The present in milliseconds since the epoch, for relative times. */
  readonly now: number;
}

export type ElementRenderer = (element: Part, context: Context) => Rendered;

/** Renders elements within the bounds of one document. */
export class Context {
  #depth = 0;
  #count = 0;

  constructor(
    readonly options: Options,
    readonly renderers: ReadonlyMap<string, ElementRenderer>,
  ) {}

  /** An element; an unknown or invalid one as a neutral box with its JSON. */
  element(value: unknown): Rendered {
    if (++this.#count > MAX_ELEMENTS) {
      return this.#count === MAX_ELEMENTS + 1
        ? html`<p class="note">The rest of the document is not shown.</p>`
        : nothing;
    }
    if (!isMembers(value)) return unknown("element", value);
    const type = text(value["type"]);
    const renderer = this.renderers.get(type);
    if (renderer === undefined) return unknown(type || "element", value);
    if (this.#depth >= MAX_DEPTH) return html`<p class="note">The document nests too deeply.</p>`;
    this.#depth++;
    try {
      return html`<div class="element" data-type=${type} part="element ${type}">${renderer(value, this)}</div>`;
    } finally {
      this.#depth--;
    }
  }

  elements(values: unknown): readonly Rendered[] {
    return list(values).map((value) => this.element(value));
  }
}

/** A neutral box for what this version does not know. */
export function unknown(name: string, value: unknown): TemplateResult {
  return html`<details class="unknown" part="unknown">
    <summary>${name} <span class="note">is not known to this version</span></summary>
    <pre tabindex="0">${asJson(value)}</pre>
  </details>`;
}
