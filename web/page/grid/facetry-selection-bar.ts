import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { Eraser, Sparkles, Tag, Trash2, X } from "lucide";
import { TAG_VALUE_MAX_LENGTH } from "../../api/limits.js";
import type { Extension, TagCount } from "@api/models.js";
import "../base/facetry-dialog.js";
import { icon } from "../base/facetry-icon.js";
import { textIn } from "../base/form-dialog.js";
import { count, counted } from "../base/format.js";
import { addTag, removeTag } from "../session/own-tags.js";
import { CONTROLS } from "../base/styles.js";
import "../commands/facetry-command-menu.js";
import { attempt, notify } from "../session/notices.js";
import { may, service } from "../session/service.js";
import { type Failure, forEach, partsOf } from "./bulk.js";
import { Selection } from "./selection.js";

const TAG = "[\\p{L}\\p{N}\\-_.:;\\/]{1,64}";
const MOST_ORIGIN = 1_000;
const CAPABILITIES: Readonly<Record<string, string>> = {
  "image.tags": "tags",
  "image.features": "features",
  "image.embeddings": "embeddings",
};
const TAG_COUNT = 12;

interface Work {
  readonly label: string;
  readonly done: number;
  readonly all: number;
  readonly controller: AbortController;
}

/** What can be done with the selected images: `<facetry-selection-bar .selection=${selection}>`. Hidden without any. */
@customElement("facetry-selection-bar")
export class FacetrySelectionBar extends LitElement {
  static override styles = [
    CONTROLS,
    css`
      :host {
        position: absolute;
        inset: auto 1rem 1rem;
        z-index: 6;
        display: flex;
        justify-content: center;
        pointer-events: none;
      }
      .bar {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        justify-content: center;
        gap: 0.25rem;
        max-width: 100%;
        padding: 0.4rem 0.5rem;
        border: 1px solid var(--line);
        border-radius: calc(var(--radius) * 2.5);
        background: var(--raised);
        box-shadow: var(--shadow);
        pointer-events: auto;
      }
      .count {
        padding: 0 0.5rem 0 0.1rem;
        font-weight: 600;
        font-variant-numeric: tabular-nums;
        white-space: nowrap;
      }
      progress {
        width: 8rem;
        accent-color: var(--accent-fill);
      }
      facetry-dialog {
        pointer-events: auto;
      }
      ul {
        display: grid;
        gap: 0.5rem;
        padding: 0;
        list-style: none;
      }
      form {
        display: grid;
        gap: 0.75rem;
      }
      @media (max-width: 48rem) {
        :host {
          inset: auto 0.5rem 0.5rem;
        }
        .bar button .label {
          display: none;
        }
      }
    `,
  ];

