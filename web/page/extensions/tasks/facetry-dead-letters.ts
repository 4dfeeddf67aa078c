import { css, html, LitElement, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { Send } from "lucide";
import type { ExtensionDeadLetter, ExtensionDeadLetters } from "../../../api/models.js";
import { icon } from "../../base/facetry-icon.js";
import "../../base/facetry-problem.js";
import { ago, count, counted } from "../../base/format.js";
import { Loading } from "../../base/loading.js";
import { BASE, CONTROLS, SURFACES } from "../../base/styles.js";
import { attempt, notify } from "../../session/notices.js";
import { linkTo } from "../../session/router.js";
import { may, service } from "../../session/service.js";
import { plainText } from "../log/log-lines.js";

const PAGE = 20;

/** The events that an extension failed to acknowledge. Sends `changed` when some are sent again. */
@customElement("facetry-dead-letters")
export class FacetryDeadLetters extends LitElement {
  static override styles = [
    BASE,
    CONTROLS,
    SURFACES,
    css`
      td {
        overflow-wrap: anywhere;
      }
      .reason {
        min-width: 14rem;
        font-family: var(--mono);
        font-size: 0.82rem;
        white-space: pre-wrap;
      }
    `,
  ];

  @property({ attribute: false }) extensionId!: string;
  /** How many there are, as the progress has it. The list is read again when it changes. */
  @property({ attribute: false }) total!: number;
  @state() take: number = PAGE;
  readonly #letters = new Loading<ExtensionDeadLetters>(this, (signal) =>
    service.until(signal).extensionDeadLetters(this.extensionId, { take: this.take }),
  );

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.get("total") !== undefined || changed.get("take") !== undefined) void this.#letters.reload();
  }

  protected override render(): TemplateResult {
    const { value, error } = this.#letters;
    if (value === undefined && error !== undefined) {
      return html`<facetry-problem .error=${error} @retry=${() => this.#letters.reload()}></facetry-problem>`;
    }
    if (value === undefined || value.totalCount === 0) return html``;
    const left = value.totalCount - value.items.length;
    return html`<section class="panel">
      <div class="row spread">
        <h2>${counted(value.totalCount, "dead letter")}</h2>
        ${
          may("extension:manage")
            ? html`<button @click=${() => this.#send(undefined)}>${icon(Send)} Send all again</button>`
            : ""
        }
      </div>
      <p class="muted small">Events that were given up after their last attempt.</p>
      <div class="scroll" tabindex="0" role="region" aria-label="Dead letters">
        <table>
          <thead>
            <tr>
              <th>Event</th>
              <th>Reason</th>
              <th class="number">Attempts</th>
              <th>Given up</th>
              <th><span class="hidden-text">Actions</span></th>
            </tr>
          </thead>
          <tbody>
            ${value.items.map((each) => this.#row(each))}
          </tbody>
        </table>
      </div>
      ${left > 0 ? html`<div><button @click=${this.#more}>Show more (${count(left)} left)</button></div>` : ""}
    </section>`;
  }

  #row({ sequence, topic, imageId, attempts, error, date }: ExtensionDeadLetter): TemplateResult {
    return html`<tr>
      <td>
        <code>${topic}</code>
        ${imageId === undefined ? "" : html`<br /><a class="small" href=${linkTo("image", [imageId])}>Show image</a>`}
      </td>
      <td class="reason">${plainText(error ?? "no reason given")}</td>
      <td class="number">${count(attempts)}</td>
      <td>${ago(date)}</td>
      <td class="number">
        ${
          may("extension:manage")
            ? html`<button
                class="icon"
                title="Send again"
                aria-label=${`Send event ${sequence} again`}
                @click=${() => this.#send(sequence)}
              >
                ${icon(Send)}
              </button>`
            : ""
        }
      </td>
    </tr>`;
  }

  #more(): void {
    this.take = Math.min(this.take + 5 * PAGE, 1_000);
  }

  async #send(sequence: number | undefined): Promise<void> {
    const isSent = await attempt(async () => {
      const sequences = sequence === undefined ? undefined : [sequence];
      const { count: sent } = await service.extensionRedrive(this.extensionId, { sequences });
      notify(`${counted(sent, "event")} sent again.`);
    });
    if (!isSent) return;
    await this.#letters.reload();
    this.dispatchEvent(new CustomEvent("changed"));
  }
}
