import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { ArrowLeft, Download, PencilLine, Trash2 } from "lucide";
import { ApiError } from "../../api/errors.js";
import type { Collection, ExtensionImageEmbeddings, GenerationRecipe, Image, Repository } from "@api/models.js";
import { icon } from "../base/facetry-icon.js";
import { Loading } from "../base/loading.js";
import { STYLES } from "../base/styles.js";
import "../commands/facetry-command-menu.js";
import { type Batch, onEvents } from "../session/events.js";
import { notifyError } from "../session/notices.js";
import { linkTo } from "../session/router.js";
import { may, service } from "../session/service.js";
import { deleteImage } from "./actions.js";
import "./facetry-image-details.js";
import "./facetry-image-features.js";
import "./facetry-image-history.js";
import "./facetry-image-metadata.js";
import "./facetry-image-tags.js";
import "./facetry-nearest-images.js";
import "./facetry-picture-stage.js";
import "./facetry-rename-dialog.js";

interface Facts {
  readonly image: Image;
  readonly recipes: readonly GenerationRecipe[];
  readonly embeddings: readonly ExtensionImageEmbeddings[];
  readonly repository: Repository | undefined;
  readonly collections: readonly Collection[] | undefined;
}

const TOPICS = [
  "image.updated",
  "image.renamed",
  "image.deleted",
  "image.created",
  "image.tags.updated",
  "image.features.updated",
  "image.embeddings.updated",
  "collection.created",
  "collection.updated",
  "collection.deleted",
] as const;
/** The panels that are last on narrow screens. */
const LONG = new Set(["Features", "Nearest images", "History", "Metadata"]);
const NO_IMAGE = new Set([400, 404]);

/** The page of one image. */
@customElement("facetry-image-page")
export class FacetryImagePage extends LitElement {
  static override styles = [
    STYLES,
    css`
      :host {
        display: block;
        min-height: 100%;
      }
      header {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0.5rem 0.75rem;
        padding: 0.75rem clamp(0.75rem, 2vw, 1.5rem);
      }
      h1 {
        flex: 1 1 12rem;
        font-size: 1.15rem;
      }
      .columns {
        display: grid;
        grid-template-columns: minmax(0, 1fr) minmax(19rem, 25rem);
        align-items: start;
        gap: 1rem;
        padding: 0 clamp(0.75rem, 2vw, 1.5rem) 3rem;
      }
      .columns > div {
        display: grid;
        gap: 1rem;
        min-width: 0;
      }
      .panel > h2 {
        font-size: 0.95rem;
      }
      .columns .panel {
        padding: 0.9rem 1rem;
      }
      .state {
        display: flex;
        flex-wrap: wrap;
        gap: 0.3rem 0.6rem;
        padding: 0.6rem 1rem;
        border: 1px solid var(--warning);
        border-radius: var(--radius);
        color: var(--warning);
      }
      @media (max-width: 60rem) {
        .columns {
          grid-template-columns: minmax(0, 1fr);
        }
        /* One column has the picture, then what is short, then what is long. */
        .columns > div {
          display: contents;
        }
        .panel {
          order: 1;
        }
        .panel.long {
          order: 2;
        }
      }
    `,
  ];

  @property() imageId = "";
  @state() isDeleted = false;
  @state() isRenaming = false;
  #stop: () => void = () => {};
  readonly #facts = new Loading(this, (signal) => this.#load(signal));

  override connectedCallback(): void {
    super.connectedCallback();
    this.#stop = onEvents(TOPICS, (batch) => this.#take(batch));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop();
  }

  protected override willUpdate(changes: PropertyValues<this>): void {
    if (!changes.has("imageId") || changes.get("imageId") === undefined) return;
    this.isDeleted = false;
    this.isRenaming = false;
    this.#facts.value = undefined;
    this.#facts.error = undefined;
    void this.#facts.reload();
    this.closest("main")?.scrollTo(0, 0);
  }

  protected override render(): TemplateResult {
    const { value, error } = this.#facts;
    if (this.isDeleted)
      return this.#gone("This image is deleted", "It was deleted just now. The trash may still have it.");
    if (error instanceof ApiError && NO_IMAGE.has(error.status)) {
      return this.#gone("There is no such image", "It may be deleted, or the address may be incomplete.");
    }
    if (value === undefined) return this.#facts.instead(html`<div class="empty" aria-busy="true">Loading…</div>`);
    return this.#page(value);
  }

