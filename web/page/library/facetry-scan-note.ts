import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { isAbort } from "../../api/errors.js";
import type { RepositoryActivity } from "../../api/models.js";
import { count } from "../base/format.js";
import { BASE, SURFACES } from "../base/styles.js";
import { onEvents } from "../session/events.js";
import { notifyError } from "../session/notices.js";
import { linkTo } from "../session/router.js";
import { may, service } from "../session/service.js";

/** The progress of a scan has no event, so it is read again while a scan runs. */
const POLL_MILLISECONDS = 2_000;

/** Says how far running scans are; empty without one. */
@customElement("facetry-scan-note")
export class FacetryScanNote extends LitElement {
  static override styles = [
    BASE,
    SURFACES,
    css`
      a {
        display: flex;
        align-items: center;
        gap: 0.6rem;
        color: var(--muted);
        font-size: 0.9rem;
        font-variant-numeric: tabular-nums;
        text-decoration: none;
      }
      progress {
        width: 6rem;
      }
    `,
  ];

  @state() scans: readonly RepositoryActivity[] = [];
  #controller: AbortController | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stop: () => void = () => {};

  override connectedCallback(): void {
    super.connectedCallback();
    if (!may("repository:read")) return;
    this.#stop = onEvents(
      ["repository.synchronize.started", "repository.synchronize.stopped"],
      () => void this.#read(),
    );
    document.addEventListener("visibilitychange", this.#whenVisible);
    void this.#read();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop();
    document.removeEventListener("visibilitychange", this.#whenVisible);
    clearTimeout(this.#timer);
    this.#controller?.abort();
  }

  protected override render(): TemplateResult {
    if (this.scans.length === 0) return html``;
    const sum = (member: "found" | "done") =>
      this.scans.reduce((all, { progress }) => all + (progress?.[member] ?? 0), 0);
    const [found, done] = [sum("found"), sum("done")];
    return html`<a href=${linkTo("folders")}>
      <progress aria-label="Scan of folders" max=${Math.max(found, 1)} value=${done}></progress>
      <span>Scanning: ${count(done)} of ${count(found)}</span>
    </a>`;
  }

  readonly #whenVisible = (): void => {
    if (!document.hidden) void this.#read();
  };

  async #read(): Promise<void> {
    clearTimeout(this.#timer);
    this.#controller?.abort();
    const controller = new AbortController();
    this.#controller = controller;
    try {
      const activities = await service.until(controller.signal).repositoryActivities();
      if (this.#controller !== controller) return;
      this.scans = activities.filter(({ kind }) => kind === "synchronizing");
      if (this.scans.length > 0 && !document.hidden)
        this.#timer = setTimeout(() => void this.#read(), POLL_MILLISECONDS);
    } catch (error) {
      if (!isAbort(error)) notifyError(error);
    }
  }
}
