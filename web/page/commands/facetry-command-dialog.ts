import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import type { CommandParameters } from "@api/models.js";
import type { ActionDetail } from "../../view/facetry-view.js";
import "../../view/facetry-view.js";
import "../base/facetry-dialog.js";
import { sentencesOf } from "../base/facetry-problem.js";
import { counted } from "../base/format.js";
import { STYLES } from "../base/styles.js";
import type { FacetryForm } from "../forms/facetry-form.js";
import "../forms/facetry-form.js";
import { notify, notifyError } from "../session/notices.js";
import { navigate } from "../session/router.js";
import { placeOf } from "./facetry-intent.js";
import { type Intent, type Outcome, outcomeOf, textAt } from "./intents.js";
import { allCommands, type Command, hasParameters, runCommand } from "./runnable.js";

type Step =
  | { readonly kind: "form"; readonly command: Command; readonly value: CommandParameters; readonly error?: unknown }
  | { readonly kind: "running"; readonly command: Command; readonly former: Step | undefined }
  | { readonly kind: "outcome"; readonly command: Command; readonly outcome: Outcome };

/** Runs a command: asks for its parameters, shows that it runs, and then what came of it. */
@customElement("facetry-command-dialog")
export class FacetryCommandDialog extends LitElement {
  static override styles = [
    STYLES,
    css`
      .text {
        white-space: pre-wrap;
        overflow-wrap: anywhere;
      }
      pre {
        max-height: 60dvh;
        overflow: auto;
        padding: 0.7rem;
        border-radius: var(--radius);
        background: var(--hover);
      }
    `,
  ];

  @state() step: Step | undefined;
  @state() seconds = 0;
  imageIds: readonly string[] = [];
  /** Called when the dialog is closed. */
  onClose: () => void = () => {};
  #controller: AbortController | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;
  readonly #back: Step[] = [];

  /** Shows the form of a command, or runs it at once if it has none or has its parameters. */
  start(command: Command, parameters?: CommandParameters): void {
    if (parameters === undefined && hasParameters(command)) this.step = { kind: "form", command, value: {} };
    else void this.#run(command, parameters, this.step);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#controller?.abort();
    clearInterval(this.#timer);
  }

  protected override render(): TemplateResult | typeof nothing {
    const { step } = this;
    if (step === undefined) return nothing;
    const isCard =
      step.kind === "outcome" && step.outcome.kind === "view" && textAt(step.outcome.document, "title") !== "";
    return html`<facetry-dialog heading=${isCard ? step.command.label : step.command.name} open
      ?wide=${step.kind === "outcome"}
      @close=${this.onClose}>
      ${step.kind === "form" ? this.#form(step) : step.kind === "running" ? this.#running() : this.#outcome(step)}
      ${this.#actions(step)}
    </facetry-dialog>`;
  }

  #form(step: Extract<Step, { kind: "form" }>): TemplateResult {
    const { command } = step;
    const refusal = step.error === undefined ? undefined : sentencesOf(step.error);
    return html`${command.description === "" ? "" : html`<p>${command.description}</p>`}
      ${this.#target(command)}
      <facetry-form
        .schema=${command.parameters ?? {}}
        .value=${step.value}
        @keydown=${this.#submitByKey}></facetry-form>
      ${refusal === undefined ? "" : html`<p class="error" role="alert">${refusal.text} ${refusal.remedy ?? ""}</p>`}`;
  }

