import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { ImageOff } from "lucide";
import type { Image } from "@api/models.js";
import { icon } from "../base/facetry-icon.js";
import { sentencesOf } from "../base/facetry-problem.js";
import { CONTROLS } from "../base/styles.js";
import { forgetMediaUrls, mediaUrl } from "../session/media-urls.js";

const SIDES = [800, 1600, 2560] as const;
const RENEWALS = 2;

/** The picture of an image, as large as its place. A click opens it in its full size in another tab. */
@customElement("facetry-picture-stage")
export class FacetryPictureStage extends LitElement {
  static override styles = [
    CONTROLS,
    css`
      :host {
        display: grid;
        place-items: center;
        min-height: 12rem;
        border-radius: calc(var(--radius) * 2);
        background: light-dark(#eceef0, #0b0d0f);
        overflow: hidden;
      }
      a {
        display: block;
        line-height: 0;
        cursor: zoom-in;
      }
      a:focus-visible {
        outline-offset: -3px;
      }
      img {
        display: block;
        width: auto;
        max-width: 100%;
        height: auto;
        max-height: min(72dvh, 56rem);
        object-fit: contain;
      }
      .none {
        display: grid;
        justify-items: center;
        gap: 0.5rem;
        padding: 2rem;
        color: var(--muted);
        text-align: center;
      }
    `,
  ];

  @property({ attribute: false }) image: Image | undefined;
  @state() address: string | undefined;
  @state() full: string | undefined;
  @state() error: unknown;
  #renewals = 0;

  protected override willUpdate(changes: Map<string, unknown>): void {
    if (!changes.has("image") || this.image === undefined) return;
    const former = changes.get("image") as Image | undefined;
    if (former?.hashes.content === this.image.hashes.content && former.id === this.image.id && this.error === undefined)
      return;
    if (former?.id === this.image.id) forgetMediaUrls(this.image.id);
    this.#renewals = 0;
    void this.#load();
  }

  protected override render(): TemplateResult {
    const { image, address, error } = this;
    if (image === undefined) return html``;
    if (error !== undefined) {
      const { text, remedy } = sentencesOf(error);
      return html`<div class="none" role="alert">
        ${icon(ImageOff)}
        <p>${text} ${remedy ?? ""}</p>
        <button @click=${() => this.#load()}>Try again</button>
      </div>`;
    }
    const { width, height } = image.dimensions;
    return html`<a href=${this.full ?? ""} target="_blank" rel="noopener" title="Open in full size">
      ${
        address === undefined
          ? html`<svg width=${width} height=${height} aria-hidden="true"></svg>`
          : html`<img src=${address} width=${width} height=${height} alt=${image.name} @error=${this.#failed} />`
      }
    </a>`;
  }

  async #load(): Promise<void> {
    const { image } = this;
    if (image === undefined) return;
    this.error = undefined;
    try {
      const wanted = Math.max(this.clientWidth, innerHeight * 0.7) * devicePixelRatio;
      const side = SIDES.find((each) => each >= wanted) ?? SIDES[2];
      const [address, full] = await Promise.all([
        mediaUrl(image.id, { format: "WEBP", width: side, height: side }),
        mediaUrl(image.id),
      ]);
      if (this.image?.id !== image.id) return;
      this.address = address;
      this.full = full;
    } catch (error) {
      this.error = error;
    }
  }

  /** An address may have ended while the page was open, so it is renewed before the picture counts as missing. */
  #failed(): void {
    const { image } = this;
    if (image === undefined) return;
    if (this.#renewals++ < RENEWALS) {
      forgetMediaUrls(image.id);
      this.address = undefined;
      void this.#load();
    } else {
      this.error = new Error(image.stateReason ?? "The picture cannot be shown. Its file may be missing or damaged.");
    }
  }
}
