import { html, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { FormDialog, nameAndComment } from "../../base/form-dialog.js";
import { notify } from "../../session/notices.js";
import { navigate } from "../../session/router.js";
import { service } from "../../session/service.js";
import { describe } from "../chips.js";
import { wholeFilterOf } from "../collection-filters.js";
import { linkToSearch } from "../links.js";
import { ALL, type Search } from "../search-state.js";
import { vocabulary } from "../vocabulary.js";

/** A dialog that makes a collection of a search. A new one is edited in the library at once. */
@customElement("facetry-save-collection")
export class FacetrySaveCollection extends FormDialog {
  @property({ attribute: false }) search: Search = ALL;
  /** Whether its search is still to be chosen. */
  @property({ type: Boolean }) isNew = false;

  get heading(): string {
    return this.isNew ? "New collection" : "Save as collection";
  }

  get agree(): string {
    return this.isNew ? "Create collection" : "Save collection";
  }

  protected fields(): TemplateResult {
    return html`<p class="muted">
        ${
          this.isNew
            ? "Next you choose its search in the library. The collection then always holds what this search finds."
            : html`The collection always holds what the search finds: <b>${describe(this.search, vocabulary.value)}</b>`
        }
      </p>
      ${nameAndComment("")}`;
  }

  protected async send(text: (field: string) => string): Promise<void> {
    const [name, comment] = [text("name"), text("comment") || undefined];
    const { id } = await service.collectionCreate(await wholeFilterOf(this.search), { name, comment });
    if (this.isNew) navigate(linkToSearch({ updates: id, sorting: this.search.sorting }));
    else
      notify(`The collection ${name} is saved.`, {
        label: "Open",
        run: () => navigate(linkToSearch({ collectionId: id })),
      });
  }
}
