import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { isAbort } from "../../api/errors.js";
import { forgetMediaUrls, mediaUrl } from "./media-urls.js";

const RENDERING = { format: "WEBP", width: 320, height: 320 } as const;

/** A small picture of an image that fills a square: `<facetry-thumbnail image-id="…" alt="…">`.
 *
 * An image without a picture, such as one that is gone meanwhile, has an empty square.
 */
@customElement("facetry-thumbnail")
export class FacetryThumbnail extends LitElement {
  static override styles = css`
    :host {
      display: block;
      aspect-ratio: 1;
      border-radius: var(--radius);
      background: var(--hover);
      overflow: hidden;
    }
    img {
      display: block;
      width: 100%;
      height: 100%;
      object-fit: cover;
    }
  `;

  @property({ attribute: "image-id" }) imageId = "";
  @property() alt = "";
  @state() address: string | undefined;
  #isRenewed = false;

  protected override willUpdate(changes: Map<string, unknown>): void {
    if (changes.has("imageId")) void this.#load();
  }

  protected override render(): TemplateResult {
    if (this.address === undefined) return html``;
    return html`<img src=${this.address} alt=${this.alt} loading="lazy" decoding="async" @error=${this.#renew} />`;
  }

  async #load(): Promise<void> {
    const { imageId } = this;
    this.address = undefined;
    try {
      const address = await mediaUrl(imageId, RENDERING);
      if (this.imageId === imageId) this.address = address;
    } catch (error) {
      if (!isAbort(error)) this.address = undefined;
    }
  }

  /** An address may have ended while the page was open. */
  #renew(): void {
    this.address = undefined;
    if (this.#isRenewed) return;
    this.#isRenewed = true;
    forgetMediaUrls(this.imageId);
    void this.#load();
  }
}
