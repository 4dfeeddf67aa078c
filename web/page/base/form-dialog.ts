/** What forms have in common: they are busy while they send, and show what was refused. */

import { type CSSResultGroup, html, LitElement, type ReactiveControllerHost, type TemplateResult } from "lit";
import { COLLECTION_COMMENT_MAX_LENGTH, COLLECTION_NAME_MAX_LENGTH } from "../../api/limits.js";
import "./facetry-dialog.js";
import { sentencesOf } from "./facetry-problem.js";
import { CONTROLS } from "./styles.js";

/** What a person has typed into a field of a form, without white space around it. */
export function textIn(form: EventTarget | null, name: string): string {
  const value = new FormData(form as HTMLFormElement).get(name);
  return typeof value === "string" ? value.trim() : "";
}

/** Whether a component sends something, and why that was refused. */
export class Sending {
  isBusy = false;
  error: unknown;
  readonly #host: Pick<ReactiveControllerHost, "requestUpdate">;

  constructor(host: Pick<ReactiveControllerHost, "requestUpdate">) {
    this.#host = host;
  }

  /** Whether it succeeded. What it throws is the refusal. */
  async run(send: () => Promise<unknown>): Promise<boolean> {
    this.isBusy = true;
    this.error = undefined;
    this.#host.requestUpdate();
    try {
      await send();
    } catch (error) {
      this.error = error;
    }
    this.isBusy = false;
    this.#host.requestUpdate();
    return this.error === undefined;
  }

  /** The refusal in sentences. */
  get refusal(): TemplateResult | undefined {
    if (this.error === undefined) return undefined;
    const { text, remedy = "" } = sentencesOf(this.error);
    return html`<p class="error" role="alert">${text} ${remedy}</p>`;
  }
}

/** The fields `name` and `comment` of a record. */
export function nameAndComment(name: string, comment = "", rows = 2): TemplateResult {
  return html`<label class="field">
      <span>Name</span>
      <input name="name" required maxlength=${COLLECTION_NAME_MAX_LENGTH} autofocus autocomplete="off" .value=${name} />
    </label>
    <label class="field">
      <span>Comment</span>
      <textarea name="comment" maxlength=${COLLECTION_COMMENT_MAX_LENGTH} rows=${rows} .value=${comment}></textarea>
    </label>`;
}

/** A dialog with a form. It sends `close` at its end. */
export abstract class FormDialog extends LitElement {
  static override styles: CSSResultGroup = CONTROLS;

  readonly #sending = new Sending(this);

  protected abstract get heading(): string;
  /** The label of the button that sends the form, as a verb. */
  protected abstract get agree(): string;
  protected abstract fields(): TemplateResult;
  /** Sends what the fields hold. The dialog closes afterwards, or shows what it throws. */
  protected abstract send(text: (field: string) => string): Promise<unknown>;

  protected override render(): TemplateResult {
    return html`<facetry-dialog heading=${this.heading} open @close=${this.#close}>
      <form id="form" class="stack" @submit=${this.#submit}>${this.fields()} ${this.#sending.refusal}</form>
      <button slot="actions" @click=${this.#close}>Cancel</button>
      <button slot="actions" class="primary" form="form" ?disabled=${this.#sending.isBusy}>${this.agree}</button>
    </facetry-dialog>`;
  }

  async #submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const form = event.target;
    if (await this.#sending.run(() => this.send((field) => textIn(form, field)))) this.#close();
  }

  #close(): void {
    this.dispatchEvent(new CustomEvent("close"));
  }
}
