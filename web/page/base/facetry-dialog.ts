import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { X } from "lucide";
import { icon } from "./facetry-icon.js";
import { CONTROLS } from "./styles.js";

/** A modal dialog: `<facetry-dialog heading="…" open>`, with its buttons in the slot `actions`.
 *
 * It is the dialog of the browser, which keeps the focus inside and closes with Escape. A closed one sends `close`.
 */
@customElement("facetry-dialog")
export class FacetryDialog extends LitElement {
  static override styles = [
    CONTROLS,
    css`
      dialog {
        width: min(34rem, calc(100vw - 1.5rem));
        max-height: calc(100dvh - 2rem);
        padding: 0;
        border: 1px solid var(--line);
        border-radius: calc(var(--radius) * 2.5);
        background: var(--raised);
        color: var(--text);
        box-shadow: var(--shadow);
      }
      dialog.wide {
        width: min(60rem, calc(100vw - 1.5rem));
      }
      dialog::backdrop {
        background: rgb(0 0 0 / 45%);
      }
      header {
        display: flex;
        align-items: center;
        justify-content: space-between;
        gap: 1rem;
        padding: 0.75rem 0.75rem 0.5rem 1.1rem;
      }
      header,
      footer {
        position: sticky;
        z-index: 1;
        background: var(--raised);
      }
      header {
        top: 0;
      }
      .content {
        display: grid;
        gap: 0.9rem;
        padding: 0.25rem 1.1rem 0.4rem;
      }
      footer {
        display: flex;
        flex-wrap: wrap;
        justify-content: end;
        gap: 0.5rem;
        padding: 0.6rem 1.1rem 1rem;
      }
      footer {
        bottom: 0;
      }
    `,
  ];

  @property() heading = "";
  @property({ type: Boolean, reflect: true }) open = false;
  @property({ type: Boolean }) wide = false;

  protected override render(): TemplateResult {
    return html`<dialog class=${this.wide ? "wide" : ""} aria-labelledby="heading" @close=${this.#closed}>
      <header>
        <h2 id="heading">${this.heading}</h2>
        <button class="quiet icon" aria-label="Close" @click=${() => this.#dialog?.close()}>${icon(X)}</button>
      </header>
      <div class="content"><slot></slot></div>
      <footer><slot name="actions"></slot></footer>
    </dialog>`;
  }

  protected override updated(): void {
    const dialog = this.#dialog;
    if (dialog === null || dialog.open === this.open) return;
    if (this.open) dialog.showModal();
    else dialog.close();
  }

  get #dialog(): HTMLDialogElement | null {
    return this.renderRoot.querySelector("dialog");
  }

  #closed(): void {
    this.open = false;
    this.dispatchEvent(new CustomEvent("close"));
  }
}

/** A question that is answered by yes or no. */
export interface Question {
  readonly heading: string;
  readonly text: string | TemplateResult;
  /** The label of the button that agrees, as a verb. */
  readonly agree: string;
  readonly isDangerous?: boolean;
  /** What has to be typed before one can agree, such as the name of what is deleted. */
  readonly typed?: string;
}

@customElement("facetry-question")
export class FacetryQuestion extends LitElement {
  static override styles = CONTROLS;

  @property({ attribute: false }) question!: Question;
  @state() isTyped = false;
  /** Takes the answer. */
  answer: (agrees: boolean) => void = () => {};

  protected override render(): TemplateResult {
    const { heading, text, agree, isDangerous = false, typed } = this.question;
    return html`<facetry-dialog heading=${heading} open @close=${() => this.answer(false)}>
      <p>${text}</p>
      ${
        typed === undefined
          ? ""
          : html`<label class="field">
              <span>Type “${typed}” to go on</span>
              <input autofocus autocomplete="off" spellcheck="false" @input=${(event: InputEvent) => this.#compare(event, typed)} />
            </label>`
      }
      <button slot="actions" @click=${() => this.answer(false)}>Cancel</button>
      <button
        slot="actions"
        class=${isDangerous ? "danger" : "primary"}
        ?autofocus=${typed === undefined}
        ?disabled=${typed !== undefined && !this.isTyped}
        @click=${() => this.answer(true)}
      >
        ${agree}
      </button>
    </facetry-dialog>`;
  }

  #compare(event: InputEvent, typed: string): void {
    this.isTyped = (event.target as HTMLInputElement).value.trim() === typed;
  }
}

/** Asks a question in a dialog; whether the person agreed. */
export async function confirm(question: Question): Promise<boolean> {
  const element = document.createElement("facetry-question") as FacetryQuestion;
  element.question = question;
  document.body.append(element);
  const agrees = await new Promise<boolean>((resolve) => {
    element.answer = resolve;
  });
  element.remove();
  return agrees;
}
