import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import { CirclePlay, CircleStop } from "lucide";
import type { EventTopic, Extension, ExtensionProgress, Repository, RepositoryActivity } from "@api/models.js";
import { confirm } from "../base/facetry-dialog.js";
import { icon } from "../base/facetry-icon.js";
import "../base/facetry-problem.js";
import { ago, count, counted } from "../base/format.js";
import { Polling } from "../session/polling.js";
import { STYLES } from "../base/styles.js";
import "../extensions/facetry-state.js";
import { CAPABILITY_LABELS, isPassing, stateOf } from "../extensions/states.js";
import "../extensions/tasks/facetry-progress.js";
import { attempt, notify } from "../session/notices.js";
import { linkTo } from "../session/router.js";
import { may, service } from "../session/service.js";
import "./facetry-feed.js";
import type { Names } from "./facetry-feed.js";

interface Now {
  readonly repositories: readonly Repository[];
  readonly scans: readonly RepositoryActivity[];
  readonly extensions: readonly Extension[];
  readonly progress: ReadonlyMap<string, ExtensionProgress>;
}

const TOPICS: readonly EventTopic[] = [
  "repository.created",
  "repository.deleted",
  "repository.updated",
  "repository.synchronize.started",
  "repository.synchronize.stopped",
  "repository.watch.started",
  "repository.watch.stopped",
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
const CALM_MILLISECONDS = 5_000;

/** What the service does now, and what has happened in it. */
@customElement("facetry-activity")
export class FacetryActivity extends LitElement {
  static override styles = [
    STYLES,
    css`
      .items {
        display: grid;
        gap: 1rem;
        padding: 0;
        list-style: none;
      }
      .items > li {
        display: grid;
        gap: 0.3rem;
        min-width: 0;
        overflow-wrap: anywhere;
      }
      .calm {
        color: var(--muted);
      }
    `,
  ];

  readonly #now = new Polling<Now>(this, {
    load: readNow,
    pause: (now) => (now !== undefined && isBusy(now) ? BUSY_MILLISECONDS : CALM_MILLISECONDS),
    topics: TOPICS,
  });

  protected override render(): TemplateResult {
    const { value, error } = this.#now;
    return html`<div class="page">
      <div class="row spread">
        <h1>Activity</h1>
        ${may("repository:manage") && value !== undefined ? this.#switch() : ""}
      </div>
      ${
        value === undefined && error !== undefined
          ? html`<facetry-problem .error=${error} @retry=${() => this.#now.reload()}></facetry-problem>`
          : this.#panel(value)
      }
      <facetry-feed .names=${namesIn(value)}></facetry-feed>
    </div>`;
  }

  #switch(): TemplateResult {
    return html`<div class="row">
      <button @click=${() => this.#startOrStop(true)}>${icon(CirclePlay)} Continue scans</button>
      <button @click=${() => this.#startOrStop(false)}>${icon(CircleStop)} Stop scans…</button>
    </div>`;
  }

  #panel(now: Now | undefined): TemplateResult {
    if (now === undefined) return html`<section class="panel" aria-busy="true"><h2>Now</h2></section>`;
    const scanning = now.scans.filter(({ kind }) => kind === "synchronizing");
    const working = now.extensions.filter((each) => isAtWork(each, now.progress.get(each.manifest.id)));
    const watched = now.scans.filter(({ kind }) => kind === "watching").length;
    return html`<section class="panel" aria-live="off">
      <h2>Now</h2>
      ${
        scanning.length + working.length === 0
          ? html`<p class="muted">
              Nothing is in work.${watched > 0 ? ` ${counted(watched, "folder")} watched for changes.` : ""}
            </p>`
          : html`<ul class="items" aria-label="In work">
              ${scanning.map((each) => this.#scan(each, now))}
              ${working.map((each) => this.#work(each, now.progress.get(each.manifest.id)))}
            </ul>`
      }
    </section>`;
  }

  #scan({ id, progress, startDate }: RepositoryActivity, { repositories }: Now): TemplateResult {
    const name = repositories.find((each) => each.id === id)?.name ?? id;
    const { found = 0, done = 0, added = 0, updated = 0, removed = 0, unreadable = 0 } = progress ?? {};
    const parts: readonly (readonly [number, string])[] = [
      [added, "new"],
      [updated, "changed"],
      [removed, "gone"],
      [unreadable, "unreadable"],
    ];
    const details = parts.filter(([number]) => number > 0).map(([number, text]) => `${count(number)} ${text}`);
    return html`<li>
      <div class="row spread">
        <span>Scan of <a href=${linkTo("folders", [id])}>${name}</a></span>
        <span class="muted small">${startDate === undefined ? "" : `began ${ago(startDate)}`}</span>
      </div>
      <progress aria-label=${`Scan of ${name}`} .value=${done} max=${Math.max(found, 1)}></progress>
      <span class="muted small">${[`${count(done)} of ${counted(found, "file")}`, ...details].join(" · ")}</span>
    </li>`;
  }

  #work(extension: Extension, progress: ExtensionProgress | undefined): TemplateResult {
    const { manifest, status } = extension;
    const capabilities = (progress?.capabilities ?? []).filter(({ pending }) => pending > 0);
    return html`<li>
      <div class="row">
        <a href=${linkTo("extensions", [manifest.id])}>${manifest.name}</a>
        <facetry-state .state=${stateOf(extension)}></facetry-state>
      </div>
      ${
        status.state === "running" || status.reason === undefined
          ? ""
          : html`<span class="muted small">${status.reason}</span>`
      }
      ${capabilities.map((each) => {
        const label = CAPABILITY_LABELS[each.id] ?? each.id;
        const failed = each.failed > 0 ? `, ${count(each.failed)} failed` : "";
        const text = `${label}: ${counted(each.pending, "image")} to go${failed}`;
        return html`<facetry-progress .progress=${each} .label=${`${label} of ${manifest.name}`}></facetry-progress>
          <span class="muted small">${text}</span>`;
      })}
    </li>`;
  }

  async #startOrStop(isStart: boolean): Promise<void> {
    const text = "All scans and watches end. None begins until they are continued, or the service restarts.";
    if (!isStart && !(await confirm({ heading: "Stop all scans?", text, agree: "Stop scans", isDangerous: true })))
      return;
    await attempt(async () => {
      await service.repositoryStartOrStop({ isStart });
      if (isStart) notify("Scans go on, and watched folders are scanned.");
      else
        notify("All scans and watches are stopped.", {
          label: "Continue",
          run: () => service.repositoryStartOrStop({ isStart: true }),
        });
    });
    await this.#now.reload();
  }
}

async function readNow(signal: AbortSignal): Promise<Now> {
  const client = service.until(signal);
  const seesFolders = may("repository:read");
  const [repositories, scans, extensions] = await Promise.all([
    seesFolders ? client.repositoryList() : [],
    seesFolders ? client.repositoryActivities() : [],
    may("extension:read") ? client.extensionList() : [],
  ]);
  const running = extensions.filter(({ state, status }) => state === "enabled" && status.state === "running");
  const progress = await Promise.all(
    running.map(async ({ manifest: { id } }) => [id, await client.extensionProgress(id)] as const),
  );
  return { repositories, scans, extensions, progress: new Map(progress) };
}

function namesIn(now: Now | undefined): Names {
  return {
    repositories: new Map(now?.repositories.map(({ id, name }) => [id, name])),
    extensions: new Map(now?.extensions.map(({ manifest }) => [manifest.id, manifest.name])),
  };
}

function isAtWork({ state, status }: Extension, progress: ExtensionProgress | undefined): boolean {
  if (state === "paused") return false;
  return isPassing(status) || (progress?.capabilities.some(({ pending }) => pending > 0) ?? false);
}

function isBusy({ scans, extensions, progress }: Now): boolean {
  return (
    scans.some(({ kind }) => kind === "synchronizing") ||
    extensions.some((each) => isAtWork(each, progress.get(each.manifest.id)))
  );
}
