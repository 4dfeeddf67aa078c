/** Short messages at the edge of the page, about what has been done or refused. */

import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import { CircleAlert, CircleCheck, X } from "lucide";
import { isAbort } from "../../api/errors.js";
import { icon } from "../base/facetry-icon.js";
import { sentencesOf } from "../base/facetry-problem.js";
import { Store, watch } from "../base/store.js";
import { CONTROLS } from "../base/styles.js";

/** What can be done about a notice, such as undoing. */
export interface NoticeAction {
  readonly label: string;
  readonly run: () => void | Promise<void>;
}

interface Notice {
  readonly kind: "done" | "error";
  readonly text: string;
  readonly remedy: string | undefined;
  readonly action: NoticeAction | undefined;
}

const SHOWN_MILLISECONDS = 8_000;
const MAX_NOTICES = 4;
const notices = new Store<readonly Notice[]>([]);

/** Says that something is done, and how it can be undone. */
export function notify(text: string, action?: NoticeAction): void {
  show({ kind: "done", text, remedy: undefined, action });
}

/** Says what failed. Requests that their caller gave up are no failure. */
export function notifyError(error: unknown): void {
  if (isAbort(error)) return;
  show({ kind: "error", ...sentencesOf(error), action: undefined });
}

/** Runs what a person asked for; a failure becomes a notice. Returns whether it succeeded. */
export async function attempt(run: () => Promise<void>): Promise<boolean> {
  try {
    await run();
    return true;
  } catch (error) {
    notifyError(error);
    return false;
  }
}

function show(notice: Notice): void {
  notices.value = [...notices.value.slice(1 - MAX_NOTICES), notice];
  setTimeout(() => hide(notice), notice.kind === "error" ? 2 * SHOWN_MILLISECONDS : SHOWN_MILLISECONDS);
}

function hide(notice: Notice): void {
  notices.value = notices.value.filter((each) => each !== notice);
}

/** Shows the notices; screen readers read them aloud. */
@customElement("facetry-notices")
@watch(notices)
export class FacetryNotices extends LitElement {
  static override styles = [
    CONTROLS,
    css`
      :host {
        position: fixed;
        inset: auto 1rem 1rem;
        z-index: 50;
        display: grid;
        justify-items: center;
        gap: 0.5rem;
        pointer-events: none;
      }
      .notice {
        display: flex;
        align-items: center;
        gap: 0.75rem;
        max-width: min(40rem, 100%);
        padding: 0.5rem 0.6rem 0.5rem 0.9rem;
        border: 1px solid var(--line);
        border-radius: calc(var(--radius) * 2);
        background: var(--raised);
        box-shadow: var(--shadow);
        pointer-events: auto;
      }
      .notice > div {
        min-width: 0;
        overflow-wrap: anywhere;
      }
    `,
  ];

  protected override render(): TemplateResult {
    return html`<div role="status" aria-live="polite" class="stack">${notices.value.map((notice) => this.#notice(notice))}</div>`;
  }

  #notice(notice: Notice): TemplateResult {
    const isError = notice.kind === "error";
    const { action } = notice;
    return html`<div class="notice" data-kind=${notice.kind}>
      <span class=${isError ? "error" : "success"}>${icon(isError ? CircleAlert : CircleCheck)}</span>
      <div>${notice.text}${notice.remedy === undefined ? "" : html` <span class="muted">${notice.remedy}</span>`}</div>
      ${action === undefined ? "" : html`<button @click=${() => this.#run(notice, action)}>${action.label}</button>`}
      <button class="quiet icon" aria-label="Close" @click=${() => hide(notice)}>${icon(X)}</button>
    </div>`;
  }

  #run(notice: Notice, action: NoticeAction): void {
    hide(notice);
    void attempt(async () => action.run());
  }
}
