import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { ArrowLeft, Pause, Play, RotateCcw, Trash2 } from "lucide";
import { ApiError, isAbort } from "../../api/errors.js";
import type { ExtensionAndManual, ExtensionProgress } from "@api/models.js";
import { icon } from "../base/facetry-icon.js";
import { ago, counted } from "../base/format.js";
import { Polling } from "../session/polling.js";
import { STYLES } from "../base/styles.js";
import { linkTo, navigate } from "../session/router.js";
import { may, service } from "../session/service.js";
import { changeState, restart, uninstall, unregister } from "./changes.js";
import { EXTENSION_TOPICS } from "./facetry-extension-list.js";
import "./facetry-extension-facts.js";
import "./facetry-extension-settings.js";
import "./facetry-grants.js";
import "./facetry-state.js";
import "./install/facetry-install.js";
import "./log/facetry-log.js";
import { isPassing, stateOf } from "./states.js";
import { type Deliveries, deliveriesIn } from "./tasks/deliveries.js";
import "./tasks/facetry-work.js";

interface Shown {
  readonly extension: ExtensionAndManual;
  readonly progress: ExtensionProgress;
  readonly deliveries: Deliveries | undefined;
}

const SECTIONS = [
  ["", "Work"],
  ["log", "Log"],
  ["settings", "Settings and commands"],
  ["about", "About"],
] as const;

const BUSY_MILLISECONDS = 2_000;
const CALM_MILLISECONDS = 10_000;

/** One extension: its state, its work, its log, its settings and what it is. */
@customElement("facetry-extension-page")
export class FacetryExtensionPage extends LitElement {
  static override styles = [
    STYLES,
    css`
      header {
        display: grid;
        gap: 0.6rem;
      }
      h1,
      p {
        overflow-wrap: anywhere;
      }
      .back {
        display: inline-flex;
        align-items: center;
        gap: 0.35rem;
        color: var(--muted);
        text-decoration: none;
      }
      .back:hover {
        color: var(--text);
      }
      .sections {
        display: flex;
        gap: 0.25rem;
        overflow-x: auto;
        border-bottom: 1px solid var(--line);
      }
      .sections a {
        padding: 0.45rem 0.8rem;
        border-bottom: 2px solid transparent;
        color: var(--muted);
        text-decoration: none;
        white-space: nowrap;
      }
      .sections a:hover {
        color: var(--text);
      }
      .sections a:focus-visible {
        outline-offset: -2px;
      }
      .sections a[aria-current] {
        border-color: var(--accent);
        color: var(--text);
        font-weight: 600;
      }
      .trouble {
        border-color: color-mix(in oklab, var(--danger), var(--line) 60%);
      }
    `,
  ];

