import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { styled } from "../../view/styled.js";
import { BASE } from "../base/styles.js";
import { type Layout, sectionAt } from "./layout.js";

const MARK_PIXELS = 22;
const INSET = 10;
const SCREENS = 0.9;

interface Mark {
  readonly label: string;
  readonly top: number;
}

/** All headings of a grid in proportion, at its side: it shows the place, and leads to any other.
 *
 * It sends `facetry-scrub` with the `place` in the grid in pixels.
 */
@customElement("facetry-scrubber")
export class FacetryScrubber extends LitElement {
  static override styles = [
    BASE,
    css`
      :host {
        display: block;
        width: 3rem;
        touch-action: none;
      }
      .track {
        position: relative;
        height: 100%;
        cursor: ns-resize;
        outline-offset: -3px;
      }
      .mark {
        position: absolute;
        right: 0.55rem;
        transform: translateY(-50%);
        max-width: 2.6rem;
        overflow: hidden;
        color: var(--muted);
        font-size: 0.7rem;
        font-variant-numeric: tabular-nums;
        line-height: 1;
        pointer-events: none;
        white-space: nowrap;
        opacity: 0.9;
      }
      .thumb,
      .pointer {
        position: absolute;
        right: 0;
        width: 2.6rem;
        height: 3px;
        border-radius: 2px 0 0 2px;
        transform: translateY(-50%);
        background: var(--accent-fill);
        pointer-events: none;
      }
      .pointer {
        height: 1px;
        background: var(--line-strong);
      }
      .label {
        position: absolute;
        right: 100%;
        z-index: 2;
        transform: translateY(-50%);
        margin-right: 0.4rem;
        padding: 0.3rem 0.7rem;
        border: 1px solid var(--line);
        border-radius: var(--radius);
        background: var(--raised);
        box-shadow: var(--shadow);
        font-size: 0.85rem;
        font-weight: 550;
        pointer-events: none;
        white-space: nowrap;
      }
      @media (max-width: 40rem) {
        :host {
          width: 1.5rem;
        }
        .mark {
          display: none;
        }
        .thumb {
          width: 0.35rem;
          height: 2.5rem;
        }
      }
    `,
  ];

  @property({ attribute: false }) layout: Layout | undefined;
  @state() height = 0;
  /** The height of the pointer above the track, if it is there. */
  @state() pointed: number | undefined;
  @state() isDragged = false;
  #place = 0;
  #visible = 0;
  #observer: ResizeObserver | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#observer = new ResizeObserver(() => {
      this.height = this.clientHeight;
    });
    this.#observer.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#observer?.disconnect();
  }

  /** Shows the place that the grid is scrolled to, in pixels, and how many pixels of the grid are visible. */
  show(place: number, visible: number): void {
    this.#place = place;
    this.#visible = visible;
    const thumb = this.renderRoot.querySelector<HTMLElement>(".thumb");
    if (thumb === null) this.requestUpdate();
    else thumb.style.top = `${this.#heightOf(place)}px`;
    const track = this.renderRoot.querySelector(".track");
    track?.setAttribute("aria-valuenow", String(this.#percent));
    track?.setAttribute("aria-valuetext", this.#labelAt(place));
    if (this.isDragged) this.requestUpdate();
  }

  protected override render(): TemplateResult {
    const { layout } = this;
    if (layout === undefined || this.#room <= 0) return html``;
    return html`<div
      class="track"
      role="slider"
      tabindex="0"
      aria-label="Place in the library"
      aria-orientation="vertical"
      aria-valuemin="0"
      aria-valuemax="100"
      aria-valuenow=${this.#percent}
      aria-valuetext=${this.#labelAt(this.#place)}
      @pointermove=${this.#moved}
      @pointerdown=${this.#down}
      @pointerup=${this.#up}
      @pointercancel=${this.#up}
      @pointerleave=${this.#left}
      @keydown=${this.#pressed}
    >
      ${this.#marks(layout).map(({ label, top }) => html`<span class="mark" ${styled({ top: `${top}px` })}>${label}</span>`)}
      <span class="thumb" ${styled({ top: `${this.#heightOf(this.#place)}px` })}></span>
      ${this.#pointer()}
    </div>`;
  }

  #pointer(): TemplateResult | "" {
    if (this.pointed === undefined) return "";
    const top = styled({ top: `${this.pointed}px` });
    const label = this.#labelAt(this.#placeOf(this.pointed));
    return html`<span class="pointer" ${top}></span>${label === "" ? "" : html`<span class="label" ${top}>${label}</span>`}`;
  }

  /** Short names beside the track, as many as fit: years of months, else the headings. */
  #marks(layout: Layout): readonly Mark[] {
    const marks: Mark[] = [];
    let formerLabel = "";
    for (const [place, section] of layout.sections.entries()) {
      const label = /\b\d{4}$/.exec(section.label)?.[0] ?? section.label.split(" ")[0] ?? "";
      if (label === formerLabel) continue;
      formerLabel = label;
      const top = this.#heightOf(layout.sectionTops[place] ?? 0);
      const former = marks.at(-1);
      if (former === undefined || top - former.top >= MARK_PIXELS) marks.push({ label, top });
    }
    return layout.sections.length > 1 ? marks : [];
  }

  /** How far the grid can be scrolled. */
  get #room(): number {
    return Math.max((this.layout?.height ?? 0) - this.#visible, 0);
  }

  get #percent(): number {
    return this.#room === 0 ? 0 : Math.round((Math.min(this.#place, this.#room) / this.#room) * 100);
  }

  #heightOf(place: number): number {
    const share = this.#room === 0 ? 0 : Math.min(place / this.#room, 1);
    return INSET + share * Math.max(this.height - 2 * INSET, 0);
  }

  #placeOf(height: number): number {
    const share = (height - INSET) / Math.max(this.height - 2 * INSET, 1);
    return Math.min(Math.max(share, 0), 1) * this.#room;
  }

  #labelAt(place: number): string {
    const { layout } = this;
    return layout?.sections[sectionAt(layout, place + 1)]?.label ?? "";
  }

  #moved(event: PointerEvent): void {
    this.pointed = event.clientY - this.getBoundingClientRect().top;
    if (this.isDragged) this.#send(this.#placeOf(this.pointed));
  }

  #down(event: PointerEvent): void {
    (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
    this.isDragged = true;
    this.#moved(event);
  }

  #up(event: PointerEvent): void {
    this.isDragged = false;
    if (event.pointerType !== "mouse") this.pointed = undefined;
  }

  #left(): void {
    if (!this.isDragged) this.pointed = undefined;
  }

  #pressed(event: KeyboardEvent): void {
    const { layout } = this;
    if (layout === undefined) return;
    const section = sectionAt(layout, this.#place + 1);
    const places: Readonly<Record<string, number | undefined>> = {
      ArrowDown: layout.sectionTops[section + 1] ?? this.#room,
      ArrowUp:
        layout.sectionTops[Math.max((layout.sectionTops[section] ?? 0) < this.#place - 1 ? section : section - 1, 0)],
      PageDown: this.#place + SCREENS * this.#visible,
      PageUp: this.#place - SCREENS * this.#visible,
      Home: 0,
      End: this.#room,
    };
    const place = places[event.key];
    if (place === undefined) return;
    event.preventDefault();
    this.#send(place);
  }

  #send(place: number): void {
    this.dispatchEvent(
      new CustomEvent("facetry-scrub", { detail: { place: Math.min(Math.max(place, 0), this.#room) } }),
    );
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "facetry-scrubber": FacetryScrubber;
  }
}
