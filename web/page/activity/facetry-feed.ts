import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { Pause, Play } from "lucide";
import { icon } from "../base/facetry-icon.js";
import { count, counted } from "../base/format.js";
import { watch } from "../base/store.js";
import { STYLES } from "../base/styles.js";
import { connection, type ServiceEvent } from "../session/events.js";
import { linkTo } from "../session/router.js";
import { may } from "../session/service.js";
import { type Entry, FAMILIES, type Family, familyOf, MAX_ENTRIES } from "./feed.js";
import { history } from "./history.js";
import { FAMILY_LABELS, iconOf, textOf } from "./words.js";

const MAX_DELAYED = 5_000;
const time = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" });

/** The names of things by their ids. */
export interface Names {
  readonly repositories: ReadonlyMap<string, string>;
  readonly extensions: ReadonlyMap<string, string>;
}

/** What happens, as it happens: newest first, paused and filtered by family. */
@customElement("facetry-feed")
@watch(connection)
export class FacetryFeed extends LitElement {
  static override styles = [
    STYLES,
    css`
      ul {
        display: grid;
        padding: 0;
        list-style: none;
      }
      li {
        display: grid;
        grid-template-columns: 4.6rem auto minmax(0, 1fr);
        align-items: baseline;
        gap: 0 0.75rem;
        padding: 0.45rem 0;
        border-top: 1px solid var(--line);
      }
      li > facetry-icon {
        align-self: center;
        color: var(--muted);
      }
      li.bad > facetry-icon,
      li.bad .text {
        color: var(--danger);
      }
      time {
        color: var(--muted);
        font-size: 0.85rem;
        font-variant-numeric: tabular-nums;
      }
      .what {
        display: flex;
        flex-wrap: wrap;
        gap: 0 0.6rem;
        min-width: 0;
        overflow-wrap: anywhere;
      }
      .families button {
        min-height: 1.9rem;
        border-radius: 1rem;
        padding: 0.1rem 0.7rem;
        font-size: 0.85rem;
      }
      .families button[aria-pressed="true"] {
        border-color: var(--accent);
        background: var(--selected);
      }
      .live {
        display: inline-flex;
        align-items: center;
        gap: 0.4rem;
      }
      .live::before {
        content: "";
        width: 0.5rem;
        height: 0.5rem;
        border-radius: 50%;
        background: var(--success);
      }
      .live.lost::before {
        background: var(--warning);
      }
    `,
  ];

  @property({ attribute: false }) names: Names = { repositories: new Map(), extensions: new Map() };
  @state() entries: readonly Entry[] = history.entries;
  /** The families that are not shown. */
  @state() omitted: ReadonlySet<Family> = new Set();
  /** Events that came while the feed is paused; `undefined` while it is not. */
  @state() delayed: readonly ServiceEvent[] | undefined;

  #stop: (() => void) | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#stop = history.listen(this.#receive);
    this.entries = history.entries;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop?.();
    this.delayed = undefined;
  }

  protected override render(): TemplateResult {
    if (!may("event:read")) {
      return html`<section class="panel">
        <h2>Events</h2>
        <p class="muted">Your key does not show events. It needs the scope <code>event:read</code>.</p>
      </section>`;
    }
    const entries = this.entries.filter(({ topic }) => !this.omitted.has(familyOf(topic)));
    const isPaused = this.delayed !== undefined;
    return html`<section class="panel">
      <div class="row spread">
        <div class="row">
          <h2>Events</h2>
          <span class="live muted small ${connection.value === "live" ? "" : "lost"}" role="status"
            >${this.#status()}</span
          >
        </div>
        <button aria-pressed=${isPaused} @click=${this.#pauseOrGoOn}>
          ${icon(isPaused ? Play : Pause)} ${isPaused ? "Go on" : "Pause"}
        </button>
      </div>
      <div class="row families" role="group" aria-label="Kinds of events">
        ${FAMILIES.map(
          (family) =>
            html`<button aria-pressed=${!this.omitted.has(family)} @click=${() => this.#toggle(family)}>
              ${FAMILY_LABELS[family]}
            </button>`,
        )}
      </div>
      ${history.hasGap ? html`<p class="warning small">Some events were missed while the connection was lost.</p>` : ""}
      ${
        entries.length === 0
          ? html`<div class="empty">
              <p>${this.entries.length === 0 ? "Nothing has happened yet." : "No event is of these kinds."}</p>
            </div>`
          : html`<ul aria-label="Events">
              ${repeat(
                entries,
                ({ number }) => number,
                (entry) => this.#entry(entry),
              )}
            </ul>`
      }
      ${this.entries.length >= MAX_ENTRIES ? html`<p class="muted small">Older events are not shown.</p>` : ""}
    </section>`;
  }

  #status(): string {
    if (this.delayed !== undefined) return `Paused, ${counted(this.delayed.length, "new event")}`;
    return connection.value === "live" ? "Live" : connection.value === "lost" ? "Connection lost" : "Connecting";
  }

  #entry({ topic, count: number, milliseconds, subjects }: Entry): TemplateResult {
    const links = subjects.map((id) => this.#link(topic, id)).filter((each) => each !== undefined);
    const isBad = topic === "extension.error";
    const rest = topic.startsWith("image.") && number > links.length && links.length > 0 ? number - links.length : 0;
    return html`<li class=${isBad ? "bad" : ""}>
      <time datetime=${new Date(milliseconds).toISOString()} title=${topic}>${time.format(milliseconds)}</time>
      ${icon(iconOf(topic))}
      <div class="what">
        <span class="text">${textOf(topic, number)}</span>
        ${links} ${rest > 0 && number > 1 ? html`<span class="muted small">and ${count(rest)} more</span>` : ""}
      </div>
    </li>`;
  }

  #link(topic: Entry["topic"], id: string): TemplateResult | undefined {
    const isGone = topic.endsWith(".deleted") || topic.endsWith(".uninstalled");
    switch (topic.split(".")[0]) {
      case "image":
        return isGone ? undefined : html`<a class="small" href=${linkTo("image", [id])}>${id.slice(0, 8)}</a>`;
      case "repository":
        return isGone
          ? undefined
          : html`<a href=${linkTo("folders", [id])}>${this.names.repositories.get(id) ?? "folder"}</a>`;
      case "collection":
        return isGone ? undefined : html`<a href=${linkTo("collections", [id])}>Collection ${id}</a>`;
      case "extension":
        return isGone
          ? html`<code>${id}</code>`
          : html`<a href=${linkTo("extensions", [id])}>${this.names.extensions.get(id) ?? id}</a>`;
      default:
        return undefined;
    }
  }

  readonly #receive = (events: readonly ServiceEvent[]): void => {
    if (this.delayed === undefined) this.entries = history.entries;
    else this.delayed = [...this.delayed, ...events].slice(-MAX_DELAYED);
  };

  #toggle(family: Family): void {
    const hidden = new Set(this.omitted);
    if (!hidden.delete(family)) hidden.add(family);
    this.omitted = hidden;
  }

  #pauseOrGoOn(): void {
    this.delayed = this.delayed === undefined ? [] : undefined;
    if (this.delayed === undefined) this.entries = history.entries;
  }
}
