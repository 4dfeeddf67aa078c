import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { ExternalLink } from "lucide";
import { linkAddress } from "../../view/addresses.js";
import { icon } from "../base/facetry-icon.js";
import "../session/facetry-thumbnail.js";
import { STYLES } from "../base/styles.js";
import "../forms/facetry-form.js";
import { linkTo } from "../session/router.js";
import { isMembers } from "../../view/values.js";
import { type Intent, textAt } from "./intents.js";
import { ownAddress } from "./runnable.js";

const MAX_SHOWN = 200;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Shows what an extension asks a front end to show. Sends `facetry-run` when a person agrees to run a command. */
@customElement("facetry-intent")
export class FacetryIntent extends LitElement {
  static override styles = [
    STYLES,
    css`
      :host {
        display: grid;
        gap: 0.8rem;
      }
      iframe {
        width: 100%;
        height: min(34rem, 65dvh);
        border: 1px solid var(--line);
        border-radius: var(--radius);
        background: #fff;
      }
      .text {
        white-space: pre-line;
        overflow-wrap: anywhere;
      }
      .images {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr));
        gap: 0.6rem;
      }
      .images a {
        color: inherit;
        text-decoration: none;
      }
    `,
  ];

  @property({ attribute: false }) intent: Intent | undefined;

  protected override render(): TemplateResult | typeof nothing {
    if (this.intent === undefined) return nothing;
    const { kind, content } = this.intent;
    if (kind === "images") return this.#images(content);
    if (kind === "ui") return html`${texts(content["dialogContent"])}${frame(content["frameContent"])}`;
    if (kind === "openBrowser") return link(textAt(content, "url"));
    if (kind === "action") return html`${texts(content["dialogContent"])}${this.#action(content)}`;
    if (kind === "processCommand") return this.#command(content, "Run the command");
    if (kind === "show") return place(content, "Open");
    if (kind === "form")
      return html`${texts(content["dialogContent"])}<facetry-form disabled
        .schema=${content["parameters"]}></facetry-form>`;
    return html`${texts({ ...content, title: "" })}${"frame" in content ? frame(content["frame"]) : ""}`;
  }

  #images(content: Readonly<Record<string, unknown>>): TemplateResult {
    const images = (Array.isArray(content["images"]) ? content["images"] : []).filter((each) =>
      UUID.test(textAt(each, "imageId")),
    );
    const hidden = Math.max(0, images.length - MAX_SHOWN);
    return html`${texts(content["content"])}
      <div class="images">
        ${images.slice(0, MAX_SHOWN).map((each: unknown) => {
          const id = textAt(each, "imageId");
          const title = textAt(each, "details", "title");
          return html`<a href=${linkTo("image", [id])} aria-label=${title || "Open the image"}>
            <facetry-thumbnail image-id=${id}></facetry-thumbnail>
            <strong class="small">${title}</strong>
            <p class="small muted">${textAt(each, "details", "description")}</p>
          </a>`;
        })}
      </div>
      ${hidden === 0 ? "" : html`<p class="muted">${hidden} more images are not shown.</p>`}`;
  }

  #action(content: Readonly<Record<string, unknown>>): TemplateResult | typeof nothing {
    const inner = content["intent"];
    if (!isMembers(inner)) return nothing;
    const label = textAt(content, "label");
    if (isMembers(inner["processCommand"])) return this.#command(inner["processCommand"], label || "Run the command");
    if (isMembers(inner["show"])) return place(inner["show"], label || "Open");
    if (isMembers(inner["ui"])) return frame(inner["ui"]["frameContent"]);
    return isMembers(inner["openBrowser"]) ? link(textAt(inner["openBrowser"], "url"), label) : nothing;
  }

  #command(content: Readonly<Record<string, unknown>>, label: string): TemplateResult {
    const detail = { extensionId: textAt(content, "extensionId"), commandId: textAt(content, "commandId") };
    return html`<div>
      <button class="primary"
        @click=${() => this.dispatchEvent(new CustomEvent("facetry-run", { detail }))}>${label}</button>
      <p class="small muted">Command ${detail.commandId} of ${detail.extensionId}</p>
    </div>`;
  }
}

/** The fragment that shows what an intent `show` names; none for a type that the page does not know. */
export function placeOf(content: Readonly<Record<string, unknown>>): string | undefined {
  const pages: Readonly<Record<string, string>> = {
    image: "image",
    repository: "folders",
    extensionSettings: "extensions",
    sidebar: "extensions",
  };
  const page = pages[textAt(content, "type")];
  const id = textAt(content, "id");
  return page === undefined || id === "" ? undefined : linkTo(page, [id]);
}

function place(content: Readonly<Record<string, unknown>>, label: string): TemplateResult | typeof nothing {
  const fragment = placeOf(content);
  return fragment === undefined ? nothing : html`<p><a class="button" href=${fragment}>${label}</a></p>`;
}

function texts(content: unknown): TemplateResult {
  return html`${["title", "subtitle", "description", "body", "details"].map((name) => {
    const text = textAt(content, name);
    if (text === "") return "";
    return name === "title"
      ? html`<h3>${text}</h3>`
      : html`<p class=${name === "details" ? "text small muted" : "text"}>${text}</p>`;
  })}`;
}

function link(address: string, label = ""): TemplateResult {
  const followed = linkAddress(address);
  if (followed === undefined) return html`<p class="muted">The address ${address} cannot be opened.</p>`;
  return html`<p>
    <a class="button"
      href=${followed}
      target="_blank" rel="noopener noreferrer">${icon(ExternalLink)} ${label || "Open in a new tab"}</a>
  </p>
  <p class="small muted text">${followed}</p>`;
}

/** A page of an extension, sandboxed: it has an origin of its own, and reaches nothing of this page. */
function frame(content: unknown): TemplateResult {
  const address = textAt(content, "url") || textAt(content, "content");
  const own = ownAddress(address);
  if (own !== undefined) {
    return html`<iframe src=${own}
      sandbox="allow-scripts allow-forms"
      title="Page of the extension" referrerpolicy="no-referrer"></iframe>`;
  }
  if (linkAddress(address) !== undefined) return link(address);
  const page = textAt(content, "html") || address;
  return html`<iframe .srcdoc=${page} sandbox="" title="Page of the extension"></iframe>`;
}