  #page({ image, recipes, embeddings, repository, collections }: Facts): TemplateResult {
    return html`<header>
        <button class="quiet icon" aria-label="Back" title="Back" @click=${this.#back}>${icon(ArrowLeft)}</button>
        <h1 class="ellipsis" title=${image.name}>${image.name}</h1>
        <div class="row">${this.#actions(image)}</div>
      </header>
      <div class="columns">
        <div>
          ${this.#state(image)}
          <facetry-picture-stage .image=${image}></facetry-picture-stage>
          ${panel(
            "Features",
            html`<facetry-image-features
            .image=${image}
            .recipes=${recipes}></facetry-image-features>`,
          )}
          ${panel(
            "Nearest images",
            html`<facetry-nearest-images .imageId=${image.id} .embeddings=${embeddings}></facetry-nearest-images>`,
          )}
        </div>
        <div>
          ${panel(
            "Tags",
            html`<facetry-image-tags
            .image=${image}
            @changed=${() => this.#facts.reload()}></facetry-image-tags>`,
          )}
          ${panel(
            "Details",
            html`<facetry-image-details
              .image=${image}
              .repository=${repository}
              .collections=${collections}></facetry-image-details>`,
          )}
          ${
            may("extension:read")
              ? panel(
                  "History",
                  html`<facetry-image-history
            .image=${image}></facetry-image-history>`,
                )
              : ""
          }
          ${panel("Metadata", html`<facetry-image-metadata .metadata=${image.metadata}></facetry-image-metadata>`)}
        </div>
      </div>
      ${
        this.isRenaming
          ? html`<facetry-rename-dialog
            .image=${image}
            @close=${() => (this.isRenaming = false)}></facetry-rename-dialog>`
          : ""
      }`;
  }

  #actions(image: Image): TemplateResult {
    const address = `${service.base}image/${encodeURIComponent(image.id)}/download`;
    return html`<facetry-command-menu .imageIds=${[image.id]}></facetry-command-menu>
      <a class="button" href=${address} download=${image.name}>${icon(Download)} Original</a>
      ${
        may("repository:write")
          ? html`<button class="icon"
            aria-label="Rename"
            title="Rename"
            @click=${() => (this.isRenaming = true)}>${icon(PencilLine)}</button>`
          : ""
      }
      ${
        may("image:delete")
          ? html`<button class="icon danger"
            aria-label="Delete"
            title="Delete"
            @click=${() => this.#delete(image)}>${icon(Trash2)}</button>`
          : ""
      }`;
  }

  #state(image: Image): TemplateResult | typeof nothing {
    if (image.state === "AVAILABLE") return nothing;
    const words = image.state === "MISSING" ? "The file is missing." : "The file cannot be read any more.";
    return html`<p class="state" role="status"><strong>${words}</strong> ${image.stateReason ?? ""}</p>`;
  }

  #gone(heading: string, text: string): TemplateResult {
    return html`<div class="empty">
      <h2>${heading}</h2>
      <p>${text}</p>
      <div class="row">
        <a class="button" href=${linkTo("library")}>Go to the library</a>
        <a class="button" href=${linkTo("trash")}>Open the trash</a>
      </div>
    </div>`;
  }

  #back(): void {
    if (history.length > 1) history.back();
    else location.hash = linkTo("library");
  }

  async #delete(image: Image): Promise<void> {
    if (await deleteImage(image)) this.isDeleted = true;
  }

  #take({ events, isIncomplete }: Batch): void {
    const own = events.filter(({ value }) => (value as { readonly id?: unknown } | null)?.id === this.imageId);
    if (own.at(-1)?.topic === "image.deleted") {
      this.isDeleted = true;
      return;
    }
    if (own.some(({ topic }) => topic === "image.created")) this.isDeleted = false;
    const isAboutCollections = events.some(({ topic }) => topic.startsWith("collection."));
    if (own.length > 0 || isIncomplete || isAboutCollections) void this.#facts.reload();
  }

  async #load(signal: AbortSignal): Promise<Facts> {
    const client = service.until(signal);
    const id = this.imageId;
    const [image, recipes, embeddings] = await Promise.all([
      client.imageGet(id),
      client.imageGetAllRecipes(id),
      client.imageGetAllEmbeddings(id),
    ]);
    const [repository, collections] = await Promise.all([
      may("repository:read") ? client.repositoryGet(image.repositoryId) : undefined,
      may("collection:read") ? this.#collectionsOf(client, id) : undefined,
    ]);
    return { image, recipes, embeddings, repository, collections };
  }

  /** A collection may search by a text whose extension does not run, so the page goes on without them. */
  async #collectionsOf(client: typeof service, id: string): Promise<readonly Collection[] | undefined> {
    try {
      const [ids, all] = await Promise.all([client.imageCollectionIds(id), client.collectionList()]);
      return all.filter((collection) => ids.includes(collection.id));
    } catch (error) {
      notifyError(error);
      return undefined;
    }
  }
}

function panel(heading: string, content: TemplateResult): TemplateResult {
  return html`<section class="panel ${LONG.has(heading) ? "long" : ""}" aria-label=${heading}>
    <h2>${heading}</h2>
    ${content}
  </section>`;
}
