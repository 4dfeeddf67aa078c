import { html, LitElement, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { RotateCcw, Trash2 } from "lucide";
import type { Repository, TrashedImage, TrashedImagesResult } from "@api/models.js";
import { confirm } from "../base/facetry-dialog.js";
import { icon } from "../base/facetry-icon.js";
import { ago, count, counted, date, size } from "../base/format.js";
import { Paged, type Range } from "../base/paged.js";
import { STYLES } from "../base/styles.js";
import { onEvents } from "../session/events.js";
import { attempt, notify } from "../session/notices.js";
import { linkTo } from "../session/router.js";
import { may, service } from "../session/service.js";
import "./facetry-trashed-image.js";
import { allTrashed, type Failure, forEach } from "./restoring.js";
import { TRASH_STYLES } from "./trash-styles.js";

const TAKE = 60;
const RELOAD_MILLISECONDS = 1_000;

/** The page of deleted images, which can be restored for some days. */
@customElement("facetry-trash")
export class FacetryTrash extends LitElement {
  static override styles = [STYLES, TRASH_STYLES];

  @state() selected: ReadonlyMap<string, TrashedImage> = new Map();
  @state() failures: readonly Failure[] = [];
  /** What is being done, and with how many images; `undefined` for nothing. */
  @state() work: { readonly label: string; readonly total: number; readonly done: number } | undefined;
  #stop: () => void = () => {};
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #trash = new Paged(this, (signal, range) => this.#read(signal, range), TAKE);

  override connectedCallback(): void {
    super.connectedCallback();
    this.#stop = onEvents(["image.deleted", "image.created", "repository.updated", "repository.deleted"], () => {
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined;
        if (this.work === undefined) void this.#trash.reload();
      }, RELOAD_MILLISECONDS);
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop();
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  protected override render(): TemplateResult {
    const { value, error } = this.#trash;
    return html`<div class="page">
      <div class="row spread">
        <h1>Trash</h1>
        ${value === undefined || value.totalCount === 0 || !may("image:delete") ? "" : this.#wholeTrash(value)}
      </div>
      ${this.#progress()} ${this.#failures()}
      ${
        error !== undefined || value === undefined
          ? this.#trash.instead(html`<div class="panel waiting" aria-busy="true"></div>`)
          : value.totalCount === 0
            ? html`<div class="empty">
                  ${icon(Trash2)}
                  <h2>The trash is empty</h2>
                  <p>Images that you delete wait here for some days, with all that is known of them.</p>
                  <a href=${linkTo("library")}>Go to the library</a>
                </div>`
            : this.#list(value)
      }
    </div>`;
  }

  #wholeTrash({ totalCount }: Shown): TemplateResult {
    const isBusy = this.work !== undefined;
    return html`<div class="row">
      <button ?disabled=${isBusy} @click=${this.#restoreAll}>${icon(RotateCcw)} Restore all</button>
      <button class="danger" ?disabled=${isBusy} @click=${() => this.#empty(totalCount)}>${icon(Trash2)} Empty the trash</button>
    </div>`;
  }

  #list({ items, totalCount, repositories }: Shown): TemplateResult {
    return html`<p class="muted">
        ${counted(totalCount, "deleted image")}. They are in no search. Restored images have their former tags, features and
        embeddings.
      </p>
      ${this.selected.size === 0 ? "" : this.#selectionBar()}
      <ul class="images" aria-label="Deleted images">
        ${repeat(
          items,
          (image) => image.id,
          (image) => this.#image(image, repositories.get(image.repositoryId)),
        )}
      </ul>
      ${this.#trash.pager}`;
  }

  #selectionBar(): TemplateResult {
    const images = [...this.selected.values()];
    const isBusy = this.work !== undefined;
    return html`<div class="row selection" role="toolbar" aria-label="Selected images">
      <b>${count(images.length)} selected</b>
      <button ?disabled=${isBusy} @click=${() => this.#restore(images)}>${icon(RotateCcw)} Restore</button>
      <button class="danger" ?disabled=${isBusy} @click=${() => this.#remove(images)}>${icon(Trash2)} Remove for good</button>
      <button class="quiet" @click=${() => (this.selected = new Map())}>Clear</button>
    </div>`;
  }

  #image(image: TrashedImage, repository: Repository | undefined): TemplateResult {
    const { id, name, path, sizeInBytes, dimensions, deletionDate, expiryDate } = image;
    const isBusy = this.work !== undefined;
    const isSelected = this.selected.has(id);
    return html`<li class=${isSelected ? "selected" : ""}>
      <label class="picture">
        <facetry-trashed-image .image=${image}></facetry-trashed-image>
        ${
          may("image:delete")
            ? html`<input type="checkbox" aria-label=${`Select ${name}`} .checked=${isSelected} @change=${() => this.#toggle(image)} />`
            : ""
        }
      </label>
      <div class="text small">
        <b class="ellipsis" title=${path}>${name}</b>
        <span class="muted ellipsis" title=${`${repository?.name ?? ""}: ${path}`}>${placeOf(image, repository)}</span>
        <span class="muted">${dimensions.width} × ${dimensions.height}, ${size(sizeInBytes)}</span>
        <span class="muted" title=${date(deletionDate)}>Deleted ${ago(deletionDate)}</span>
        <span class="muted" title=${date(expiryDate)}>Removed for good ${ago(expiryDate)}</span>
      </div>
      ${
        may("image:delete")
          ? html`<div class="row">
              <button ?disabled=${isBusy} aria-label=${`Restore ${name}`} @click=${() => this.#restore([image])}>
                ${icon(RotateCcw)} Restore
              </button>
              <button
                class="icon danger"
                ?disabled=${isBusy}
                aria-label=${`Remove ${name} for good`}
                title="Remove for good"
                @click=${() => this.#remove([image])}
              >
                ${icon(Trash2)}
              </button>
            </div>`
          : ""
      }
    </li>`;
  }

  #progress(): TemplateResult | string {
    if (this.work === undefined) return "";
    const { label, total, done } = this.work;
    return html`<div class="panel">
      <progress aria-label=${label} max=${total} value=${done}></progress>
      <span class="small" role="status">${label}: ${count(done)} of ${counted(total, "image")}</span>
    </div>`;
  }

  #failures(): TemplateResult | string {
    if (this.failures.length === 0) return "";
    return html`<section class="panel" role="alert" aria-labelledby="failures">
      <div class="row spread">
        <h2 id="failures" class="error">${counted(this.failures.length, "image")} stayed in the trash</h2>
        <button class="quiet" @click=${() => (this.failures = [])}>Dismiss</button>
      </div>
      <ul class="failures small">
        ${this.failures.map(
          ({ path, text, remedy }) => html`<li><b>${path}</b>: ${text} <span class="muted">${remedy ?? ""}</span></li>`,
        )}
      </ul>
    </section>`;
  }

  async #read(signal: AbortSignal, range: Range): Promise<Shown> {
    const api = service.until(signal);
    const [trash, repositories] = await Promise.all([
      api.trashList(range),
      may("repository:read") ? api.repositoryList() : [],
    ]);
    if (trash.items.length === 0 && range.skip > 0) {
      this.#trash.skip = Math.max(0, Math.floor((trash.totalCount - 1) / range.take) * range.take);
      return this.#read(signal, { ...range, skip: this.#trash.skip });
    }
    return { ...trash, repositories: new Map(repositories.map((each) => [each.id, each])) };
  }

  #toggle(image: TrashedImage): void {
    const next = new Map(this.selected);
    if (!next.delete(image.id)) next.set(image.id, image);
    this.selected = next;
  }

  async #restoreAll(): Promise<void> {
    let images: readonly TrashedImage[] = [];
    if (await attempt(async () => void (images = await allTrashed()))) await this.#restore(images);
  }

  async #restore(images: readonly TrashedImage[]): Promise<void> {
    await this.#do(images, "restore", "Restoring", "restored");
  }

  async #remove(images: readonly TrashedImage[]): Promise<void> {
    const [first] = images;
    const what = images.length === 1 && first !== undefined ? `“${first.name}”` : counted(images.length, "image");
    const agrees = await confirm({
      heading: `Remove ${what} for good?`,
      text: `The ${images.length === 1 ? "file" : "files"} and all that is known of ${what} are removed. This cannot be undone.`,
      agree: "Remove for good",
      isDangerous: true,
    });
    if (agrees) await this.#do(images, "remove", "Removing", "removed for good");
  }

  async #empty(totalCount: number): Promise<void> {
    const agrees = await confirm({
      heading: `Remove ${counted(totalCount, "image")} for good?`,
      text: `The trash is emptied: ${counted(totalCount, "file")} and all that is known of them are removed. This cannot be undone.`,
      agree: `Remove ${counted(totalCount, "image")}`,
      isDangerous: true,
    });
    if (!agrees) return;
    await attempt(async () => {
      await service.trashEmpty();
      notify("The trash is empty.");
    });
    this.selected = new Map();
    await this.#trash.reload();
  }

  async #do(images: readonly TrashedImage[], action: "restore" | "remove", label: string, done: string): Promise<void> {
    this.failures = [];
    this.work = { label, total: images.length, done: 0 };
    await attempt(async () => {
      const outcome = await forEach(
        images,
        action,
        (number) => (this.work = { label, total: images.length, done: number }),
      );
      this.failures = outcome.failures;
      const renamed =
        outcome.renamed.length === 0 ? "" : ` A name was taken: ${outcome.renamed.slice(0, 3).join(", ")}.`;
      if (outcome.done > 0) notify(`${counted(outcome.done, "image is", "images are")} ${done}.${renamed}`);
    });
    this.work = undefined;
    this.selected = new Map();
    await this.#trash.reload();
  }
}

interface Shown extends TrashedImagesResult {
  readonly repositories: ReadonlyMap<string, Repository>;
}

/** `Holidays, 2025/07`: the repository of an image, and its folder beneath. */
function placeOf({ path }: TrashedImage, repository: Repository | undefined): string {
  const folder = path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
  return [repository?.name ?? "", folder].filter((part) => part !== "").join(", ");
}
