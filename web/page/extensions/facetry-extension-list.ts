import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { Blocks, Ellipsis, Play, Pause, RotateCcw } from "lucide";
import type { EventTopic, Extension, ExtensionCapabilityProgress, ExtensionProgress } from "@api/models.js";
import { icon } from "../base/facetry-icon.js";
import { count } from "../base/format.js";
import { Loading } from "../base/loading.js";
import { OWN_EXTENSION } from "../session/own-tags.js";
import { Polling } from "../session/polling.js";
import { STYLES } from "../base/styles.js";
import { onEvents } from "../session/events.js";
import { linkTo } from "../session/router.js";
import { may, service } from "../session/service.js";
import { changeState, restart, unregister } from "./changes.js";
import "./facetry-state.js";
import { FacetryInstall } from "./install/facetry-install.js";
import { CAPABILITY_LABELS, isPassing, stateOf } from "./states.js";
import "./tasks/facetry-progress.js";
import { finishedOf } from "./tasks/pace.js";
import { readWriters, type Writer } from "./writers.js";

interface Listed {
  readonly extensions: readonly Extension[];
  readonly progress: ReadonlyMap<string, ExtensionProgress>;
}

/** Events that change what the list and the page of an extension show. */
export const EXTENSION_TOPICS: readonly EventTopic[] = [
  "extension.error",
  "extension.installed",
  "extension.paused",
  "extension.process.started",
  "extension.process.stopped",
  "extension.resumed",
  "extension.uninstalled",
  "extension.updated",
];

const BUSY_MILLISECONDS = 2_000;
const CALM_MILLISECONDS = 10_000;

/** All extensions with their states and their work, and the installation of others. */
@customElement("facetry-extension-list")
export class FacetryExtensionList extends LitElement {
  static override styles = [
    STYLES,
    css`
      :host {
        display: block;
        min-height: 100%;
      }
      .items {
        display: grid;
        gap: 0.75rem;
        padding: 0;
        list-style: none;
      }
      .item {
        grid-template-columns: minmax(0, 1fr) auto;
        gap: 0.5rem 1rem;
      }
      .item > * {
        min-width: 0;
      }
      .name {
        color: inherit;
        font-weight: 650;
        text-decoration: none;
        overflow-wrap: anywhere;
      }
      .name:hover {
        text-decoration: underline;
      }
      .description {
        grid-column: 1 / -1;
        display: -webkit-box;
        overflow: hidden;
        color: var(--muted);
        overflow-wrap: anywhere;
        -webkit-box-orient: vertical;
        -webkit-line-clamp: 2;
        line-clamp: 2;
      }
      .actions {
        align-self: start;
        flex-wrap: nowrap;
      }
      .reason {
        grid-column: 1 / -1;
        overflow-wrap: anywhere;
      }
      @media (max-width: 40rem) {
        .label {
          display: none;
        }
      }
      .work {
        display: grid;
        grid-column: 1 / -1;
        grid-template-columns: repeat(auto-fill, minmax(min(15rem, 100%), 1fr));
        gap: 0.6rem 1.5rem;
      }
      .work > div {
        display: grid;
        gap: 0.3rem;
        align-content: start;
      }
      .over {
        position: fixed;
        inset: 0;
        z-index: 20;
        display: grid;
        place-items: center;
        background: color-mix(in oklab, var(--back), transparent 15%);
        border: 3px dashed var(--accent);
        font-size: 1.2rem;
        pointer-events: none;
      }
      .intro {
        max-width: 34rem;
      }
      .intro code {
        padding: 0.1rem 0.35rem;
        border-radius: var(--radius);
        background: var(--hover);
      }
      .none {
        display: grid;
        justify-items: center;
        gap: 1rem;
        padding: 3rem 1rem;
        text-align: center;
      }
      .none .big {
        font-size: 2.2rem;
        color: var(--muted);
      }
    `,
  ];

