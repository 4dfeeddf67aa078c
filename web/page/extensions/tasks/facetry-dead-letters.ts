import { css, html, LitElement, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { Send } from "lucide";
import type { ExtensionDeadLetter } from "@api/models.js";
import { icon } from "../../base/facetry-icon.js";
import { ago, count, counted } from "../../base/format.js";
import { Paged, table } from "../../base/paged.js";
import { STYLES } from "../../base/styles.js";
import { attempt, notify } from "../../session/notices.js";
import { linkTo } from "../../session/router.js";
import { may, service } from "../../session/service.js";
import { plainText } from "../log/log-lines.js";

const PAGE = 20;

/** The events that an extension failed to acknowledge. Sends `changed` when some are sent again. */
@customElement("facetry-dead-letters")
export class FacetryDeadLetters extends LitElement {
  static override styles = [
    STYLES,
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
  readonly #letters = new Paged(
    this,
    (signal, range) => service.until(signal).extensionDeadLetters(this.extensionId, range),
    PAGE,
  );

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.get("total") !== undefined) void this.#letters.reload();
  }

  protected override render(): TemplateResult {
    const { value } = this.#letters;
    if (value === undefined) return this.#letters.instead(html``);
    if (value.totalCount === 0) return html``;
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
      ${table(
        "Dead letters",
        html`<th>Event</th><th>Reason</th><th class="number">Attempts</th><th>Given up</th>
          <th><span class="hidden-text">Actions</span></th>`,
        value.items.map((each) => this.#row(each)),
      )}
      ${this.#letters.more}
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
