import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { ChevronDown, SquareTerminal } from "lucide";
import { icon } from "../base/facetry-icon.js";
import { sentencesOf } from "../base/facetry-problem.js";
import { CONTROLS } from "../base/styles.js";
import { onEvents } from "../session/events.js";
import { may } from "../session/service.js";
import { openCommand } from "./facetry-command-dialog.js";
import { type Command, MAX_IMAGES, processCommands, runnableCommands } from "./runnable.js";

/** The commands for images: `<facetry-command-menu .imageIds=${[…]}>`, or of an extension itself: `extension-id`.
 *
 * They are read when the menu is opened, because tags and extensions change meanwhile. With `inline`, they are read at
 * once and shown as a list.
 */
@customElement("facetry-command-menu")
export class FacetryCommandMenu extends LitElement {
  static override styles = [
    CONTROLS,
    css`
      :host {
        display: inline-block;
      }
      :host([inline]) {
        display: block;
      }
      [popover] {
        position: fixed;
        inset: auto;
        width: min(22rem, calc(100vw - 1rem));
        max-height: min(28rem, 70dvh);
        margin: 0;
        padding: 0.35rem;
        overflow: auto;
        border: 1px solid var(--line);
        border-radius: calc(var(--radius) * 2);
        background: var(--raised);
        color: var(--text);
        box-shadow: var(--shadow);
      }
      ul {
        display: grid;
        padding: 0;
        list-style: none;
      }
      :host([inline]) ul {
        gap: 0.4rem;
      }
      li button {
        width: 100%;
        justify-content: start;
        text-align: start;
        white-space: normal;
      }
      [popover] li button {
        border-color: transparent;
        background: none;
      }
      img,
      facetry-icon {
        width: 1.25rem;
        height: 1.25rem;
        flex: none;
      }
      .texts {
        display: grid;
        min-width: 0;
        overflow-wrap: anywhere;
      }
      .none {
        padding: 0.6rem 0.7rem;
      }
    `,
  ];

  @property({ attribute: false }) imageIds: readonly string[] = [];
  @property({ attribute: "extension-id" }) extensionId: string | undefined;
  @property({ type: Boolean }) inline = false;
  @state() isOpen = false;
  @state() commands: readonly Command[] | undefined;
  @state() error: unknown;
  #controller: AbortController | undefined;
  #stop: () => void = () => {};

  override connectedCallback(): void {
    super.connectedCallback();
    this.#stop = onEvents(
      ["extension.installed", "extension.paused", "extension.resumed", "extension.uninstalled", "extension.updated"],
      () => (this.inline || this.isOpen) && void this.#load(),
    );
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop();
    this.#controller?.abort();
  }

  protected override willUpdate(changes: Map<string, unknown>): void {
    if (this.inline && (changes.has("extensionId") || changes.has("imageIds"))) void this.#load();
  }

  protected override render(): TemplateResult {
    if (!may("extension:run") || !may("extension:read")) return html``;
    if (this.inline) return this.#list();
    return html`<button
        id="opener"
        popovertarget="menu"
        aria-expanded=${this.isOpen ? "true" : "false"}
        ?disabled=${this.extensionId === undefined && this.imageIds.length === 0}
      >
        ${icon(SquareTerminal)} Commands ${icon(ChevronDown)}
      </button>
      <div id="menu" popover
        aria-label="Commands"
        @toggle=${this.#toggled}
        @keydown=${this.#move}>${this.isOpen ? this.#list() : ""}</div>`;
  }

  #list(): TemplateResult {
    if (this.error !== undefined) {
      const { text, remedy } = sentencesOf(this.error);
      return html`<p class="none error" role="alert">${text} ${remedy ?? ""}</p>`;
    }
    if (this.extensionId === undefined && this.imageIds.length > MAX_IMAGES) {
      return html`<p class="none muted">A command runs on at most ${MAX_IMAGES} images. Choose fewer.</p>`;
    }
    if (this.commands === undefined) return html`<p class="none muted" aria-busy="true">Loading…</p>`;
    if (this.commands.length === 0) {
      const what =
        this.extensionId === undefined
          ? "No extension that runs has a command for this."
          : "It has no commands of its own.";
      return html`<p class="none muted">${what}</p>`;
    }
    return html`<ul>
      ${this.commands.map((command) => html`<li>${this.#button(command)}</li>`)}
    </ul>`;
  }

  #button(command: Command): TemplateResult {
    const subtitle = command.description || (this.extensionId === undefined ? command.extensionId : "");
    return html`<button @click=${() => this.#open(command)}>
      ${command.iconUrl === undefined ? icon(SquareTerminal) : html`<img src=${command.iconUrl} alt="" />`}
      <span class="texts">
        <span>${command.label}</span>
        ${subtitle === "" ? "" : html`<span class="small muted">${subtitle}</span>`}
      </span>
    </button>`;
  }

  #open(command: Command): void {
    this.#popover?.hidePopover();
    void openCommand(command, this.imageIds);
  }

  #toggled(event: Event): void {
    this.isOpen = (event as ToggleEvent).newState === "open";
    if (!this.isOpen) return;
    this.#place();
    void this.#load();
  }

  /** Puts the menu below its button, or above it where there is no room. */
  #place(): void {
    const opener = this.renderRoot.querySelector("#opener");
    const menu = this.#popover;
    if (opener === null || menu === null) return;
    const { left, right, top, bottom } = opener.getBoundingClientRect();
    const isAbove = innerHeight - bottom < 240 && top > innerHeight - bottom;
    const width = menu.offsetWidth;
    menu.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8, right))}px`;
    menu.style.top = isAbove ? "auto" : `${bottom + 4}px`;
    menu.style.bottom = isAbove ? `${innerHeight - top + 4}px` : "auto";
  }

  #move(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const buttons = [...this.renderRoot.querySelectorAll<HTMLButtonElement>("#menu button")];
    const index = buttons.indexOf(this.shadowRoot?.activeElement as HTMLButtonElement);
    buttons.at((index + step) % buttons.length)?.focus();
  }

  async #load(): Promise<void> {
    this.#controller?.abort();
    const { signal } = (this.#controller = new AbortController());
    if (!may("extension:run") || !may("extension:read")) return;
    try {
      const { extensionId } = this;
      const found =
        extensionId === undefined ? runnableCommands(this.imageIds, signal) : processCommands(extensionId, signal);
      this.commands = await found;
      this.error = undefined;
    } catch (error) {
      if (!signal.aborted) this.error = error;
    }
    await this.updateComplete;
    if (this.isOpen) {
      this.#place();
      this.renderRoot.querySelector<HTMLButtonElement>("#menu button")?.focus();
    }
  }

  get #popover(): HTMLElement | null {
    return this.renderRoot.querySelector<HTMLElement>("#menu");
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "facetry-command-menu": FacetryCommandMenu;
  }
}
