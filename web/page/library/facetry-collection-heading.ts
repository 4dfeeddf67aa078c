import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { Pencil } from "lucide";
import type { Collection } from "@api/models.js";
import { icon } from "../base/facetry-icon.js";
import { watch } from "../base/store.js";
import { CONTROLS } from "../base/styles.js";
import { linkToCollection, linkToEdit } from "../collections/links.js";
import { wholeFilterOf } from "../search/collection-filters.js";
import { isWholeCollection } from "../search/search-filter.js";
import { ALL, type Search } from "../search/search-state.js";
import { vocabulary } from "../search/vocabulary.js";
import { attempt, notify } from "../session/notices.js";
import { navigate } from "../session/router.js";
import { may, service } from "../session/service.js";

/** The collection that is shown, or whose search is being edited. Empty without one. */
@customElement("facetry-collection-heading")
@watch(vocabulary)
export class FacetryCollectionHeading extends LitElement {
  static override styles = [
    CONTROLS,
    css`
      :host {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0.3rem 0.75rem;
      }
    `,
  ];

  @property({ attribute: false }) search: Search = ALL;
  @state() isBusy = false;

  protected override render(): TemplateResult {
    const { collectionId, updates } = this.search;
    const find = (id: number) => vocabulary.value.collections?.find((each) => each.id === id);
    const edited = updates === undefined ? undefined : find(updates);
    const shown = collectionId === undefined ? undefined : find(collectionId);
    if (edited !== undefined) return this.#edited(edited);
    return shown === undefined || !isWholeCollection(this.search) ? html`` : this.#shown(shown);
  }

  #shown(collection: Collection): TemplateResult {
    const { name, comment, filterFault } = collection;
    return html`<h1 class="ellipsis">${name}</h1>
      ${comment === undefined ? "" : html`<span class="muted ellipsis" title=${comment}>${comment}</span>`}
      ${filterFault === undefined ? "" : html`<span class="error">${filterFault}</span>`}
      ${
        may("collection:write")
          ? html`<a class="button quiet" href=${linkToEdit(collection)}>${icon(Pencil)}Edit the search</a>`
          : ""
      }`;
  }

  #edited(collection: Collection): TemplateResult {
    return html`<span>Edit the search of <b>${collection.name}</b></span>
      <button class="primary" ?disabled=${this.isBusy} @click=${() => this.#update(collection)}>
        Update collection
      </button>
      <a class="button" href=${linkToCollection(collection.id)}>Cancel</a>`;
  }

  async #update({ id, name, filter }: Collection): Promise<void> {
    this.isBusy = true;
    await attempt(async () => {
      await service.collectionUpdate(id, { body: await wholeFilterOf(this.search) });
      notify(`The collection ${name} has a new search.`, {
        label: "Undo",
        run: async () => void (await service.collectionUpdate(id, { body: filter })),
      });
      navigate(linkToCollection(id));
    });
    this.isBusy = false;
  }
}