  #target(command: Command): TemplateResult | typeof nothing {
    if (command.entity === "Process") return nothing;
    return html`<p class="muted small">It runs on ${counted(this.imageIds.length, "image")}.</p>`;
  }

  #running(): TemplateResult {
    return html`<div class="stack" role="status">
      <p>The extension works on it${this.seconds >= 2 ? html` – ${this.seconds} s` : ""}.</p>
      <progress aria-label="Running"></progress>
      ${
        this.seconds >= 10
          ? html`<p class="muted small">
              If you cancel, the page does not wait any longer. The extension may finish what it has begun.
            </p>`
          : ""
      }
    </div>`;
  }

  #outcome(step: Extract<Step, { kind: "outcome" }>): TemplateResult {
    const { outcome, command } = step;
    if (outcome.kind === "view") {
      return html`<facetry-view
        .document=${outcome.document}
        @facetry-action=${(event: CustomEvent<ActionDetail>) => void this.runAction(event.detail, command.extensionId)}
      ></facetry-view>`;
    }
    if (outcome.kind === "intent") {
      const run = (event: CustomEvent<ActionDetail>) => void this.runAction(event.detail, command.extensionId);
      return html`<facetry-intent .intent=${outcome.intent} @facetry-run=${run}></facetry-intent>`;
    }
    if (outcome.kind === "text") return html`<p class="text" role="status">${outcome.text}</p>`;
    if (outcome.kind === "json") return html`<pre tabindex="0">${outcome.text}</pre>`;
    return html`<p role="status">The command is done. It returned nothing.</p>`;
  }

  #actions(step: Step): TemplateResult {
    if (step.kind === "form") {
      return html`<button slot="actions" @click=${this.onClose}>Cancel</button>
        <button slot="actions" class="primary" @click=${this.#submit}>${step.command.label}</button>`;
    }
    if (step.kind === "running") return html`<button slot="actions" @click=${this.#cancel}>Cancel</button>`;
    return html`${this.#back.length === 0 ? "" : html`<button slot="actions" @click=${this.#goBack}>Back</button>`}
      <button slot="actions" class="primary" @click=${this.onClose}>Done</button>`;
  }

  /** Runs the command that a button of a card names, on the same images. */
  async runAction(detail: ActionDetail, extensionId: string): Promise<void> {
    const owner = detail.extensionId ?? extensionId;
    try {
      const command = (await allCommands()).find((each) => each.extensionId === owner && each.id === detail.commandId);
      if (command === undefined)
        throw new Error(`The extension ${owner} has no command ${detail.commandId} now. It may be paused.`);
      if (command.entity !== "Process" && this.imageIds.length === 0) {
        throw new Error(`The command ${command.label} needs images, and none is chosen.`);
      }
      if (this.step?.kind === "outcome") this.#back.push(this.step);
      this.start(command, detail.parameters);
    } catch (error) {
      notifyError(error);
      if (this.step === undefined) this.onClose();
    }
  }

  async #run(command: Command, parameters: CommandParameters | undefined, former: Step | undefined): Promise<void> {
    const controller = new AbortController();
    this.#controller = controller;
    this.step = { kind: "running", command, former };
    this.seconds = 0;
    clearInterval(this.#timer);
    this.#timer = setInterval(() => this.seconds++, 1_000);
    try {
      const { value } = await runCommand(command, this.imageIds, parameters, controller.signal);
      this.#show(command, outcomeOf(value));
    } catch (error) {
      if (controller.signal.aborted) return;
      await this.#refuse(command, parameters, former, error);
    } finally {
      if (this.#controller === controller) clearInterval(this.#timer);
    }
  }

  /** Shows what came of it. What needs no dialog is a notice, or leads to another place. */
  #show(command: Command, outcome: Outcome): void {
    if (outcome.kind === "nothing") {
      notify(`${command.label} is done.`);
      this.onClose();
    } else if (outcome.kind === "intent" && this.#isShownElsewhere(outcome.intent)) {
      this.onClose();
    } else {
      this.step = { kind: "outcome", command, outcome };
    }
  }

  #isShownElsewhere({ kind, content }: Intent): boolean {
    if (kind === "toast" || (kind === "notification" && textAt(content, "body").length < 200)) {
      const text = ["title", "subtitle", "body"]
        .map((name) => textAt(content, name))
        .filter((each) => each !== "")
        .join(" – ");
      if (content["type"] === "error") notifyError(new Error(text));
      else notify(text);
      return true;
    }
    const fragment = kind === "show" ? placeOf(content) : undefined;
    if (fragment === undefined) return false;
    navigate(fragment);
    return true;
  }

  async #refuse(
    command: Command,
    parameters: CommandParameters | undefined,
    former: Step | undefined,
    error: unknown,
  ): Promise<void> {
    if (former === undefined || former.kind === "outcome") {
      notifyError(error);
      if (former === undefined) this.onClose();
      else this.#goBack();
      return;
    }
    this.step = { kind: "form", command, value: parameters ?? {} };
    await this.updateComplete;
    const form = this.#formElement;
    await form?.updateComplete;
    if (form?.showRefusal(error, "/parameters") !== true)
      this.step = { kind: "form", command, value: parameters ?? {}, error };
  }

  #cancel(): void {
    this.#controller?.abort();
    clearInterval(this.#timer);
    const former = this.step?.kind === "running" ? this.step.former : undefined;
    if (former === undefined) this.onClose();
    else if (former.kind === "outcome") this.#goBack();
    else this.step = former;
  }

  #goBack(): void {
    this.step = this.#back.pop();
  }

  #submit(): void {
    const form = this.#formElement;
    if (this.step?.kind !== "form" || form === null || form.validate().length > 0) return;
    const { command } = this.step;
    void this.#run(command, form.value, { kind: "form", command, value: form.value });
  }

  #submitByKey(event: KeyboardEvent): void {
    const target = event.composedPath()[0];
    const isField = target instanceof HTMLInputElement && target.type !== "checkbox";
    if (event.key === "Enter" && (isField || event.ctrlKey || event.metaKey)) this.#submit();
  }

  get #formElement(): FacetryForm | null {
    return this.renderRoot.querySelector("facetry-form");
  }
}

/** Opens a command for images, or for its extension itself; returns when its dialog is closed. */
export async function openCommand(command: Command, imageIds: readonly string[] = []): Promise<void> {
  await opened(imageIds, (dialog) => dialog.start(command));
}

/** Runs the command that a button of a view document names, for the images that the document is about. */
export async function openAction(
  detail: ActionDetail,
  extensionId: string,
  imageIds: readonly string[] = [],
): Promise<void> {
  await opened(imageIds, (dialog) => void dialog.runAction(detail, extensionId));
}

async function opened(imageIds: readonly string[], start: (dialog: FacetryCommandDialog) => void): Promise<void> {
  const dialog = document.createElement("facetry-command-dialog") as FacetryCommandDialog;
  dialog.imageIds = imageIds;
  document.body.append(dialog);
  await new Promise<void>((resolve) => {
    dialog.onClose = resolve;
    start(dialog);
  });
  dialog.remove();
}
