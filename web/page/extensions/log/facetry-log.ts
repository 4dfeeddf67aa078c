import { css, html, LitElement, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { ArrowDownToLine, Copy, Pause, Play } from "lucide";
import type { ExtensionLogLine } from "@api/models.js";
import { icon } from "../../base/facetry-icon.js";
import "../../base/facetry-problem.js";
import { count, counted } from "../../base/format.js";
import { Polling } from "../../session/polling.js";
import { STYLES } from "../../base/styles.js";
import { attempt, notify } from "../../session/notices.js";
import { service } from "../../session/service.js";
import { appended, filtered, type Level, LEVELS, MAX_LINES, newLines, type ShownLine } from "./log-lines.js";

const FIRST_LINES = 1_000;
const NEXT_LINES = 500;
const POLL_MILLISECONDS = 2_000;
/** How near the end, in pixels, a person reads when the log follows it. */
const END_PIXELS = 24;
const LEVEL_LABELS: Readonly<Record<Level, string>> = {
  debug: "All lines",
  info: "Info and above",
  warning: "Warnings and errors",
  error: "Errors",
};
const time = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" });
const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium" });

/** The log of an extension as it grows. It follows the end, unless a person reads further up or pauses it. */
@customElement("facetry-log")
export class FacetryLog extends LitElement {
  static override styles = [
    STYLES,
    css`
      :host {
        display: grid;
        gap: 0.6rem;
        position: relative;
      }
      .tools input {
        flex: 1 1 10rem;
      }
      .lines {
        position: relative;
        height: clamp(16rem, calc(100dvh - 22rem), 60rem);
        padding: 0.5rem 0;
        border: 1px solid var(--line);
        border-radius: calc(var(--radius) * 2);
        background: var(--field);
        overflow: auto;
        overscroll-behavior: contain;
        font-family: var(--mono);
        font-size: 0.8rem;
        line-height: 1.55;
      }
      .line {
        display: grid;
        grid-template-columns: 5.2rem minmax(0, 1fr);
        padding: 0 0.75rem;
        border-inline-start: 3px solid transparent;
        white-space: pre-wrap;
        overflow-wrap: anywhere;
        unicode-bidi: isolate;
        content-visibility: auto;
        contain-intrinsic-height: auto 1.25rem;
      }
      .line:hover {
        background: var(--hover);
      }
      .line time {
        color: var(--muted);
        user-select: none;
      }
      .error-line {
        border-color: var(--danger);
        color: var(--danger);
      }
      .warning-line {
        border-color: var(--warning);
        color: var(--warning);
      }
      .note {
        font-style: italic;
      }
      .info-line.note,
      .debug-line {
        color: var(--muted);
      }
      .end {
        position: absolute;
        inset-inline-end: 1rem;
        inset-block-end: 2.6rem;
        box-shadow: var(--shadow);
      }
      @media (max-width: 40rem) {
        .line {
          grid-template-columns: minmax(0, 1fr);
        }
      }
    `,
  ];

  @property({ attribute: false }) extensionId!: string;
  @state() level: Level = "debug";
  @state() text = "";
  @state() isPaused = false;
  @state() isAtEnd = true;
  #shown: readonly ShownLine[] = [];
  /** Lines that came while the log is paused. */
  #delayed: readonly ExtensionLogLine[] = [];
  #read: readonly ExtensionLogLine[] = [];
  readonly #log = new Polling<readonly ExtensionLogLine[]>(this, {
    load: async (signal) => this.#load(signal),
    pause: () => POLL_MILLISECONDS,
    topics: ["extension.process.started", "extension.process.stopped", "extension.error"],
  });

  protected override render(): TemplateResult {
    const { value, error } = this.#log;
    if (value === undefined && error !== undefined) {
      return html`<facetry-problem .error=${error} @retry=${() => this.#log.reload()}></facetry-problem>`;
    }
    const lines = filtered(this.#shown, this.level, this.text);
    return html`
      <div class="row tools">
        <input
          type="search"
          aria-label="Find in the log"
          placeholder="Find in the log"
          .value=${this.text}
          @input=${(event: Event) => (this.text = (event.target as HTMLInputElement).value)}
        />
        <select
          aria-label="Level"
          @change=${(event: Event) => (this.level = (event.target as HTMLSelectElement).value as Level)}
        >
          ${LEVELS.map(
            (level) => html`<option value=${level} ?selected=${level === this.level}>${LEVEL_LABELS[level]}</option>`,
          )}
        </select>
        <button aria-pressed=${this.isPaused} @click=${this.#pauseOrGoOn}>
          ${icon(this.isPaused ? Play : Pause)} ${this.isPaused ? "Go on" : "Pause"}
        </button>
        <button @click=${() => this.#copy(lines)}>${icon(Copy)} Copy</button>
      </div>
      <div class="lines" role="log" aria-label="Log" aria-live="off" tabindex="0" @scroll=${this.#scrolled}>
        ${repeat(
          lines,
          ({ number }) => number,
          (line) => this.#line(line),
        )}
        ${value === undefined || lines.length > 0 ? "" : this.#none()}
      </div>
      ${
        this.isAtEnd || lines.length === 0
          ? ""
          : html`<button class="end" @click=${this.#toEnd}>${icon(ArrowDownToLine)} Follow the end</button>`
      }
      <span class="muted small" role="status">
        ${
          this.isPaused
            ? `Paused. ${counted(this.#delayed.length, "new line")}.`
            : lines.length === this.#shown.length
              ? `${counted(lines.length, "line")}${lines.length >= MAX_LINES ? ", the last ones" : ""}`
              : `${count(lines.length)} of ${counted(this.#shown.length, "line")}`
        }
        ${error === undefined ? "" : html`<span class="warning">The service does not answer.</span>`}
      </span>
    `;
  }

  protected override updated(changed: PropertyValues<this>): void {
    const moves = changed.size === 0 || changed.has("text") || changed.has("level") || changed.has("isPaused");
    if (this.isAtEnd && moves) this.#toEnd();
  }

  #line({ date, level, isNote, text }: ShownLine): TemplateResult {
    const clock =
      date === undefined ? html`<span></span>` : html`<time title=${day.format(date)}>${time.format(date)}</time>`;
    return html`<div class="line ${level}-line ${isNote ? "note" : ""}">${clock}<span>${text}</span></div>`;
  }

  #none(): TemplateResult {
    const text = this.#shown.length === 0 ? "The extension has not written anything." : "No line matches.";
    return html`<p class="empty">${text}</p>`;
  }

  get #box(): HTMLElement | null {
    return this.renderRoot.querySelector(".lines");
  }

  async #load(signal: AbortSignal): Promise<readonly ExtensionLogLine[]> {
    const wanted = this.#read.length === 0 ? FIRST_LINES : NEXT_LINES;
    const { lines } = await service.until(signal).extensionLogs(this.extensionId, { count: wanted });
    const added = newLines(this.#read, lines);
    this.#read = lines;
    if (this.isPaused) this.#delayed = [...this.#delayed, ...added].slice(-MAX_LINES);
    else this.#shown = appended(this.#shown, added);
    return lines;
  }

  #pauseOrGoOn(): void {
    this.isPaused = !this.isPaused;
    if (this.isPaused) return;
    this.#shown = appended(this.#shown, this.#delayed);
    this.#delayed = [];
  }

  #scrolled(): void {
    const box = this.#box;
    if (box !== null) this.isAtEnd = box.scrollHeight - box.scrollTop - box.clientHeight <= END_PIXELS;
  }

  #toEnd(): void {
    const box = this.#box;
    if (box !== null) box.scrollTop = box.scrollHeight;
  }

  #copy(lines: readonly ShownLine[]): Promise<boolean> {
    return attempt(async () => {
      const text = lines.map(
        (line) => `${line.date === undefined ? "" : `${new Date(line.date).toISOString()} `}${line.text}\n`,
      );
      if (navigator.clipboard === undefined)
        throw new Error("Browsers copy only from pages over HTTPS, or of this machine.");
      await navigator.clipboard.writeText(text.join(""));
      notify(`${counted(lines.length, "line")} copied.`);
    });
  }
}
