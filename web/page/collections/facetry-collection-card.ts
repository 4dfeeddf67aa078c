import { css, html, LitElement, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { Images, Pencil, SquarePen, Trash2 } from "lucide";
import { isAbort } from "../../api/errors.js";
import type { Collection, EventTopic } from "@api/models.js";
import { icon } from "../base/facetry-icon.js";
import { sentencesOf } from "../base/facetry-problem.js";
import { counted } from "../base/format.js";
import { watch } from "../base/store.js";
import { STYLES } from "../base/styles.js";
import { describe } from "../search/chips.js";
import { searchOfFilter } from "../search/search-of-filter.js";
import { vocabulary } from "../search/vocabulary.js";
import { onEvents } from "../session/events.js";
import { pathOf } from "../session/media-urls.js";
import { may, service } from "../session/service.js";
import { linkToCollection, linkToEdit } from "./links.js";

const TOPICS: readonly EventTopic[] = [
  "image.created",
  "image.deleted",
  "image.updated",
  "image.renamed",
  "image.tags.updated",
  "image.features.updated",
  "image.embeddings.updated",
];
const LIVE_MILLISECONDS = 3_000;

/** A collection with its first image and the number of its images. It sends `facetry-change` and `facetry-delete`. */
@customElement("facetry-collection-card")
@watch(vocabulary)
export class FacetryCollectionCard extends LitElement {
  static override styles = [
    STYLES,
    css`
      article {
        display: grid;
        grid-template: auto 1fr auto / minmax(0, 1fr);
        height: 100%;
        overflow: hidden;
        border: 1px solid var(--line);
        border-radius: calc(var(--radius) * 2);
        background: var(--raised);
      }
      .cover {
        display: grid;
        place-items: center;
        aspect-ratio: 3 / 2;
        overflow: hidden;
        background: var(--hover);
        color: var(--muted);
      }
      .cover:focus-visible {
        outline-offset: -3px;
      }
      .cover facetry-icon {
        width: 2rem;
        height: 2rem;
      }
      img {
        width: 100%;
        height: 100%;
        object-fit: cover;
      }
      .text {
        display: grid;
        align-content: start;
        gap: 0.15rem;
        min-width: 0;
        padding: 0.7rem 0.9rem 0.2rem;
      }
      h2 {
        display: flex;
        align-items: baseline;
        justify-content: space-between;
        gap: 0.75rem;
        min-width: 0;
      }
      h2 a {
        color: inherit;
        text-decoration: none;
      }
      h2 a:hover {
        text-decoration: underline;
      }
      h2 .muted {
        flex: none;
        font-size: 0.85rem;
        font-weight: 400;
        font-variant-numeric: tabular-nums;
      }
      .filter {
        display: -webkit-box;
        overflow: hidden;
        overflow-wrap: anywhere;
        -webkit-box-orient: vertical;
        -webkit-line-clamp: 2;
      }
      footer {
        display: flex;
        gap: 0.2rem;
        padding: 0.2rem 0.4rem 0.4rem;
      }
      footer button,
      footer .button {
        min-height: 2rem;
        padding: 0.2rem 0.5rem;
        color: var(--muted);
        font-size: 0.85rem;
      }
      footer button:last-child {
        margin-inline-start: auto;
      }
    `,
  ];

  @property({ attribute: false }) collection!: Collection;
  /** The address of the first image; empty if there is none, `undefined` until it is known. */
  @state() cover: string | undefined;
  @state() total: number | undefined;
  @state() error: unknown;
  #controller: AbortController | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #observer: IntersectionObserver | undefined;
  #isVisible = false;
  #stop: () => void = () => {};

  override connectedCallback(): void {
    super.connectedCallback();
    this.#stop = onEvents(TOPICS, () => {
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined;
        if (this.#isVisible) void this.#load();
      }, LIVE_MILLISECONDS);
    });
    this.#observer = new IntersectionObserver(([entry]) => {
      this.#isVisible = entry?.isIntersecting === true;
      if (this.#isVisible) void this.#load();
    });
    this.#observer.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop();
    this.#observer?.disconnect();
    this.#controller?.abort();
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  protected override willUpdate(changes: PropertyValues<this>): void {
    if (changes.has("collection") && this.#isVisible) void this.#load();
  }

  protected override render(): TemplateResult {
    const { id, name, comment, filter, filterFault } = this.collection;
    const failure = filterFault ?? (this.error === undefined ? undefined : sentencesOf(this.error).text);
    return html`<article aria-labelledby="name">
      <a class="cover" href=${linkToCollection(id)} tabindex="-1" aria-hidden="true">
        ${
          this.cover === undefined || this.cover === ""
            ? icon(Images)
            : html`<img src=${this.cover} alt="" loading="lazy" />`
        }
      </a>
      <div class="text">
        <h2>
          <a id="name" class="ellipsis" href=${linkToCollection(id)} title=${name}>${name}</a>
          <span class="muted">${this.total === undefined ? "" : counted(this.total, "image")}</span>
        </h2>
        ${comment === undefined ? "" : html`<p class="small filter" title=${comment}>${comment}</p>`}
        <p class="small muted filter">${describe(searchOfFilter(filter), vocabulary.value)}</p>
        ${failure === undefined ? "" : html`<p class="small error">${failure}</p>`}
      </div>
      ${
        may("collection:write")
          ? html`<footer>
              <button
                class="quiet"
                aria-label=${`Rename or comment ${name}`}
                @click=${() => this.#send("facetry-change")}
              >
                ${icon(Pencil)}Rename
              </button>
              <a class="button quiet" href=${linkToEdit(this.collection)} aria-label=${`Edit search of ${name}`}>
                ${icon(SquarePen)}Edit search
              </a>
              <button
                class="quiet icon"
                aria-label=${`Delete ${name}`}
                title="Delete"
                @click=${() => this.#send("facetry-delete")}
              >
                ${icon(Trash2)}
              </button>
            </footer>`
          : ""
      }
    </article>`;
  }

  #send(type: string): void {
    this.dispatchEvent(new CustomEvent<Collection>(type, { detail: this.collection }));
  }

  async #load(): Promise<void> {
    if (!may("image:read")) return;
    this.#controller?.abort();
    const controller = new AbortController();
    this.#controller = controller;
    try {
      const search = { collectionId: this.collection.id, range: { take: 1 } };
      const picture = { format: "WEBP", width: 480, height: 480, resizeRender: "outbox" } as const;
      const { items, totalCount } = await service.until(controller.signal).imageSearchMediaUrls(search, picture);
      if (this.#controller !== controller) return;
      const [first] = items;
      this.cover = first === undefined ? "" : pathOf(first.url);
      this.total = totalCount;
      this.error = undefined;
    } catch (error) {
      if (!isAbort(error) && this.#controller === controller) this.error = error;
    }
  }
}