  /** Whether files are dragged over the page. */
  @state() isOver = false;
  readonly #listed = new Polling<Listed>(this, {
    load: (signal) => this.#load(signal),
    pause: (listed) => (listed !== undefined && isBusy(listed) ? BUSY_MILLISECONDS : CALM_MILLISECONDS),
    topics: EXTENSION_TOPICS,
  });
  readonly #writers = new Loading<readonly Writer[]>(this, readWriters);
  #stop: (() => void) | undefined;

  constructor() {
    super();
    this.addEventListener("dragover", (event) => this.#dragOver(event));
    this.addEventListener("dragleave", (event) => {
      if (!(event.relatedTarget instanceof Node) || !this.contains(event.relatedTarget)) this.isOver = false;
    });
    this.addEventListener("drop", (event) => this.#dropped(event));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#stop = onEvents(["extension.installed", "extension.uninstalled"], () => void this.#writers.reload());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop?.();
  }

  protected override render(): TemplateResult {
    const { value, error } = this.#listed;
    if (value === undefined) return this.#listed.instead(html`<div class="page" aria-busy="true"></div>`);
    return html`<div class="page">
      <div class="row spread">
        <h1>Extensions</h1>
        ${
          may("extension:write")
            ? html`<facetry-install
                .extensions=${value.extensions}
                @installed=${() => this.#listed.reload()}
              ></facetry-install>`
            : ""
        }
      </div>
      ${error === undefined ? "" : html`<p class="warning" role="status">The service does not answer now.</p>`}
      ${
        value.extensions.length === 0
          ? this.#none()
          : html`<ul class="items">
              ${value.extensions.map(
                (each) => html`<li>${this.#item(each, value.progress.get(each.manifest.id))}</li>`,
              )}
            </ul>`
      }
      ${this.#withoutProgram(value.extensions)}
      ${this.isOver ? html`<div class="over">Drop the archive to install it</div>` : ""}
    </div>`;
  }

  #none(): TemplateResult {
    return html`<section class="panel none">
      <span class="big">${icon(Blocks)}</span>
      <h2>No extension is installed</h2>
      <p class="intro muted">
        Extensions are programs that look at your pictures. They write tags, descriptions and embeddings, and they add
        commands and pages. Each runs by itself, with a key that permits only what you allow.
      </p>
      ${
        may("extension:write")
          ? html`<p class="muted">Drop an archive here, a zip file or a gzipped tarball, or choose one above.</p>`
          : ""
      }
      <p class="intro muted">
        To write one, run <code>facetry extension init NAME --python</code>, then <code>facetry extension dev</code> in
        its folder.
      </p>
    </section>`;
  }

  #item(extension: Extension, progress: ExtensionProgress | undefined): TemplateResult {
    const { manifest, status } = extension;
    const state = stateOf(extension);
    const text = state.tone === "bad" || state.tone === "busy" ? status.reason : undefined;
    return html`<article class="panel item">
      <div class="row">
        <a class="name" href=${linkTo("extensions", [manifest.id])}>${manifest.name}</a>
        <span class="muted small">${manifest.version}</span>
        <facetry-state .state=${state}></facetry-state>
      </div>
      <div class="row actions">${this.#actions(extension)}</div>
      <p class="description">${manifest.description}</p>
      ${text === undefined ? "" : html`<p class="reason small ${state.tone === "bad" ? "error" : "muted"}">${text}</p>`}
      ${
        progress === undefined || progress.capabilities.length === 0
          ? ""
          : html`<div class="work">${progress.capabilities.map((each) => this.#capability(each, manifest.name))}</div>`
      }
    </article>`;
  }

  #actions(extension: Extension): TemplateResult | typeof nothing {
    if (!may("extension:manage")) return nothing;
    const { name } = extension.manifest;
    const isPaused = extension.state === "paused";
    const isDown = !isPaused && (extension.status.state === "failed" || extension.status.state === "waiting");
    return html`
      ${
        isDown
          ? html`<button aria-label=${`Restart ${name}`} @click=${() => this.#after(restart(extension))}>
              ${icon(RotateCcw)} <span class="label">Restart</span>
            </button>`
          : ""
      }
      <button
        class="quiet icon"
        title=${isPaused ? "Resume" : "Pause"}
        aria-label=${`${isPaused ? "Resume" : "Pause"} ${name}`}
        @click=${() => this.#after(changeState(extension, isPaused ? "enabled" : "paused"))}
      >
        ${icon(isPaused ? Play : Pause)}
      </button>
      <a
        class="button quiet"
        href=${linkTo("extensions", [extension.manifest.id])}
        aria-label=${`Details of ${name}`}
        title="Details"
      >
        ${icon(Ellipsis)}
      </a>
    `;
  }

  #capability(capability: ExtensionCapabilityProgress, name: string): TemplateResult {
    const label = CAPABILITY_LABELS[capability.id] ?? capability.id;
    const { pending, failed } = capability;
    return html`<div>
      <div class="row spread small">
        <span>${label}</span>
        <span class="muted">
          ${count(finishedOf(capability) - failed)}${pending > 0 ? html` · ${count(pending)} waiting` : ""}${
            failed > 0 ? html` · <span class="error">${count(failed)} failed</span>` : ""
          }
        </span>
      </div>
      <facetry-progress .progress=${capability} .label=${`${label} of ${name}`}></facetry-progress>
    </div>`;
  }

  #withoutProgram(extensions: readonly Extension[]): TemplateResult | typeof nothing {
    const installed = new Set(extensions.map(({ manifest }) => manifest.id));
    const writers = (this.#writers.value ?? []).filter(({ id }) => !installed.has(id));
    if (writers.length === 0) return nothing;
    return html`<section class="panel">
      <h2>Without a program</h2>
      <p class="muted small">Clients write in these names over HTTP, or their programs were uninstalled.</p>
      <div class="scroll" tabindex="0" role="region" aria-label="Ids without a program">
        <table>
          <tbody>
            ${writers.map(
              ({ id, has }) =>
                html`<tr>
                  <td>
                    <code>${id}</code>${id === OWN_EXTENSION ? html` <span class="muted">your own tags</span>` : ""}
                  </td>
                  <td class="muted">${has.join(", ")}</td>
                  <td class="number">
                    ${
                      may("extension:write")
                        ? html`<button aria-label=${`Remove ${id}`} @click=${() => this.#after(unregister(id))}>
                            Remove…
                          </button>`
                        : ""
                    }
                  </td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
    </section>`;
  }

  async #load(signal: AbortSignal): Promise<Listed> {
    const client = service.until(signal);
    const extensions = await client.extensionList();
    const working = extensions.filter(({ manifest }) =>
      manifest.instructions.some((each) => each.capabilities?.some(({ id }) => id !== "text.embeddings")),
    );
    const progress = await Promise.all(
      working.map(async ({ manifest: { id } }) => [id, await client.extensionProgress(id)] as const),
    );
    return { extensions, progress: new Map(progress) };
  }

  async #after(change: Promise<boolean>): Promise<void> {
    if (await change) await Promise.all([this.#listed.reload(), this.#writers.reload()]);
  }

  #dragOver(event: DragEvent): void {
    if (!may("extension:write") || event.dataTransfer?.types.includes("Files") !== true) return;
    event.preventDefault();
    this.isOver = true;
  }

  #dropped(event: DragEvent): void {
    this.isOver = false;
    const [file] = event.dataTransfer?.files ?? [];
    const installer = this.renderRoot.querySelector("facetry-install");
    if (file === undefined || !(installer instanceof FacetryInstall)) return;
    event.preventDefault();
    void installer.take(file);
  }
}

function isBusy({ extensions, progress }: Listed): boolean {
  return (
    extensions.some(({ state, status }) => state === "enabled" && isPassing(status)) ||
    [...progress.values()].some(({ capabilities }) => capabilities.some(({ pending }) => pending > 0))
  );
}
