import { css, html, LitElement, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { ListPlus, ListX } from "lucide";
import type { ExtensionAndManual, ExtensionCapabilityProgress, ExtensionProgress } from "@api/models.js";
import { confirm } from "../../base/facetry-dialog.js";
import { icon } from "../../base/facetry-icon.js";
import { count, counted } from "../../base/format.js";
import { STYLES } from "../../base/styles.js";
import { attempt, notify } from "../../session/notices.js";
import { may, service } from "../../session/service.js";
import { CAPABILITY_LABELS } from "../states.js";
import type { Deliveries } from "./deliveries.js";
import "./facetry-dead-letters.js";
import "./facetry-failures.js";
import "./facetry-progress.js";
import { finishedOf, missingOf, Pace, paceText, timeLeft } from "./pace.js";
import { gaugesOf, type PolicyGauge } from "./policies.js";

/** The work of an extension: progress, queue, limits, failures. Sends `changed` when work is requested. */
@customElement("facetry-work")
export class FacetryWork extends LitElement {
  static override styles = [
    STYLES,
    css`
      :host {
        display: grid;
        gap: 1.25rem;
      }
      .capability {
        display: grid;
        gap: 0.35rem;
      }
      .numbers {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(7rem, 1fr));
        gap: 0.75rem;
      }
      .numbers div {
        display: grid;
        align-content: space-between;
      }
      .numbers dt {
        color: var(--muted);
        font-size: 0.85rem;
      }
      .numbers dd {
        font-size: 1.4rem;
        font-weight: 600;
        font-variant-numeric: tabular-nums;
      }
      .policy {
        display: grid;
        gap: 0.3rem;
      }
    `,
  ];

  @property({ attribute: false }) extension!: ExtensionAndManual;
  @property({ attribute: false }) progress!: ExtensionProgress;
  @property({ attribute: false }) deliveries: Deliveries | undefined;
  readonly #paces = new Map<string, Pace>();

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has("progress")) return;
    for (const capability of this.progress.capabilities) {
      const pace = this.#paces.get(capability.id) ?? new Pace();
      this.#paces.set(capability.id, pace);
      pace.add(finishedOf(capability), Date.now());
    }
  }

  protected override render(): TemplateResult {
    const { id } = this.extension.manifest;
    const { capabilities, deadLetterCount } = this.progress;
    const failed = capabilities.reduce((sum, each) => sum + each.failed, 0);
    const again = () => this.#changed();
    return html`
      ${capabilities.length === 0 ? this.#nothing() : this.#capabilities(capabilities)} ${this.#queue()}
      ${this.#policies()}
      <facetry-failures .extensionId=${id} .total=${failed} @changed=${again}></facetry-failures>
      <facetry-dead-letters .extensionId=${id} .total=${deadLetterCount} @changed=${again}></facetry-dead-letters>
    `;
  }

  #nothing(): TemplateResult {
    return html`<section class="panel">
      <h2>Progress</h2>
      <p class="muted">
        This extension computes nothing of images on request. It may answer commands, and follow events.
      </p>
    </section>`;
  }

  #capabilities(capabilities: readonly ExtensionCapabilityProgress[]): TemplateResult {
    const missing = capabilities.reduce((sum, each) => sum + missingOf(each), 0);
    const pending = capabilities.reduce((sum, each) => sum + each.pending, 0);
    return html`<section class="panel">
      <div class="row spread">
        <h2>Progress</h2>
        ${
          may("extension:manage")
            ? html`<div class="row">
                ${pending > 0 ? html`<button @click=${this.#cancel}>${icon(ListX)} Cancel requests…</button>` : ""}
                <button ?disabled=${missing === 0} @click=${this.#synchronize}>
                  ${icon(ListPlus)} Compute what is missing
                </button>
              </div>`
            : ""
        }
      </div>
      ${capabilities.map((each) => this.#capability(each))}
    </section>`;
  }

  #capability(capability: ExtensionCapabilityProgress): TemplateResult {
    const { id, done, empty, failed, pending, running, stale, cancelled, unasked } = capability;
    const label = CAPABILITY_LABELS[id] ?? id;
    const pace = this.#paces.get(id);
    const { perSecond } = pace ?? {};
    const seconds = pace?.secondsFor(pending);
    const parts: readonly (readonly [number, string])[] = [
      [empty, "with nothing found"],
      [running, "in work"],
      [Math.max(pending - running, 0), "waiting"],
      [failed, "failed"],
      [stale, "out of date"],
      [cancelled, "cancelled"],
      [unasked, "never requested"],
    ];
    const shown = parts.filter(([number]) => number > 0).map(([number, text]) => `${count(number)} ${text}`);
    return html`<div class="capability">
      <div class="row spread">
        <h3>${label}</h3>
        <span class="muted small">
          ${pending > 0 && perSecond !== undefined && perSecond > 0 ? paceText(perSecond) : ""}${
            seconds === undefined ? "" : html` · ${timeLeft(seconds)}`
          }
        </span>
      </div>
      <facetry-progress .progress=${capability} .label=${label}></facetry-progress>
      <span class="muted small">${[`${counted(done + empty, "image")} computed`, ...shown].join(" · ")}</span>
    </div>`;
  }

  #queue(): TemplateResult {
    const capabilities = this.progress.capabilities;
    const pending = capabilities.reduce((sum, each) => sum + each.pending, 0);
    const running = capabilities.reduce((sum, each) => sum + each.running, 0);
    const { deliveries } = this;
    const numbers: readonly (readonly [string, number | undefined])[] = [
      ["Requests waiting", Math.max(pending - running, 0)],
      ["Requests in work", running],
      ["Events in the queue", deliveries?.queued],
      ["Events unanswered", deliveries?.inFlight],
      ["Events answered", deliveries?.answered],
      ["Events given up", deliveries?.givenUp],
    ];
    return html`<section class="panel">
      <h2>Queue</h2>
      <dl class="numbers">
        ${numbers.map(([label, number]) =>
          number === undefined
            ? ""
            : html`<div>
                <dt>${label}</dt>
                <dd>${count(number)}</dd>
              </div>`,
        )}
      </dl>
    </section>`;
  }

  #policies(): TemplateResult | string {
    const paces = new Map(
      this.progress.capabilities.map(({ id, pending, running }) => [
        id,
        { perSecond: this.#paces.get(id)?.perSecond, waiting: Math.max(pending - running, 0) },
      ]),
    );
    const gauges = gaugesOf(this.extension.manifest, paces);
    if (gauges.length === 0) return "";
    return html`<section class="panel">
      <h2>Limits of its manifest</h2>
      ${gauges.map((gauge) => this.#policy(gauge))}
    </section>`;
  }

  #policy({ policy, limit, perSecond, isHolding }: PolicyGauge): TemplateResult {
    const period = policy.durationInMilliseconds / 1_000;
    const text = `At most ${counted(policy.maximumCount, "event")} in ${counted(period, "second")}`;
    return html`<div class="policy">
      <div class="row spread">
        <span>${text}</span>
        <span class="small ${isHolding ? "warning" : "muted"}">
          ${isHolding ? "Requests wait for this limit" : perSecond === undefined ? "" : `now ${paceText(perSecond)}`}
        </span>
      </div>
      <progress aria-label=${text} .value=${Math.min(perSecond ?? 0, limit)} max=${limit}></progress>
      <span class="row small muted">${policy.events.map((each) => html`<code>${each}</code>`)}</span>
    </div>`;
  }

  async #synchronize(): Promise<void> {
    const isRequested = await attempt(async () => {
      await service.extensionSynchronize(this.extension.manifest.id);
      notify("What is missing is requested.");
    });
    if (isRequested) this.#changed();
  }

  async #cancel(): Promise<void> {
    const { id, name } = this.extension.manifest;
    const text = "Requests that it has not received are cancelled. It finishes those that it works on.";
    if (
      !(await confirm({
        heading: `Cancel the requests of ${name}?`,
        text,
        agree: "Cancel requests",
        isDangerous: true,
      }))
    )
      return;
    const isCancelled = await attempt(async () => {
      const { count: cancelled } = await service.extensionCancel(id);
      notify(`${counted(cancelled, "request")} cancelled.`, {
        label: "Undo",
        run: () => service.extensionSynchronize(id),
      });
    });
    if (isCancelled) this.#changed();
  }

  #changed(): void {
    this.dispatchEvent(new CustomEvent("changed"));
  }
}
