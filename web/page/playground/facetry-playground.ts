import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { CircleAlert, CircleCheck, TriangleAlert } from "lucide";
import { isAbort } from "../../api/errors.js";
import type { DocumentCheck, DocumentFinding, DocumentKind } from "@api/models.js";
import { icon } from "../base/facetry-icon.js";
import { sentencesOf } from "../base/facetry-problem.js";
import { counted, size } from "../base/format.js";
import { STYLES } from "../base/styles.js";
import { attempt, notifyError } from "../session/notices.js";
import { service } from "../session/service.js";
import type { Example } from "./examples.js";
import type { FacetryEditor } from "./facetry-editor.js";
import "./facetry-editor.js";
import "./facetry-preview.js";
import { kindOf, parsed } from "./text.js";

const KINDS: Readonly<Record<DocumentKind, string>> = {
  "view-document": "View document",
  manifest: "Manifest",
  "settings-schema": "Schema of settings",
  event: "Event",
  recipe: "Recipe",
};
const NAME = "facetry-playground";
const PAUSE_MILLISECONDS = 250;
const MAX_BYTES = 1_048_576;
/** Longer texts are not shown as they are typed, because their elements take time. */
const MAX_SHOWN_CHARACTERS = 200_000;
const SHOWN_FINDINGS = 100;

/** Checks documents of extensions as they are typed, by the validator of the service, and shows how they look. */
@customElement("facetry-playground")
export class FacetryPlayground extends LitElement {
  static override styles = [
    STYLES,
    css`
      :host {
        display: block;
        min-height: 100%;
      }
      .page {
        max-width: 110rem;
      }
      .columns {
        display: grid;
        grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
        align-items: start;
        gap: 1rem;
      }
      .columns > * {
        min-width: 0;
      }
      facetry-editor {
        height: min(36rem, 62dvh);
      }
      .dropping facetry-editor {
        border-style: dashed;
        border-color: var(--accent);
      }
      .findings {
        display: grid;
        padding: 0;
        border: 1px solid var(--line);
        border-radius: calc(var(--radius) * 2);
        background: var(--raised);
        list-style: none;
        overflow: hidden;
      }
      .findings li {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr);
        gap: 0.15rem 0.6rem;
        padding: 0.6rem 0.8rem;
        border-bottom: 1px solid var(--line);
        overflow-wrap: anywhere;
      }
      .findings li:last-child {
        border: none;
      }
      .findings button {
        min-height: 1.5rem;
        padding: 0 0.4rem;
        font-family: var(--mono);
        font-size: 0.8rem;
      }
      .title {
        flex: 1 1 15rem;
      }
      .toolbar select {
        flex: 1 1 8rem;
        width: 13rem;
      }
      .verdict {
        display: flex;
        align-items: center;
        gap: 0.5rem;
        min-height: 2rem;
      }
      @media (max-width: 60rem) {
        .columns {
          grid-template-columns: minmax(0, 1fr);
        }
      }
    `,
  ];

  @state() text!: string;
  @state() kind!: DocumentKind;
  @state() check: DocumentCheck | undefined;
  @state() error: unknown;
  @state() document: unknown;
  @state() isStale = false;
  @state() examples: readonly Example[] = [];
  @state() isDropping = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #controller: AbortController | undefined;

  constructor() {
    super();
    ({ text: this.text, kind: this.kind } = remembered());
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void attempt(async () => {
      const { EXAMPLES } = await import("./examples.js");
      this.examples = EXAMPLES;
      if (this.text === "" && EXAMPLES[0] !== undefined) this.#begin(EXAMPLES[0]);
    });
    if (this.text !== "") this.#later(0);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
    this.#controller?.abort();
  }

