import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { ImageOff } from "lucide";
import { thumbHashToDataURL } from "thumbhash";
import type { TrashedImage } from "../../api/models.js";
import { icon } from "../base/facetry-icon.js";
import { BASE } from "../base/styles.js";

/** The stand-in of an image in the trash. Its file is shown to nobody until the image is restored. */
@customElement("facetry-trashed-image")
export class FacetryTrashedImage extends LitElement {
  static override styles = [
    BASE,
    css`
      :host {
        display: grid;
        place-items: center;
        aspect-ratio: 4 / 3;
        overflow: hidden;
        border-radius: var(--radius);
        background: var(--hover);
        color: var(--muted);
      }
      img {
        max-width: 100%;
        max-height: 100%;
        min-height: 0;
        width: 100%;
        height: 100%;
        object-fit: contain;
      }
    `,
  ];

  @property({ attribute: false }) image!: TrashedImage;

  protected override render(): TemplateResult {
    const { placeholder } = this.image;
    const address = placeholder === undefined ? undefined : addressOf(placeholder);
    return address === undefined ? html`${icon(ImageOff)}` : html`<img src=${address} alt="" />`;
  }
}

function addressOf(placeholder: string): string | undefined {
  try {
    return thumbHashToDataURL(Uint8Array.from(atob(placeholder), (character) => character.charCodeAt(0)));
  } catch {
    return undefined; // without a stand-in, an icon is shown
  }
}