  @property({ attribute: false }) selection = new Selection();
  @state() work: Work | undefined;
  @state() failures: { readonly heading: string; readonly list: readonly Failure[] } | undefined;
  @state() dialog: "add" | "remove" | "capability" | undefined;
  @state() tags: readonly TagCount[] = [];
  @state() extensions: readonly Extension[] | undefined;
  #stop: () => void = () => {};

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop();
    this.work?.controller.abort();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#follow();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("selection")) this.#follow();
  }

  #follow(): void {
    this.#stop();
    this.#stop = this.selection.listen(() => this.requestUpdate());
  }

  protected override render(): TemplateResult {
    const isShown = this.selection.size > 0 || this.work !== undefined;
    return html`${
      isShown
        ? html`<div class="bar" role="toolbar" aria-label="Selected images">${this.work === undefined ? this.#actions() : this.#progress(this.work)}</div>`
        : ""
    }
      ${this.dialog === "capability" ? this.#capabilityDialog() : this.dialog === undefined ? "" : this.#tagDialog(this.dialog)}
      ${this.failures === undefined ? "" : this.#failureDialog(this.failures)}`;
  }

  #actions(): TemplateResult {
    const canRun = may("image:tag:write") && may("image:feature:write") && may("image:embedding:write");
    return html`<button class="quiet icon" aria-label="Clear the selection" title="Clear the selection (Escape)" @click=${() => this.selection.clear()}>${icon(X)}</button>
      <span class="count" role="status">${count(this.selection.size)} selected</span>
      ${
        may("image:tag:write")
          ? html`<button class="quiet" title="Add a tag" @click=${() => this.#openDialog("add")}>${icon(Tag)}<span class="label">Add tag</span></button>
              <button class="quiet" title="Remove a tag" @click=${() => this.#openDialog("remove")}>${icon(Eraser)}<span class="label">Remove tag</span></button>`
          : ""
      }
      ${
        canRun && may("extension:read")
          ? html`<button class="quiet" title="Compute facets" @click=${() => this.#openDialog("capability")}>${icon(Sparkles)}<span class="label">Compute</span></button>`
          : ""
      }
      <facetry-command-menu .imageIds=${[...this.selection.value]}></facetry-command-menu>
      ${
        may("image:delete")
          ? html`<button class="quiet danger" title="Move to the trash" @click=${this.#delete}>${icon(Trash2)}<span class="label">Delete</span></button>`
          : ""
      }`;
  }

  #progress({ label, done, all, controller }: Work): TemplateResult {
    return html`<span class="count" role="status">${label}: ${count(done)} of ${count(all)}</span>
      <progress aria-label=${label} max=${all} value=${done}></progress>
      <button class="quiet" @click=${() => controller.abort()}>Stop</button>`;
  }

  #tagDialog(dialog: "add" | "remove"): TemplateResult {
    const isAdding = dialog === "add";
    const heading = `${isAdding ? "Add a tag to" : "Remove a tag from"} ${counted(this.selection.size, "image")}`;
    return html`<facetry-dialog heading=${heading} open @close=${this.#closeDialog}>
      <form id="tag" @submit=${(event: SubmitEvent) => this.#tag(event, isAdding)}>
        <label class="field">
          <span>Tag</span>
          <input name="tag" list="tags" required maxlength=${TAG_VALUE_MAX_LENGTH} pattern=${TAG} autofocus autocomplete="off" spellcheck="false" @input=${this.#complete} title="Letters, digits and - _ . : ; / without spaces" />
        </label>
        <datalist id="tags">${this.tags.map((tag) => html`<option value=${tag.value}>${counted(tag.count, "image")}</option>`)}</datalist>
        <p class="muted small">
          ${isAdding ? "Letters, digits and - _ . : ; / without spaces." : "Tags that people have written are removed. Those of other extensions stay."}
        </p>
        <div class="row">
          <button class="primary">${isAdding ? "Add tag" : "Remove tag"}</button>
          <button type="button" @click=${this.#closeDialog}>Cancel</button>
        </div>
      </form>
    </facetry-dialog>`;
  }

  #capabilityDialog(): TemplateResult {
    const able = (this.extensions ?? []).flatMap((extension) => {
      const ids = extension.manifest.instructions.flatMap((part) => part.capabilities ?? []).map(({ id }) => id);
      const capabilities = Object.keys(CAPABILITIES).filter((id) => ids.some((each) => each === id));
      return extension.state === "enabled" && capabilities.length > 0 ? [{ extension, capabilities }] : [];
    });
    return html`<facetry-dialog heading=${`Compute facets of ${counted(this.selection.size, "image")}`} open @close=${this.#closeDialog}>
      ${this.extensions !== undefined && able.length === 0 ? html`<p>No enabled extension computes facets of images.</p>` : ""}
      <ul aria-busy=${this.extensions === undefined}>
        ${able.map(
          ({ extension: { manifest }, capabilities }) => html`<li class="row spread">
            <span><strong>${manifest.name}</strong> <span class="muted">${capabilities.map((id) => CAPABILITIES[id]).join(", ")}</span></span>
            <button @click=${() => this.#compute(manifest.id, manifest.name)} aria-label=${`Compute by ${manifest.name}`}>Compute</button>
          </li>`,
        )}
      </ul>
    </facetry-dialog>`;
  }

  #failureDialog({ heading, list }: { readonly heading: string; readonly list: readonly Failure[] }): TemplateResult {
    return html`<facetry-dialog heading=${heading} open @close=${() => (this.failures = undefined)}>
      <ul>
        ${list.map(
          (failure) => html`<li>
            <strong>${counted(failure.count, "image")}</strong>: ${failure.text} <span class="muted">${failure.remedy ?? nothing}</span>
          </li>`,
        )}
      </ul>
      <p class="muted small">These images are still selected.</p>
    </facetry-dialog>`;
  }

  #openDialog(dialog: "add" | "remove" | "capability"): void {
    this.dialog = dialog;
    if (dialog === "capability") {
      void attempt(async () => {
        this.extensions = await service.extensionList();
      });
    } else void this.#readTags("");
  }

  readonly #closeDialog = (): void => {
    this.dialog = undefined;
  };

  #complete(event: Event): void {
    void this.#readTags((event.target as HTMLInputElement).value);
  }

  async #readTags(text: string): Promise<void> {
    if (!may("repository:read")) return;
    await attempt(async () => {
      this.tags = await service.repositoryTagCounts({ text: text.slice(0, TAG_VALUE_MAX_LENGTH), count: TAG_COUNT });
    });
  }

  #tag(event: SubmitEvent, isAdding: boolean): void {
    event.preventDefault();
    const value = textIn(event.target, "tag");
    this.dialog = undefined;
    if (value === "") return;
    void this.#forEach(isAdding ? `Adding ${value}` : `Removing ${value}`, (id) =>
      isAdding ? addTag(id, value) : removeTag(id, value),
    ).then(({ length }) => {
      if (length > 0) notify(`${isAdding ? "Added" : "Removed"} ${value}: ${counted(length, "image")}.`);
    });
  }

  async #compute(id: string, name: string): Promise<void> {
    this.dialog = undefined;
    const ids = [...this.selection.value];
    const isDone = await attempt(async () => {
      for (const part of partsOf(ids, MOST_ORIGIN)) {
        const filter = { origin: { kind: "images" as const, ids: [...part] } };
        await service.imageSearchRunCapabilities({ filter }, { extensionIds: [id] });
      }
    });
    if (isDone) notify(`${name} computes the facets of ${counted(ids.length, "image")}.`);
  }

  async #delete(): Promise<void> {
    const deleted = await this.#forEach("Moving to the trash", (id) => service.imageDelete(id, { toTrash: true }));
    if (deleted.length === 0) return;
    this.selection.remove(deleted);
    notify(`${counted(deleted.length, "image")} moved to the trash.`, {
      label: "Undo",
      run: async () => {
        await this.#forEach("Restoring", (id) => service.trashRestore(id), deleted);
      },
    });
  }

  /** Does something for each image, with progress; the ids of those for which it was done. */
  async #forEach(
    label: string,
    run: (id: string) => Promise<unknown>,
    ids: readonly string[] = [...this.selection.value],
  ): Promise<readonly string[]> {
    const controller = new AbortController();
    const progress = (done: number) => {
      this.work = { label, done, all: ids.length, controller };
    };
    progress(0);
    const { done, failures } = await forEach(ids, run, progress, controller.signal);
    this.work = undefined;
    const failed = failures.reduce((sum, failure) => sum + failure.count, 0);
    if (failed > 0)
      this.failures = { heading: `${label}: ${count(failed)} of ${count(ids.length)} failed`, list: failures };
    return done;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "facetry-selection-bar": FacetrySelectionBar;
  }
}