  protected override render(): TemplateResult {
    const findings = this.check?.findings ?? [];
    return html`<div class="page">
      <div class="row spread">
        <div class="title">
          <h1>Playground</h1>
          <p class="muted">
            Write or drop a document of an extension. The service checks it as you type and keeps nothing.
          </p>
        </div>
        ${this.#toolbar()}
      </div>
      <div class="columns">
        <div
          class="stack ${this.isDropping ? "dropping" : ""}"
          @dragover=${this.#dragged}
          @dragleave=${() => (this.isDropping = false)}
          @drop=${this.#dropped}
        >
          <facetry-editor
            label=${KINDS[this.kind]}
            .text=${this.text}
            .findings=${findings}
            @facetry-input=${(event: CustomEvent<{ text: string }>) => this.#typed(event.detail.text)}
            @paste=${() => setTimeout(() => this.#recognise())}
          ></facetry-editor>
          ${this.#verdict()}
          ${
            findings.length === 0
              ? ""
              : html`<ul class="findings" aria-label="Findings">
                  ${findings.slice(0, SHOWN_FINDINGS).map((finding) => this.#finding(finding))}
                </ul>`
          }
        </div>
        <div class="stack">
          ${this.#preview()}
        </div>
      </div>
    </div>`;
  }

  #toolbar(): TemplateResult {
    const choose = (event: Event) => {
      const select = event.target as HTMLSelectElement;
      const example = this.examples[Number(select.value)];
      if (select.value !== "" && example !== undefined) this.#begin(example);
      select.value = "";
    };
    return html`<div class="row toolbar">
      <select aria-label="Kind of document" @change=${this.#chooseKind}>
        ${Object.entries(KINDS).map(
          ([kind, label]) => html`<option value=${kind} .selected=${kind === this.kind}>${label}</option>`,
        )}
      </select>
      <select aria-label="Examples" @change=${choose}>
        <option value="">Examples…</option>
        ${this.examples.map((example, index) => html`<option value=${index}>${example.name}</option>`)}
      </select>
      <button @click=${this.#format}>Format</button>
    </div>`;
  }

  #verdict(): TemplateResult {
    if (this.error !== undefined) {
      const { text, remedy } = sentencesOf(this.error);
      return html`<p class="verdict error" role="alert">
        ${icon(CircleAlert)}<span>${text} ${remedy ?? ""}</span><button
          @click=${() => this.#later(0)}>Try again</button>
      </p>`;
    }
    if (this.check === undefined)
      return html`<p class="verdict muted" role="status">${this.text.trim() === "" ? "" : "Checking…"}</p>`;
    const { isValid, findings } = this.check;
    const errors = findings.filter((finding) => finding.severity === "error").length;
    const warnings = findings.length - errors;
    const words = [errors > 0 ? counted(errors, "error") : "", warnings > 0 ? counted(warnings, "warning") : ""].filter(
      (each) => each !== "",
    );
    const more = findings.length > SHOWN_FINDINGS ? ` The first ${SHOWN_FINDINGS} are shown.` : "";
    const valid = `The document is valid${warnings > 0 ? `, with ${words.join(", ")}` : ""}.`;
    return html`<p class="verdict ${isValid ? "success" : "error"}" role="status">
      ${icon(isValid ? CircleCheck : CircleAlert)}
      ${isValid ? valid : `The document has ${words.join(" and ")}.${more}`}
    </p>`;
  }

