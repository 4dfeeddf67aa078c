import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { Download, Paperclip } from "lucide";
import type { ExtensionImageFeature, GenerationRecipe, Image } from "@api/models.js";
import type { ActionDetail } from "../../view/facetry-view.js";
import "../../view/facetry-view.js";
import { icon } from "../base/facetry-icon.js";
import { date } from "../base/format.js";
import { CONTROLS, STYLES } from "../base/styles.js";
import { service } from "../session/service.js";
import { documentOf, elementOf } from "./describe.js";
import { isMembers } from "../../view/values.js";

const BLOCK_FORMATS = new Set(["json", "xml", "yaml", "html", "markdown"]);
const MAX_SHOWN = 100;

/** What extensions wrote of an image: features by extension, view documents, recipes and attachments. */
@customElement("facetry-image-features")
export class FacetryImageFeatures extends LitElement {
  static override styles = [
    STYLES,
    css`
      :host {
        display: grid;
        gap: 1rem;
      }
      .group {
        display: grid;
        gap: 0.7rem;
        min-width: 0;
      }
      .group > h3 {
        color: var(--muted);
        font-size: 0.85rem;
        font-weight: 550;
      }
      .label {
        font-size: 0.85rem;
        font-weight: 550;
      }
      .kind {
        color: var(--muted);
        font-weight: 400;
      }
      dl.pairs facetry-view {
        display: block;
      }
      .prompt {
        white-space: pre-wrap;
        overflow-wrap: anywhere;
      }
    `,
  ];

  @property({ attribute: false }) image: Image | undefined;
  @property({ attribute: false }) recipes: readonly GenerationRecipe[] = [];
  @state() all = false;

  protected override render(): TemplateResult {
    const features = (this.image?.features ?? []).filter(({ type, format }) => type !== "recipe" || format !== "json");
    if (features.length === 0 && this.recipes.length === 0) {
      return html`<p class="muted small">No extension has written a feature of this image.</p>`;
    }
    const shown = this.all ? features : features.slice(0, MAX_SHOWN);
    const ids = [...new Set(shown.map((feature) => feature.id))];
    return html`${ids.map((id) =>
      this.#group(
        id,
        shown.filter((feature) => feature.id === id),
      ),
    )}
    ${
      shown.length === features.length
        ? ""
        : html`<div><button
          @click=${() => (this.all = true)}>Show ${features.length - shown.length} more features</button></div>`
    }
    ${this.recipes.length === 0 ? "" : html`<div class="group"><h3>Recipes</h3>${this.recipes.map(recipe)}</div>`}`;
  }

  #group(id: string, features: readonly ExtensionImageFeature[]): TemplateResult {
    const isBlock = ({ format }: ExtensionImageFeature) =>
      format === "ui" || format === "binary" || BLOCK_FORMATS.has(format);
    const pairs = features.filter((feature) => !isBlock(feature));
    return html`<section class="group" aria-label=${`Features of ${id}`}>
      <h3>${id}</h3>
      ${
        pairs.length === 0
          ? ""
          : html`<dl class="pairs">
              ${pairs.map((feature) => html`<dt>${label(feature)}</dt><dd>${view(elementOf(feature))}</dd>`)}
            </dl>`
      }
      ${features.filter(isBlock).map((feature) => this.#block(feature))}
    </section>`;
  }

  #block(feature: ExtensionImageFeature): TemplateResult {
    if (feature.format === "binary") return attachment(feature);
    const document = documentOf(feature);
    if (document === undefined) return html`<div>${heading(feature)}${view(elementOf(feature))}</div>`;
    // A card has its own title; other documents get the name of the feature.
    const isCard = isMembers(document) && typeof document["title"] === "string";
    const run = async (event: CustomEvent<ActionDetail>) => {
      const { openAction } = await import("../commands/facetry-command-dialog.js");
      await openAction(event.detail, feature.id, this.image === undefined ? [] : [this.image.id]);
    };
    return html`<div>
      ${isCard ? "" : heading(feature)}
      <facetry-view .document=${document} @facetry-action=${run}></facetry-view>
    </div>`;
  }
}

function label({ name, type }: ExtensionImageFeature): TemplateResult | string {
  return name === undefined
    ? type
    : html`${name}${type === "other" ? "" : html` <span class="kind small">${type}</span>`}`;
}

function heading(feature: ExtensionImageFeature): TemplateResult {
  const format = feature.format === "ui" ? "" : feature.format;
  return html`<p class="label">${label(feature)} <span class="kind small">${format}</span></p>`;
}

function view(element: unknown): TemplateResult {
  return html`<facetry-view .document=${{ schemaVersion: "1.0", elements: [element] }}></facetry-view>`;
}

function attachment(feature: ExtensionImageFeature): TemplateResult {
  const name = feature.name ?? feature.type;
  return html`<facetry-attachment uri=${String(feature.value)} name=${name}></facetry-attachment>`;
}

function recipe(value: GenerationRecipe): TemplateResult {
  const { prompt } = value;
  const pairs: readonly (readonly [string, string | undefined])[] = [
    ["Software", value.software],
    ["Models", value.modelTags.join(", ")],
    ["Author", value.author],
    ["Made", value.inceptionDate === undefined ? undefined : date(value.inceptionDate)],
    ["Inputs", value.inputAssets?.join(", ")],
    ["Published at", value.url],
  ];
  return html`<div class="panel">
    ${
      prompt.kind === "textual"
        ? html`<p class="prompt">${prompt.text}</p>`
        : view({ type: "json", value: JSON.stringify(prompt.value), modifiers: { copyable: true } })
    }
    <dl class="pairs">
      ${pairs.map(([name, text]) => (text === undefined || text === "" ? "" : html`<dt>${name}</dt><dd>${text}</dd>`))}
    </dl>
  </div>`;
}

/** An attachment of an image: its name, a preview if it is a picture, and its download. */
@customElement("facetry-attachment")
export class FacetryAttachment extends LitElement {
  static override styles = [
    CONTROLS,
    css`
      :host {
        display: grid;
        gap: 0.4rem;
        justify-items: start;
      }
      img {
        max-width: 100%;
        max-height: 20rem;
        border-radius: var(--radius);
      }
      img[hidden] {
        display: none;
      }
    `,
  ];

  @property() uri = "";
  @property() name = "";
  @state() isPicture = false;

  protected override render(): TemplateResult {
    const address = `${service.base}imageAttachment/${encodeURIComponent(this.uri)}/download`;
    return html`<img
        src=${address}
        alt=${this.name}
        ?hidden=${!this.isPicture}
        @load=${() => (this.isPicture = true)}
        @error=${() => (this.isPicture = false)}
      />
      <a class="button" href=${address} download=${this.name}>${icon(Paperclip)} ${this.name} ${icon(Download)}</a>`;
  }
}
