import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { CircleAlert, CircleCheck, CircleDashed, CircleMinus, Clock, RotateCw, type IconNode } from "lucide";
import type { Image } from "@api/models.js";
import { icon } from "../base/facetry-icon.js";
import { ago, counted } from "../base/format.js";
import { Loading } from "../base/loading.js";
import { STYLES } from "../base/styles.js";
import { attempt } from "../session/notices.js";
import { linkTo } from "../session/router.js";
import { may, service } from "../session/service.js";
import { capabilityName, type Task, tasksOf, type TaskState } from "./history.js";

const STATES: Readonly<Record<TaskState, readonly [string, IconNode, string]>> = {
  computed: ["Computed", CircleCheck, "success"],
  empty: ["Evaluated, nothing found", CircleMinus, "muted"],
  failed: ["Failed", CircleAlert, "error"],
  waiting: ["Waiting", Clock, "warning"],
  absent: ["Not computed", CircleDashed, "muted"],
};
const POLL_MILLISECONDS = 2_000;

/** What extensions have computed of an image, with what failed and why. Each can be requested again. */
@customElement("facetry-image-history")
export class FacetryImageHistory extends LitElement {
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
        grid-template-columns: auto minmax(0, 1fr) auto;
        align-items: start;
        gap: 0.6rem;
        padding: 0.5rem 0;
        border-bottom: 1px solid var(--line);
      }
      li:last-child {
        border: none;
      }
      .reason {
        overflow-wrap: anywhere;
        white-space: pre-line;
      }
    `,
  ];

  @property({ attribute: false }) image: Image | undefined;
  readonly #tasks = new Loading(this, async (signal) =>
    this.image === undefined ? [] : tasksOf(service.until(signal), this.image),
  );
  /** What was requested here, and has not come so far. */
  readonly #requested = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  protected override updated(changes: Map<string, unknown>): void {
    if (changes.has("image")) {
      this.#requested.clear(); // an event of the image has come
      void this.#tasks.reload();
    }
    this.#poll();
  }

  protected override render(): TemplateResult {
    const { value, error } = this.#tasks;
    if (error !== undefined || value === undefined)
      return this.#tasks.instead(html`<p class="muted small" aria-busy="true">Loading…</p>`);
    if (value.length === 0) {
      return html`<p class="muted small">
        No extension that is enabled computes anything of images.
        ${may("extension:read") ? html`<a href=${linkTo("extensions")}>Extensions</a>` : ""}
      </p>`;
    }
    const isAllowed = (["image:tag:write", "image:feature:write", "image:embedding:write"] as const).every(may);
    return html`<ul>
      ${value.map((task) => this.#task(task, isAllowed))}
    </ul>`;
  }

  #task(task: Task, isAllowed: boolean): TemplateResult {
    const isRequested = this.#requested.has(nameOf(task));
    const [words, node, style] = STATES[isRequested ? "waiting" : task.state];
    const summary = task.state === "computed" ? `${words}: ${task.detail}` : words;
    const { failure } = task;
    const what = `${capabilityName(task.capabilityId)} of ${task.extensionId}`;
    return html`<li>
      <span class=${style}>${icon(node)}</span>
      <div>
        <div>${task.extensionId} <span class="muted">${capabilityName(task.capabilityId)}</span></div>
        <div class="small ${style}">${isRequested ? "Requested" : summary}</div>
        ${
          failure === undefined
            ? ""
            : html`<p class="small reason">${task.detail}</p>
                <p class="small muted">
                  Given up ${ago(failure.date)} after ${counted(failure.attempts, "attempt")}
                </p>`
        }
        ${task.state === "waiting" ? html`<p class="small muted">${task.detail}</p>` : ""}
      </div>
      ${
        isAllowed
          ? html`<button class="quiet icon"
            ?disabled=${isRequested}
            aria-label=${`Compute the ${what} again`}
            title="Compute again"
            @click=${() => this.#run(task)}>
              ${icon(RotateCw)}
            </button>`
          : ""
      }
    </li>`;
  }

  async #run(task: Task): Promise<void> {
    const { image } = this;
    if (image === undefined) return;
    const { extensionId, capabilityId } = task;
    const isDone = await attempt(async () => {
      await service.imageRunCapabilities(image.id, { extensionIds: [extensionId], capabilityIds: [capabilityId] });
    });
    if (!isDone) return;
    this.#requested.add(nameOf(task));
    void this.#tasks.reload();
  }

  /** Requests and failures have no event for pages, so they are read again while something is on its way. */
  #poll(): void {
    clearTimeout(this.#timer);
    const tasks = this.#tasks.value ?? [];
    if (!tasks.some((task) => task.state === "waiting" || this.#requested.has(nameOf(task)))) return;
    this.#timer = setTimeout(() => void this.#readAgain(), POLL_MILLISECONDS);
  }

  async #readAgain(): Promise<void> {
    if (document.visibilityState === "visible") await this.#tasks.reload();
    // With nothing waiting, the extension has answered, whatever it said.
    for (const task of this.#tasks.value ?? []) if (task.pending === 0) this.#requested.delete(nameOf(task));
    this.requestUpdate();
  }
}

function nameOf(task: Task): string {
  return `${task.extensionId} ${task.capabilityId}`;
}