  #finding(finding: DocumentFinding): TemplateResult {
    const { severity, message, remedy, rule, line, column, documentation } = finding;
    const isError = severity === "error";
    return html`<li>
      <span class=${isError ? "error" : "warning"}>${icon(isError ? CircleAlert : TriangleAlert)}</span>
      <div>
        <span class="hidden-text">${severity}:</span> ${message}
        ${remedy === undefined ? "" : html`<span class="muted">${remedy}</span>`}
        <div class="row small">
          <button class="quiet" title="Go to this place" @click=${() => this.#editor?.select(finding)}>
            <span class="hidden-text">Go to</span>${line}:${column}
          </button>
          <a href=${service.base + documentation.replace(/^\//, "")} target="_blank" rel="noopener">${rule}</a>
        </div>
      </div>
    </li>`;
  }

  #preview(): TemplateResult {
    if (this.document === undefined && this.text.length > MAX_SHOWN_CHARACTERS) {
      return html`<div class="empty">
        <p>The text has ${size(this.text.length)}, so it is not shown as you type.</p>
        <button @click=${() => (this.document = parsed(this.text))}>Show it</button>
      </div>`;
    }
    return html`${
      this.isStale
        ? html`<p class="small warning" role="status">The text is not JSON now. This is what it was before.</p>`
        : ""
    }
      <facetry-preview .document=${this.document} .kind=${this.kind}></facetry-preview>`;
  }

  #typed(text: string): void {
    this.text = text;
    this.#later(PAUSE_MILLISECONDS);
  }

  #begin({ kind, document }: Example): void {
    this.kind = kind;
    this.document = undefined;
    this.text = `${JSON.stringify(document, undefined, 2)}\n`;
    this.#later(0);
  }

  #chooseKind(event: Event): void {
    this.kind = (event.target as HTMLSelectElement).value as DocumentKind;
    this.#later(0);
  }

  /** Takes over the kind that a pasted or dropped document obviously has. */
  #recognise(): void {
    const kind = kindOf(parsed(this.text));
    if (kind !== undefined && kind !== this.kind) {
      this.kind = kind;
      this.#later(0);
    }
  }

  #format(): void {
    const value = parsed(this.text);
    if (value === undefined)
      notifyError(new Error("The text is not JSON, so it cannot be formatted. Mend the findings first."));
    else this.#typed(`${JSON.stringify(value, undefined, 2)}\n`);
  }

  #dragged(event: DragEvent): void {
    if (event.dataTransfer?.types.includes("Files") !== true) return;
    event.preventDefault();
    this.isDropping = true;
  }

  #dropped(event: DragEvent): void {
    this.isDropping = false;
    const file = event.dataTransfer?.files[0];
    if (file === undefined) return;
    event.preventDefault();
    void attempt(async () => {
      if (file.size > MAX_BYTES)
        throw new Error(`The file has ${size(file.size)}. Documents may have ${size(MAX_BYTES)}.`);
      this.text = await file.text();
      this.#recognise();
      this.#later(0);
    });
  }

  #later(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#look(), milliseconds);
  }

  async #look(): Promise<void> {
    const { text, kind } = this;
    remember(text, kind);
    this.#show();
    this.#controller?.abort();
    const { signal } = (this.#controller = new AbortController());
    if (text.trim() === "") {
      this.check = undefined;
      return;
    }
    try {
      this.check = await service.until(signal).validationCheck(text, { kind });
      this.error = undefined;
    } catch (error) {
      if (signal.aborted || isAbort(error)) return;
      this.error = error;
      this.check = undefined;
    }
  }

  #show(): void {
    this.isStale = false;
    if (this.text.length > MAX_SHOWN_CHARACTERS) {
      this.document = undefined;
      return;
    }
    const document = parsed(this.text);
    if (document !== undefined || this.text.trim() === "") this.document = document;
    else this.isStale = this.document !== undefined;
  }

  get #editor(): FacetryEditor | null {
    return this.renderRoot.querySelector("facetry-editor");
  }
}

function remembered(): { readonly text: string; readonly kind: DocumentKind } {
  const value = parsed(sessionStorage.getItem(NAME) ?? "") as
    | { readonly text?: unknown; readonly kind?: unknown }
    | undefined;
  const kind = Object.keys(KINDS).find((each) => each === value?.kind) as DocumentKind | undefined;
  return { text: typeof value?.text === "string" ? value.text : "", kind: kind ?? "view-document" };
}

function remember(text: string, kind: DocumentKind): void {
  try {
    sessionStorage.setItem(NAME, JSON.stringify({ text, kind }));
  } catch {
    sessionStorage.removeItem(NAME); // the text is longer than what the browser keeps, and works without
  }
}
