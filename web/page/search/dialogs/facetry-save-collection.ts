import { html, LitElement, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import "../../base/facetry-dialog.js";
import { sentencesOf } from "../../base/facetry-problem.js";
import { textIn } from "../../base/form-text.js";
import { BASE, CONTROLS } from "../../base/styles.js";
import { notify } from "../../session/notices.js";
import { navigate } from "../../session/router.js";
import { service } from "../../session/service.js";
import { describe } from "../chips.js";
import { wholeFilterOf } from "../collection-filters.js";
import { linkToSearch } from "../links.js";
import { ALL, type Search } from "../search-state.js";
import { vocabulary } from "../vocabulary.js";

/** A dialog that makes a collection of a search. A new one is edited in the library at once. It sends `close`. */
@customElement("facetry-save-collection")
export class FacetrySaveCollection extends LitElement {
  static override styles = [BASE, CONTROLS];

  @property({ attribute: false }) search: Search = ALL;
  /** Whether its search is still to be chosen. */
  @property({ type: Boolean }) isNew = false;
  @state() error: unknown;
  @state() isBusy = false;

  protected override render(): TemplateResult {
    const refusal = this.error === undefined ? undefined : sentencesOf(this.error);
    return html`<facetry-dialog
      heading=${this.isNew ? "New collection" : "Save as collection"}
      open
      @close=${() => this.dispatchEvent(new CustomEvent("close"))}
    >
      <p class="muted">
        ${
          this.isNew
            ? "Next you choose its search in the library. The collection then always holds what this search finds."
            : html`The collection always holds what the search finds: <b>${describe(this.search, vocabulary.value)}</b>`
        }
      </p>
      <form id="form" class="stack" @submit=${this.#save}>
        <label class="field"
          ><span>Name</span><input name="name" required maxlength="128" autofocus autocomplete="off"
        /></label>
        <label class="field"><span>Comment</span><textarea name="comment" maxlength="1024" rows="2"></textarea></label>
        ${refusal === undefined ? "" : html`<p class="error" role="alert">${refusal.text} ${refusal.remedy ?? ""}</p>`}
      </form>
      <button slot="actions" @click=${() => this.dispatchEvent(new CustomEvent("close"))}>Cancel</button>
      <button slot="actions" class="primary" type="submit" form="form" ?disabled=${this.isBusy}>
        ${this.isNew ? "Create collection" : "Save collection"}
      </button>
    </facetry-dialog>`;
  }

  async #save(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const name = textIn(event.target, "name");
    const comment = textIn(event.target, "comment") || undefined;
    this.isBusy = true;
    try {
      const { id } = await service.collectionCreate(await wholeFilterOf(this.search), { name, comment });
      if (this.isNew) navigate(linkToSearch({ updates: id, sorting: this.search.sorting }));
      else
        notify(`The collection ${name} is saved.`, {
          label: "Open",
          run: () => navigate(linkToSearch({ collectionId: id })),
        });
      this.dispatchEvent(new CustomEvent("close"));
    } catch (error) {
      this.error = error;
    } finally {
      this.isBusy = false;
    }
  }
}