  @property({ attribute: false }) extensionId!: string;
  @property({ attribute: false }) section!: string;
  readonly #shown = new Polling<Shown>(this, {
    load: (signal) => this.#load(signal),
    pause: (shown) => (shown !== undefined && isBusy(shown) ? BUSY_MILLISECONDS : CALM_MILLISECONDS),
    topics: EXTENSION_TOPICS,
  });

  protected override render(): TemplateResult {
    const { value, error } = this.#shown;
    if (error instanceof ApiError && (error.status === 404 || error.rule === "extension.program"))
      return this.#absent(error);
    if (value === undefined) return this.#shown.instead(html`<div class="page" aria-busy="true"></div>`);
    const { extension } = value;
    return html`<div class="page">
      ${this.#header(extension)} ${this.#trouble(extension)}
      <nav class="sections" aria-label="Parts of this page">
        ${SECTIONS.map(
          ([name, label]) =>
            html`<a
              href=${linkTo("extensions", name === "" ? [this.extensionId] : [this.extensionId, name])}
              aria-current=${name === this.section ? "page" : nothing}
              >${label}</a
            >`,
        )}
      </nav>
      ${this.#section(value)}
    </div>`;
  }

  #header(extension: ExtensionAndManual): TemplateResult {
    const { manifest, status, state } = extension;
    const since = state === "enabled" && status.state === "running" ? html`since ${ago(status.since)}` : "";
    return html`<header>
      <a class="back small" href=${linkTo("extensions")}>${icon(ArrowLeft)} Extensions</a>
      <div class="row spread">
        <div class="row">
          <h1>${manifest.name}</h1>
          <span class="muted">${manifest.version}</span>
          <facetry-state .state=${stateOf(extension)}></facetry-state>
          <span class="muted small">${since}</span>
        </div>
        <div class="row">${this.#actions(extension)}</div>
      </div>
      <p class="muted">${manifest.description}</p>
    </header>`;
  }

  #actions(extension: ExtensionAndManual): TemplateResult {
    const isPaused = extension.state === "paused";
    return html`
      ${
        may("extension:manage")
          ? html`
              <button @click=${() => this.#after(changeState(extension, isPaused ? "enabled" : "paused"))}>
                ${icon(isPaused ? Play : Pause)} ${isPaused ? "Resume" : "Pause"}
              </button>
              ${
                isPaused
                  ? ""
                  : html`<button @click=${() => this.#after(restart(extension))}>${icon(RotateCcw)} Restart</button>`
              }
            `
          : ""
      }
      ${
        may("extension:write")
          ? html`
              <facetry-install
                .extensions=${[extension]}
                .target=${this.extensionId}
                @installed=${() => this.#shown.reload()}
              ></facetry-install>
              <button class="danger" @click=${() => this.#remove(uninstall(extension))}>
                ${icon(Trash2)} Uninstall…
              </button>
            `
          : ""
      }
    `;
  }

  #trouble({ state, status }: ExtensionAndManual): TemplateResult | string {
    if (state === "paused" || (status.state !== "waiting" && status.state !== "failed" && status.state !== "preparing"))
      return "";
    if (status.state === "preparing") return html`<p class="muted small" role="status">${status.reason ?? ""}</p>`;
    const next =
      status.nextStartDate === undefined
        ? ""
        : ` It is started again ${ago(Math.max(status.nextStartDate, Date.now()))}.`;
    const ended =
      status.state === "failed" ? " It is not started again by itself. Correct the cause, then restart it." : next;
    return html`<section class="panel trouble" role="alert">
      <h2 class="error">${status.state === "failed" ? "The program has failed" : "The program has crashed"}</h2>
      ${status.reason === undefined ? "" : html`<p>${status.reason}</p>`}
      <p class="muted small">
        ${status.crashes === 0 ? "" : `It crashed ${counted(status.crashes, "time")} since its last long run.`}${ended}
        <a href=${linkTo("extensions", [this.extensionId, "log"])}>Read its log</a>
      </p>
    </section>`;
  }

  #section({ extension, progress, deliveries }: Shown): TemplateResult {
    const { manifest } = extension;
    switch (this.section) {
      case "log":
        return html`<facetry-log .extensionId=${manifest.id}></facetry-log>`;
      case "settings":
        return html`<facetry-extension-settings .extension=${extension}></facetry-extension-settings>`;
      case "about":
        return html`<facetry-extension-facts .extension=${extension}></facetry-extension-facts>
          <facetry-grants .extension=${extension} @changed=${() => this.#shown.reload()}></facetry-grants>`;
      default:
        return html`<facetry-work
          .extension=${extension}
          .progress=${progress}
          .deliveries=${deliveries}
          @changed=${() => this.#shown.reload()}
        ></facetry-work>`;
    }
  }

  #absent(error: ApiError): TemplateResult {
    const isRegistered = error.rule === "extension.program";
    return html`<div class="page">
      <a class="back small" href=${linkTo("extensions")}>${icon(ArrowLeft)} Extensions</a>
      <section class="panel">
        <h1>${this.extensionId}</h1>
        <p>
          ${
            isRegistered
              ? "This id has no program. Clients write in its name over HTTP, or its program was uninstalled."
              : "There is no extension with this id."
          }
        </p>
        ${
          isRegistered && may("extension:write")
            ? html`<div>
                <button class="danger" @click=${() => this.#remove(unregister(this.extensionId))}>Remove…</button>
              </div>`
            : ""
        }
      </section>
    </div>`;
  }

  async #load(signal: AbortSignal): Promise<Shown> {
    const client = service.until(signal);
    const [extension, progress, deliveries] = await Promise.all([
      client.extensionGet(this.extensionId),
      client.extensionProgress(this.extensionId),
      readDeliveries(this.extensionId, signal),
    ]);
    return { extension, progress, deliveries };
  }

  async #after(change: Promise<boolean>): Promise<void> {
    if (await change) await this.#shown.reload();
  }

  async #remove(removal: Promise<boolean>): Promise<void> {
    if (await removal) navigate(linkTo("extensions"));
  }
}

function isBusy({ extension, progress }: Shown): boolean {
  return (
    (extension.state === "enabled" && isPassing(extension.status)) ||
    progress.capabilities.some(({ pending }) => pending > 0)
  );
}

/** The queue of an extension; `undefined` if the key may not read metrics, or they cannot be read. */
async function readDeliveries(id: string, signal: AbortSignal): Promise<Deliveries | undefined> {
  if (!may("metrics:read")) return undefined;
  try {
    return deliveriesIn(new TextDecoder().decode(await service.until(signal).metrics()), id);
  } catch (error) {
    if (isAbort(error)) throw error;
    return undefined; // gauges are additions; the page is complete without them
  }
}
