import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { Library, Plus } from "lucide";
import type { Collection } from "@api/models.js";
import { confirm } from "../base/facetry-dialog.js";
import { icon } from "../base/facetry-icon.js";
import { Loading } from "../base/loading.js";
import { STYLES } from "../base/styles.js";
import "../search/dialogs/facetry-save-collection.js";
import { linkToSearch } from "../search/links.js";
import { ALL } from "../search/search-state.js";
import { needNames } from "../search/vocabulary.js";
import { onEvents } from "../session/events.js";
import { attempt, notify } from "../session/notices.js";
import { may, service } from "../session/service.js";
import "./facetry-collection-card.js";
import "./facetry-collection-dialog.js";

/** All collections as cards. */
@customElement("facetry-collections")
export class FacetryCollections extends LitElement {
  static override styles = [
    STYLES,
    css`
      .page {
        max-width: 90rem;
      }
      ul {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(min(16rem, 100%), 1fr));
        gap: 1rem;
        padding: 0;
        list-style: none;
      }
      .empty > facetry-icon {
        width: 2.5rem;
        height: 2.5rem;
      }
      .empty p {
        max-width: 34rem;
      }
    `,
  ];

  /** The collection whose name is being changed. */
  @state() changing: Collection | undefined;
  @state() isCreating = false;
  readonly #collections = new Loading(this, (signal) => service.until(signal).collectionList());
  #stop: () => void = () => {};

  override connectedCallback(): void {
    super.connectedCallback();
    needNames();
    this.#stop = onEvents(["collection.created", "collection.updated", "collection.deleted"], () => {
      void this.#collections.reload();
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop();
  }

  protected override render(): TemplateResult {
    const { value } = this.#collections;
    return html`<div class="page">
        <div class="row spread">
          <h1>Collections</h1>
          ${
            may("collection:write") && value !== undefined
              ? html`<button @click=${() => (this.isCreating = true)}>${icon(Plus)}New collection</button>`
              : ""
          }
        </div>
        ${
          value === undefined
            ? this.#collections.instead(html`<div aria-busy="true"></div>`)
            : value.length === 0
              ? this.#empty()
              : this.#cards(value)
        }
      </div>
      ${
        this.changing === undefined
          ? ""
          : html`<facetry-collection-dialog
              .collection=${this.changing}
              @close=${this.#closeDialogs}
            ></facetry-collection-dialog>`
      }
      ${
        this.isCreating
          ? html`<facetry-save-collection isNew .search=${ALL} @close=${this.#closeDialogs}></facetry-save-collection>`
          : ""
      }`;
  }

  #cards(collections: readonly Collection[]): TemplateResult {
    return html`<ul>
      ${repeat(
        collections,
        ({ id }) => id,
        (collection) =>
          html`<li>
            <facetry-collection-card
              .collection=${collection}
              @facetry-change=${() => (this.changing = collection)}
              @facetry-delete=${() => this.#delete(collection)}
            ></facetry-collection-card>
          </li>`,
      )}
    </ul>`;
  }

  #empty(): TemplateResult {
    return html`<div class="empty">
      ${icon(Library)}
      <h2>There are no collections yet</h2>
      <p>
        A collection is a search with a name. It holds no images of its own: whatever the search finds at the moment is
        in it. Search in the library, and choose “Save”.
      </p>
      <a class="button primary" href=${linkToSearch()}>Search in the library</a>
    </div>`;
  }

  async #delete({ id, name, filter, comment }: Collection): Promise<void> {
    const agrees = await confirm({
      heading: "Delete the collection?",
      text: `The collection ${name} goes. Its images stay in the library.`,
      agree: "Delete collection",
      isDangerous: true,
    });
    if (!agrees) return;
    await attempt(async () => {
      await service.collectionDelete(id);
      notify(`The collection ${name} is deleted.`, {
        label: "Undo",
        run: async () => void (await service.collectionCreate(filter, { name, comment })),
      });
    });
  }

  #closeDialogs(): void {
    this.changing = undefined;
    this.isCreating = false;
  }
}
