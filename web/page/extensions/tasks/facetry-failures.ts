import { css, html, LitElement, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { RotateCcw } from "lucide";
import type { ExtensionFailure } from "@api/models.js";
import { icon } from "../../base/facetry-icon.js";
import "../../session/facetry-thumbnail.js";
import { ago, counted } from "../../base/format.js";
import { Paged } from "../../base/paged.js";
import { STYLES } from "../../base/styles.js";
import { attempt, notify } from "../../session/notices.js";
import { linkTo } from "../../session/router.js";
import { may, service } from "../../session/service.js";
import { plainText } from "../log/log-lines.js";
import { CAPABILITY_LABELS } from "../states.js";

const PAGE = 20;

/** The images that an extension could not compute something of. Sends `changed` when work is requested again. */
@customElement("facetry-failures")
export class FacetryFailures extends LitElement {
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
        align-items: center;
        gap: 0.25rem 0.8rem;
        padding: 0.6rem 0;
        border-top: 1px solid var(--line);
      }
      .thumbnail {
        width: 3rem;
      }
      .reason {
        display: block;
        max-height: 7.5rem;
        overflow: auto;
        font-family: var(--mono);
        font-size: 0.82rem;
        white-space: pre-wrap;
        overflow-wrap: anywhere;
      }
    `,
  ];

  @property({ attribute: false }) extensionId!: string;
  /** How many failed, as the progress has it. The list is read again when it changes. */
  @property({ attribute: false }) total!: number;
  readonly #failures = new Paged(
    this,
    (signal, range) => service.until(signal).extensionFailures(this.extensionId, range),
    PAGE,
  );

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.get("total") !== undefined) void this.#failures.reload();
  }

  protected override render(): TemplateResult {
    const { value } = this.#failures;
    if (value === undefined) return this.#failures.instead(html``);
    if (value.totalCount === 0) return html``;
    return html`<section class="panel">
      <div class="row spread">
        <h2>${counted(value.totalCount, "failure")}</h2>
        ${may("extension:manage") ? html`<button @click=${this.#retryAll}>${icon(RotateCcw)} Retry all</button>` : ""}
      </div>
      <ul aria-label="Failures">
        ${value.items.map((each) => this.#item(each))}
      </ul>
      ${this.#failures.more}
    </section>`;
  }

  #item(failure: ExtensionFailure): TemplateResult {
    const { imageId, capabilityId, attempts, error, date } = failure;
    const label = CAPABILITY_LABELS[capabilityId] ?? capabilityId;
    return html`<li>
      <a class="thumbnail" href=${linkTo("image", [imageId])} aria-label=${`Image ${imageId}`}>
        <facetry-thumbnail image-id=${imageId}></facetry-thumbnail>
      </a>
      <div>
        <span class="reason">${plainText(error ?? "The extension gave no reason.")}</span>
        <span class="muted small">
          ${label} · given up ${ago(date)} after ${counted(attempts, "attempt")} ·
          <a href=${linkTo("image", [imageId])}>Show image</a>
        </span>
      </div>
      ${
        may("extension:run")
          ? html`<button
              class="icon"
              title="Retry"
              aria-label=${`Retry ${label} of image ${imageId}`}
              @click=${() => this.#retry(failure)}
            >
              ${icon(RotateCcw)}
            </button>`
          : ""
      }
    </li>`;
  }

  #retryAll(): Promise<void> {
    return this.#requested(async () => {
      const { count: requested } = await service.extensionRetry(this.extensionId);
      notify(`${counted(requested, "request")} made again.`);
    });
  }

  #retry({ imageId, capabilityId }: ExtensionFailure): Promise<void> {
    return this.#requested(async () => {
      await service.imageRunCapabilities(imageId, { extensionIds: [this.extensionId], capabilityIds: [capabilityId] });
      notify("It is requested again.");
    });
  }

  async #requested(run: () => Promise<void>): Promise<void> {
    if (!(await attempt(run))) return;
    await this.#failures.reload();
    this.dispatchEvent(new CustomEvent("changed"));
  }
}
