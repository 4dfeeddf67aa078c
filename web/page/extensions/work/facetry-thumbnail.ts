import { css, html, LitElement, type PropertyValues, type TemplateResult } from "lit";
import { isAbort } from "../../../api/errors.js";
import { BASE } from "../../base/styles.js";
import { mediaUrl } from "../../shell/media-urls.js";
import { linkTo } from "../../shell/router.js";

/** A small picture of an image, which leads to it. One that cannot be shown stays an empty square. */
class FacetryThumbnail extends LitElement {
  static override properties = { imageId: { attribute: false }, url: { state: true } };
  static override styles = [
    BASE,
    css`
      a {
        display: block;
        width: 3rem;
        height: 3rem;
        border-radius: var(--radius);
        background: var(--hover);
        overflow: hidden;
      }
      img {
        width: 100%;
        height: 100%;
        object-fit: cover;
      }
    `,
  ];

  declare imageId: string;
  declare url: string | undefined;

  constructor() {
    super();
    this.url = undefined;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("imageId")) void this.#load(this.imageId);
  }

  protected override render(): TemplateResult {
    return html`<a href=${linkTo("image", [this.imageId])} aria-label=${`Image ${this.imageId}`}>
      ${
        this.url === undefined
          ? ""
          : html`<img src=${this.url} alt="" loading="lazy" @error=${() => (this.url = undefined)} />`
      }
    </a>`;
  }

  async #load(id: string): Promise<void> {
    this.url = undefined;
    try {
      const url = await mediaUrl(id, { format: "WEBP", width: 96, height: 96, resizeRender: "outbox" });
      if (id === this.imageId) this.url = url;
    } catch (error) {
      if (!isAbort(error)) this.url = undefined; // the image is gone, which its page says
    }
  }
}

customElements.define("facetry-thumbnail", FacetryThumbnail);
