import { html, LitElement } from "lit";
import { property } from "lit/decorators.js";
import { linkAddress } from "./addresses.js";
import { Context, type Rendered, unknown } from "./context.js";
import { RENDERERS } from "./elements.js";
import { STYLES } from "./styles.js";
import { VALUE_STYLES } from "./value-styles.js";
import { flag, isMembers, list, type Members, text, word } from "./values.js";

/** What `facetry-action` has as its detail: a button of a card, which the client runs as a command. */
export interface ActionDetail {
  readonly commandId: string;
  /** The extension of the command; absent for the one that made the document. */
  readonly extensionId?: string;
  readonly target?: string;
  readonly parameters?: Members;
}

/** Shows a view document: `view.document = {...}`.
 *
 * It makes no request of its own, unless `loadsRemotePictures` is set. Buttons of cards become `facetry-action` events.
 * Colours and sizes are CSS custom properties (`--facetry-view-…`), and the parts of elements can be styled by
 * `::part()`.
 */
export class FacetryView extends LitElement {
  static override styles = [STYLES, VALUE_STYLES];

  /** The view document, as it was parsed from JSON. */
  @property({ attribute: false }) document: unknown;
  /** The address, with a slash at its end, below which the assets of the client lie. */
  @property({ attribute: "asset-base" }) assetBase: string | undefined;
  /** Whether pictures of other hosts are loaded; otherwise they are links. */
  @property({ type: Boolean, attribute: "loads-remote-pictures" }) loadsRemotePictures = false;
  /** The language of numbers and dates, that of the browser by default. */
  @property() locale: string | undefined;
  /** The present in milliseconds since the epoch, for tests. */
  @property({ attribute: false }) now: number | undefined;

  protected override render(): Rendered {
    const document = this.document;
    if (document === undefined || document === null) return html`<slot></slot>`;
    if (!isMembers(document) || !Array.isArray(document["elements"])) return unknown("document", document);
    const { assetBase, loadsRemotePictures, locale } = this;
    const context = new Context({ assetBase, loadsRemotePictures, locale, now: this.now ?? Date.now() }, RENDERERS);
    const elements = context.elements(document["elements"]);
    const title = text(document["title"]);
    if (title === "") return html`<div class="document" part="document">${elements}</div>`;
    const description = text(document["description"]);
    const actions = list(document["actions"]);
    return html`<article class="card" part="card" aria-label=${title}>
      <header part="header">
        <h3>${title}</h3>
        ${description === "" ? "" : html`<p class="note">${description}</p>`}
      </header>
      <div class="document">${elements}</div>
      ${actions.length === 0 ? "" : html`<footer part="actions">${actions.map((action) => this.#action(action))}</footer>`}
    </article>`;
  }

  #action(action: unknown): Rendered {
    if (!isMembers(action)) return unknown("action", action);
    const label = text(action["label"]);
    if (action["type"] === "external-link") {
      const address = linkAddress(text(action["url"]));
      if (address === undefined) return html`<span class="note">${label} (${text(action["url"])})</span>`;
      return html`<a class="button" href=${address} target="_blank" rel="noopener noreferrer" part="action">${label}</a>`;
    }
    if (action["type"] === "button") {
      const variant = word(action["variant"], "secondary", "primary", "subtle", "danger");
      return html`<button
        type="button"
        class="button ${variant}"
        part="action"
        ?disabled=${flag(action["disabled"])}
        @click=${() => this.#run(action)}
      >
        ${label}
      </button>`;
    }
    return unknown(text(action["type"]) || "action", action);
  }

  #run(action: Members): void {
    const { extensionId, target, parameters } = action;
    const detail: ActionDetail = {
      commandId: text(action["commandId"]),
      ...(typeof extensionId === "string" ? { extensionId } : {}),
      ...(typeof target === "string" ? { target } : {}),
      ...(isMembers(parameters) ? { parameters } : {}),
    };
    this.dispatchEvent(new CustomEvent<ActionDetail>("facetry-action", { detail, bubbles: true, composed: true }));
  }
}

if (customElements.get("facetry-view") === undefined) customElements.define("facetry-view", FacetryView);

declare global {
  interface HTMLElementTagNameMap {
    "facetry-view": FacetryView;
  }
}
