import { html, LitElement, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { isAbort } from "../../api/errors.js";
import "../base/facetry-problem.js";
import { BASE, SURFACES } from "../base/styles.js";
import { type Batch, onEvents } from "../session/events.js";
import { notifyError } from "../session/notices.js";
import { service } from "../session/service.js";
import { type Place, readImages } from "./anchor.js";
import type { GridSearch, Images } from "./buckets.js";
import "./facetry-scrubber.js";
import { GRID } from "./grid-styles.js";
import { type KeyAction, keyActionOf, type Move, targetOf } from "./key-actions.js";
import { type Layout, layOut, placeShowing, rowAt, rowOf } from "./layout.js";
import { measuresOf, rowHeightOf } from "./measures.js";
import { Pages, type Picture, renditionHeight } from "./pages.js";
import { Ranges } from "./ranges.js";
import { elementHeight, placeAfter, placeOf, scrollTopOf } from "./scaled-scroll.js";
import { Selection } from "./selection.js";
import { concerns, TOPICS } from "./topics.js";
import { type Contents, GridWindow } from "./window.js";

/** Requests wait for the end of a fast scroll. */
const REST_MILLISECONDS = 80;
const REFRESH_MILLISECONDS = 1_500;
/** All images of a search in justified rows: `<facetry-grid .search=${{ filter }} .selection=${selection}>`.
 *
 * It fills the element around it and scrolls by itself. It sends `facetry-open` with `{id, index}` when an image is
 * opened, which a listener can prevent, and `facetry-total` with `{count}` when the number of images is known.
 */
@customElement("facetry-grid")
export class FacetryGrid extends LitElement {
  static override styles = [BASE, SURFACES, GRID];

  @property({ attribute: false }) search: GridSearch = {};
  @property({ attribute: false }) selection = new Selection();
  @state() error: unknown;
  @state() isLoading = true;
  #images: Images | undefined;
  #layout: Layout | undefined;
  #pages: Pages | undefined;
  #window: GridWindow | undefined;
  #former = { scrollTop: 0, place: 0 };
  #active = 0;
  #controller: AbortController | undefined;
  #stops: (() => void)[] = [];
  #rest: ReturnType<typeof setTimeout> | undefined;
  #refresh: ReturnType<typeof setTimeout> | undefined;
  #frame = 0;
  #isViewing = false;
  /** Whether images have come or gone behind the viewer. */
  #isStale = false;
  readonly #ranges = new Ranges(this);

  /** How many images match; 0 until that is known. */
  get count(): number {
    return this.#images?.count ?? 0;
  }

  /** The aspect ratios of all images, as the service gives them. */
  get ratios(): Uint8Array {
    return this.#images?.ratios ?? new Uint8Array();
  }

  /** The picture at a position, if it is loaded. */
  pictureAt(index: number): Picture | undefined {
    return this.#pages?.at(index);
  }

  /** The picture at a position. Throws `ApiError`. */
  async loadPicture(index: number): Promise<Picture | undefined> {
    const pages = this.#pages;
    await pages?.load(index, index + 1);
    return pages?.at(index);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#stops = [onEvents(TOPICS, (batch) => this.#live(batch))];
    const observer = new ResizeObserver(() => this.#resized());
    observer.observe(this);
    this.#stops.push(() => observer.disconnect());
    if (this.#layout === undefined) return;
    // While it was off the page, it was not scrolled and received no events.
    this.#scrollTo(this.#former.place);
    void this.reload();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const stop of this.#stops) stop();
    this.#controller?.abort();
    clearTimeout(this.#refresh);
    clearTimeout(this.#rest);
    this.#refresh = undefined;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("selection")) {
      this.#stopSelection();
      this.#stopSelection = this.selection.listen(() => this.#draw(true));
    }
  }

  #stopSelection: () => void = () => {};

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has("search") && JSON.stringify(changed.get("search")) !== JSON.stringify(this.search))
      void this.load();
  }

  protected override render(): TemplateResult {
    return html`<div
        class="scroller"
        role="grid"
        aria-label="Images"
        aria-multiselectable="true"
        aria-busy=${this.isLoading}
        @scroll=${this.#scrolled}
        @scrollend=${this.#rested}
        @click=${this.#clicked}
        @keydown=${this.#pressed}
        @focusin=${this.#focused}
      >
        <div class="content" role="presentation"></div>
      </div>
      <facetry-scrubber @facetry-scrub=${this.#scrubbed}></facetry-scrubber>
      ${
        this.error === undefined
          ? ""
          : html`<div class="state">
              <facetry-problem .error=${this.error} @retry=${() => this.load()}></facetry-problem>
            </div>`
      }`;
  }

  /** Reads everything again, from the top. */
  async load(): Promise<void> {
    this.#active = 0;
    await this.#read({ index: 0, offset: 0, id: undefined }, true);
  }

  /** Reads everything again and keeps the place. */
  async reload(): Promise<void> {
    await this.#read(this.#place);
  }

  async #read(place: Place, isNew = false): Promise<void> {
    this.#controller?.abort();
    const controller = new AbortController();
    this.#controller = controller;
    this.#isStale = false;
    this.isLoading = true;
    const pages = new Pages(this.search, renditionHeight(rowHeightOf(this.clientWidth), devicePixelRatio), (error) =>
      this.#paged(error),
    );
    try {
      const client = service.until(controller.signal);
      const { images, index } = await readImages(client, this.search, place, pages);
      if (controller.signal.aborted) return;
      this.#pages?.end();
      this.#pages = pages;
      this.#active = Math.min(this.#active + index - place.index, Math.max(images.count - 1, 0));
      this.#images = images;
      this.error = undefined;
      this.#layOut({ ...place, index });
      this.dispatchEvent(
        new CustomEvent("facetry-total", { detail: { count: images.count }, bubbles: true, composed: true }),
      );
    } catch (error) {
      if (this.#controller !== controller || isAbort(error)) return;
      if (this.#images === undefined || isNew) this.error = error;
      else notifyError(error);
    }
    this.isLoading = false;
  }

  #layOut(place: Place): void {
    const [scroller, content] = [this.#scroller, this.#content];
    if (this.#images === undefined || scroller === null || content === null || content.clientWidth === 0) return;
    const measures = measuresOf(this.#images, content.clientWidth);
    const hadFocus = this.#window?.tile(this.#active)?.matches(":focus") === true;
    const layout = layOut(this.#images.ratios, this.#images.sections, measures);
    this.#window?.clear();
    this.#layout = layout;
    this.#window = new GridWindow(content, layout);
    scroller.setAttribute("aria-rowcount", String(layout.rowCount));
    content.style.height = `${elementHeight(layout.height)}px`;
    const top =
      place.index === 0 && place.offset === 0 ? 0 : (layout.rowTops[rowOf(layout, place.index)] ?? 0) + place.offset;
    this.#scrollTo(top);
    const scrubber = this.renderRoot.querySelector("facetry-scrubber");
    if (scrubber !== null) scrubber.layout = layout;
    if (hadFocus) this.#window.tile(this.#active)?.focus({ preventScroll: true });
  }

  /** The image at the top, to which the grid returns after a change. */
  get #place(): Place {
    const layout = this.#layout;
    if (layout === undefined || this.#former.place <= 0) return { index: 0, offset: 0, id: undefined };
    const row = rowAt(layout, this.#former.place);
    const index = layout.rowFirst[row] ?? 0;
    return { index, offset: this.#former.place - (layout.rowTops[row] ?? 0), id: this.pictureAt(index)?.id };
  }

  get #contents(): Contents {
    return { at: (index) => this.pictureAt(index), isSelected: (id) => this.selection.has(id), active: this.#active };
  }

  #draw(isRefresh = false): void {
    const [window, scroller, layout] = [this.#window, this.#scroller, this.#layout];
    if (window === undefined || scroller === null || layout === undefined) return;
    const { place, scrollTop } = this.#former;
    const height = scroller.clientHeight;
    scroller.classList.toggle("selecting", this.selection.size > 0);
    const shown = window.draw(place - height / 2, place + 1.5 * height, place - scrollTop, this.#contents);
    if (isRefresh) window.refresh(this.#contents);
    this.renderRoot.querySelector("facetry-scrubber")?.show(place, height);
    this.#shown = shown;
  }

  #shown = { first: 0, end: 0 };

  #paged(error?: unknown): void {
    if (error !== undefined) notifyError(error);
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw(true);
    });
  }

  #scrollTo(place: number): void {
    const [scroller, layout] = [this.#scroller, this.#layout];
    if (scroller === null || layout === undefined) return;
    const target = Math.round(Math.min(Math.max(place, 0), Math.max(layout.height - scroller.clientHeight, 0)));
    scroller.scrollTop = scrollTopOf(target, layout.height);
    this.#former = { scrollTop: scroller.scrollTop, place: target };
    this.#draw(true);
    this.#pages?.want(this.#shown.first, this.#shown.end);
  }

  #scrolled(): void {
    const [scroller, layout] = [this.#scroller, this.#layout];
    if (scroller === null || layout === undefined) return;
    const { scrollTop } = scroller;
    if (scrollTop === this.#former.scrollTop) return;
    const former = this.#former;
    this.#former = { scrollTop, place: placeAfter(scrollTop, former, layout.height) };
    const isFast = Math.abs(this.#former.place - former.place) > scroller.clientHeight / 2;
    this.#draw();
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => this.#rested(), REST_MILLISECONDS);
    if (!isFast) this.#pages?.want(this.#shown.first, this.#shown.end);
    const atEnd =
      scrollTop < 2 * scroller.clientHeight || scroller.scrollHeight - scrollTop < 3 * scroller.clientHeight;
    if (atEnd) this.#rested();
  }

  /** Brings the place in the element in line with that in the grid, which small steps have changed differently. */
  #rested(): void {
    const [scroller, layout] = [this.#scroller, this.#layout];
    if (scroller === null || layout === undefined) return;
    const { scrollTop, place } = this.#former;
    if (Math.abs(placeOf(scrollTop, layout.height) - place) > 1) {
      scroller.scrollTop = Math.round(scrollTopOf(place, layout.height));
      this.#former = { scrollTop: scroller.scrollTop, place };
      this.#draw();
    }
    this.#pages?.want(this.#shown.first, this.#shown.end);
  }

  #scrubbed(event: CustomEvent<{ readonly place: number }>): void {
    this.#scrollTo(event.detail.place);
  }

  #resized(): void {
    const content = this.#content;
    if (content === null || this.#images === undefined) return;
    if (content.clientWidth !== this.#layout?.measures.width) this.#layOut(this.#place);
    else this.#draw();
  }

  #live({ events, isIncomplete }: Batch): void {
    if (!isIncomplete && !events.some(({ topic }) => concerns(topic, this.search))) return;
    this.#refresh ??= setTimeout(() => {
      this.#refresh = undefined;
      if (this.#isViewing) this.#isStale = true;
      else void this.reload();
    }, REFRESH_MILLISECONDS);
  }

  #clicked(event: MouseEvent): void {
    const target = event.composedPath().find((each) => each instanceof HTMLElement && each.classList.contains("tile"));
    if (!(target instanceof HTMLElement)) return;
    const index = Number(target.dataset["index"]);
    const isTick = event.composedPath().some((each) => each instanceof Element && each.classList.contains("tick"));
    this.focusAt(index);
    if (event.shiftKey) void this.#ranges.selectTo(index);
    else if (isTick || event.ctrlKey || event.metaKey || this.selection.size > 0) void this.#ranges.toggle(index);
    else void this.open(index);
  }

  #focused(event: FocusEvent): void {
    const target = event.target;
    if (!(target instanceof HTMLElement) || !target.classList.contains("tile")) return;
    this.#active = Number(target.dataset["index"]);
    this.#window?.refresh(this.#contents);
  }

  #pressed(event: KeyboardEvent): void {
    const action = keyActionOf(event);
    if (action === undefined || this.count === 0) return;
    if (action.kind === "clear" && this.selection.size === 0) return;
    event.preventDefault();
    this.#follow(action);
  }

  #follow(action: KeyAction): void {
    switch (action.kind) {
      case "open":
        return void this.open(this.#active);
      case "clear":
        return this.selection.clear();
      case "all":
        return void this.#ranges.selectAll();
      case "toggle":
        return void (action.isRange ? this.#ranges.selectTo(this.#active) : this.#ranges.toggle(this.#active));
      case "move":
        return this.#move(action);
    }
  }

  #move(move: Move): void {
    const [layout, scroller] = [this.#layout, this.#scroller];
    if (layout === undefined || scroller === null) return;
    this.focusAt(targetOf(move, layout, this.#active, scroller.clientHeight));
    if (move.isRange) void this.#ranges.selectTo(this.#active);
  }

  /** Gives the focus to the image at a position, and scrolls so that it can be seen. */
  focusAt(index: number): void {
    this.reveal(index);
    this.#window?.tile(index)?.focus({ preventScroll: true });
  }

  /** Scrolls so that the image at a position can be seen. It takes the focus when the grid gets it. */
  reveal(index: number): void {
    const [scroller, layout] = [this.#scroller, this.#layout];
    if (scroller === null || layout === undefined) return;
    this.#active = index;
    const { place } = this.#former;
    const target = placeShowing(layout, index, place, scroller.clientHeight);
    if (target === place) this.#draw(true);
    else this.#scrollTo(target);
  }

  /** Opens an image in the full-screen viewer, unless a listener of `facetry-open` prevents it. */
  async open(index: number): Promise<void> {
    try {
      const id = (this.pictureAt(index) ?? (await this.loadPicture(index)))?.id;
      if (id === undefined) return;
      const event = new CustomEvent("facetry-open", {
        detail: { id, index },
        bubbles: true,
        composed: true,
        cancelable: true,
      });
      if (!this.dispatchEvent(event)) return;
      this.#isViewing = true;
      const { view } = await import("./viewer.js");
      await view(this, index);
    } catch (error) {
      notifyError(error);
    }
    this.#isViewing = false;
    if (!this.isConnected) return;
    if (this.#isStale) await this.reload();
    this.focusAt(Math.min(this.#active, Math.max(this.count - 1, 0)));
  }

  get #scroller(): HTMLElement | null {
    return this.renderRoot.querySelector<HTMLElement>(".scroller");
  }

  get #content(): HTMLElement | null {
    return this.renderRoot.querySelector<HTMLElement>(".content");
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "facetry-grid": FacetryGrid;
  }
}
