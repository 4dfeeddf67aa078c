import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { createRef, ref } from "lit/directives/ref.js";
import type { DocumentFinding } from "@api/models.js";
import { CONTROLS } from "../base/styles.js";
import { cellsBefore, lineCount, offsetOf } from "./text.js";

const LINE_PIXELS = 20;
const MARGIN_LINES = 10;

/** A text with line numbers and marked places. Only the lines in sight are drawn beside it, so long texts stay quick.
 *
 * Sends `facetry-input` when the text changes.
 */
@customElement("facetry-editor")
export class FacetryEditor extends LitElement {
  static override styles = [
    CONTROLS,
    css`
      :host {
        position: relative;
        display: grid;
        grid-template-columns: auto minmax(0, 1fr);
        overflow: hidden;
        border: 1px solid var(--line-strong);
        border-radius: var(--radius);
        background: var(--field);
      }
      :host(:focus-within) {
        outline: 2px solid var(--accent);
        outline-offset: -1px;
      }
      .gutter,
      textarea,
      .marks {
        font: 0.82rem / 20px var(--mono);
        tab-size: 2;
      }
      .gutter {
        position: relative;
        overflow: hidden;
        background: var(--hover);
        color: var(--muted);
        text-align: end;
        user-select: none;
      }
      .gutter .widest {
        padding: 0 0.6rem;
        visibility: hidden;
      }
      .gutter .line {
        position: absolute;
        inset-inline: 0;
        padding: 0 0.6rem;
      }
      .gutter .error-line {
        background: color-mix(in oklab, var(--danger) 25%, transparent);
        color: var(--text);
      }
      .gutter .warning-line {
        background: color-mix(in oklab, var(--warning) 25%, transparent);
        color: var(--text);
      }
      .text {
        position: relative;
        min-width: 0;
        overflow: hidden;
      }
      .marks {
        position: absolute;
        inset: 0;
        pointer-events: none;
      }
      .mark {
        position: absolute;
        height: 20px;
        min-width: 0.4rem;
        border-bottom: 2px solid var(--danger);
        background: color-mix(in oklab, var(--danger) 14%, transparent);
      }
      .mark.warning-mark {
        border-color: var(--warning);
        background: color-mix(in oklab, var(--warning) 14%, transparent);
      }
      .text textarea {
        position: relative;
        display: block;
        width: 100%;
        height: 100%;
        padding: 0 0.6rem;
        border: none;
        border-radius: 0;
        outline: none;
        background: none;
        resize: none;
        white-space: pre;
        overflow: auto;
      }
      .ruler {
        position: absolute;
        visibility: hidden;
        font: 0.82rem / 20px var(--mono);
      }
    `,
  ];

  @property({ attribute: false }) text = "";
  @property({ attribute: false }) findings: readonly DocumentFinding[] = [];
  @property() label = "";
  @state() first = 1;
  @state() last = 60;
  @state() lines = 1;
  readonly #area = createRef<HTMLTextAreaElement>();
  readonly #marks = createRef<HTMLElement>();
  readonly #gutter = createRef<HTMLElement>();
  readonly #resized = new ResizeObserver(() => this.#look());

  override connectedCallback(): void {
    super.connectedCallback();
    this.#resized.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resized.disconnect();
  }

  /** Selects the place of a finding, and scrolls to it. */
  select({ line, column, endLine, endColumn }: DocumentFinding): void {
    const area = this.#area.value;
    if (area === undefined) return;
    area.focus();
    area.setSelectionRange(offsetOf(this.text, line, column), offsetOf(this.text, endLine, endColumn));
    area.scrollTop = Math.max(0, (line - 4) * LINE_PIXELS);
    area.scrollLeft = 0;
    this.#look();
  }

  protected override willUpdate(changes: Map<string, unknown>): void {
    if (changes.has("text")) this.lines = lineCount(this.text);
  }

  protected override updated(): void {
    const area = this.#area.value;
    // Setting the value moves the cursor, so it is set only when somebody else has changed the text.
    if (area !== undefined && area.value !== this.text) area.value = this.text;
    this.#place();
  }

  protected override render(): TemplateResult {
    const last = Math.min(this.last, this.lines);
    const numbers = Array.from({ length: Math.max(0, last - this.first + 1) }, (_, index) => this.first + index);
    const shown = this.findings.filter((finding) => finding.line >= this.first && finding.line <= last);
    return html`<div class="gutter" aria-hidden="true">
        <div class="widest">${this.lines}</div>
        <div ${ref(this.#gutter)}>
          ${numbers.map(
            (number) => html`<div class="line ${this.#severity(number)}" data-line=${number}>${number}</div>`,
          )}
        </div>
      </div>
      <div class="text">
        <div class="marks" aria-hidden="true" ${ref(this.#marks)}>
          ${shown.map((_, index) => html`<div class="mark" data-index=${index}></div>`)}
        </div>
        <textarea
          ${ref(this.#area)}
          aria-label=${this.label}
          spellcheck="false"
          autocomplete="off"
          autocapitalize="off"
          wrap="off"
          @input=${this.#typed}
          @scroll=${this.#look}
        ></textarea>
        <span class="ruler" aria-hidden="true">0000000000</span>
      </div>`;
  }

  #severity(line: number): string {
    const here = this.findings.filter((finding) => finding.line === line);
    if (here.length === 0) return "";
    return here.some((finding) => finding.severity === "error") ? "error-line" : "warning-line";
  }

  /** Puts numbers and marks where their lines are now. The policy of the page allows no styles in its texts. */
  #place(): void {
    const area = this.#area.value;
    if (area === undefined) return;
    const top = (line: number) => (line - 1) * LINE_PIXELS - area.scrollTop;
    for (const element of this.#gutter.value?.querySelectorAll<HTMLElement>(".line") ?? []) {
      element.style.top = `${top(Number(element.dataset["line"]))}px`;
    }
    const last = Math.min(this.last, this.lines);
    const shown = this.findings.filter((finding) => finding.line >= this.first && finding.line <= last);
    const width = (this.renderRoot.querySelector<HTMLElement>(".ruler")?.offsetWidth ?? 80) / 10;
    const padding = Number.parseFloat(getComputedStyle(area).paddingInlineStart);
    shown.forEach((finding, index) => {
      const element = this.#marks.value?.children[index] as HTMLElement | undefined;
      if (element === undefined) return;
      const start = offsetOf(this.text, finding.line, 1);
      const end = this.text.indexOf("\n", start);
      const line = this.text.slice(start, end < 0 ? undefined : end);
      const from = cellsBefore(line, finding.column);
      const to = cellsBefore(line, finding.endLine > finding.line ? line.length + 1 : finding.endColumn);
      element.className = finding.severity === "error" ? "mark" : "mark warning-mark";
      element.style.top = `${top(finding.line)}px`;
      element.style.left = `${padding + from * width - area.scrollLeft}px`;
      element.style.width = `${Math.max(to - from, 1) * width}px`;
    });
  }

  #look(): void {
    const area = this.#area.value;
    if (area === undefined) return;
    const first = Math.floor(area.scrollTop / LINE_PIXELS) + 1;
    this.first = Math.max(1, first - MARGIN_LINES);
    this.last = first + Math.ceil(area.clientHeight / LINE_PIXELS) + MARGIN_LINES;
    this.#place();
  }

  #typed(): void {
    this.text = this.#area.value?.value ?? "";
    this.dispatchEvent(new CustomEvent("facetry-input", { detail: { text: this.text } }));
  }
}
