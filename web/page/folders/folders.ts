/** The repositories with all that the page shows about them, kept up to date. */

import type { ReactiveController, ReactiveControllerHost } from "lit";
import { isAbort } from "../../api/errors.js";
import type { Repository, RepositoryActivity } from "../../api/models.js";
import { type Batch, onEvents } from "../shell/events.js";
import { may, service } from "../shell/service.js";

/** A repository with its activity and its counts. Counts are `undefined` if they are not known. */
export interface Folder {
  readonly repository: Repository;
  readonly activity: RepositoryActivity | undefined;
  readonly images: number | undefined;
  readonly unreadable: number | undefined;
  readonly skipped: number | undefined;
}

const TOPICS = [
  "repository.created",
  "repository.deleted",
  "repository.updated",
  "repository.synchronize.started",
  "repository.synchronize.stopped",
  "repository.watch.started",
  "repository.watch.stopped",
  "image.created",
  "image.deleted",
] as const;
/** Scans announce no progress, and folders do not announce that they can no longer be reached. */
const SCAN_MILLISECONDS = 2_000;
const IDLE_MILLISECONDS = 15_000;
const IMAGE_MILLISECONDS = 1_000;

/** Whether a scan of a folder runs. */
export function isScanning({ activity, repository }: Folder): boolean {
  return activity?.kind === "synchronizing" || repository.state.endsWith("INDEXING");
}

/** Reads the repositories while a component is on the page, and reads them again when something happens. */
export class Folders implements ReactiveController {
  /** Ordered by name; `undefined` until they were read. */
  value: readonly Folder[] | undefined;
  /** Why the last reading failed. */
  error: unknown;
  #controller: AbortController | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #due = Number.POSITIVE_INFINITY;
  #stop: () => void = () => {};
  readonly #counted = new Map<string, { readonly activity: string; readonly until: number; readonly counts: FileCounts }>();
  readonly #host: ReactiveControllerHost;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    this.#stop = onEvents(TOPICS, (batch) => this.#take(batch));
    document.addEventListener("visibilitychange", this.#onVisible);
    void this.reload();
  }

  hostDisconnected(): void {
    this.#stop();
    document.removeEventListener("visibilitychange", this.#onVisible);
    this.#controller?.abort();
    clearTimeout(this.#timer);
    this.#due = Number.POSITIVE_INFINITY;
  }

  /** Reads everything again; the former values are shown meanwhile. */
  async reload(): Promise<void> {
    this.#controller?.abort();
    const controller = new AbortController();
    this.#controller = controller;
    clearTimeout(this.#timer);
    this.#due = Number.POSITIVE_INFINITY;
    try {
      const value = await this.#read(controller.signal);
      if (this.#controller !== controller) return;
      this.value = value;
      this.error = undefined;
    } catch (error) {
      if (this.#controller !== controller || isAbort(error)) return;
      this.error = error;
    }
    this.#host.requestUpdate();
    this.#schedule(this.value?.some(isScanning) === true ? SCAN_MILLISECONDS : IDLE_MILLISECONDS);
  }

  async #read(signal: AbortSignal): Promise<readonly Folder[]> {
    const api = service.until(signal);
    const [repositories, activities, counts] = await Promise.all([
      api.repositoryList(),
      api.repositoryActivities(),
      may("image:read") ? api.imageSearchIds({ range: { take: 1 }, facets: ["repositories"] }) : undefined,
    ]);
    return Promise.all(
      repositories.map(async (repository) => {
        const activity = activities.find((each) => each.id === repository.id);
        const images = counts && (counts.facets?.repositories?.find((each) => each.id === repository.id)?.count ?? 0);
        return { repository, activity, images, ...(await this.#fileCounts(repository.id, activity, signal)) };
      }),
    );
  }

  /** The number of unreadable and skipped files: of the scan while it runs, else from the lists. */
  async #fileCounts(id: string, activity: RepositoryActivity | undefined, signal: AbortSignal): Promise<FileCounts> {
    if (activity?.kind === "synchronizing" && activity.progress !== undefined) return activity.progress;
    const former = this.#counted.get(id);
    const text = JSON.stringify(activity);
    if (former !== undefined && former.activity === text && Date.now() < former.until) return former.counts;
    try {
      const [unreadable, skipped] = await Promise.all([
        service.until(signal).repositoryUnreadableFiles(id, { take: 1 }),
        service.until(signal).repositorySkippedFiles(id, { take: 1 }),
      ]);
      const counts = { unreadable: unreadable.totalCount, skipped: skipped.totalCount };
      this.#counted.set(id, { activity: text, until: Date.now() + IDLE_MILLISECONDS, counts });
      return counts;
    } catch (error) {
      if (isAbort(error)) throw error;
      return { unreadable: undefined, skipped: undefined }; // the repository may just have been deleted
    }
  }

  #take({ events, isIncomplete }: Batch): void {
    const isSlow = !isIncomplete && events.every((event) => event.topic.startsWith("image."));
    if (!isSlow) this.#counted.clear();
    this.#schedule(isSlow ? IMAGE_MILLISECONDS : 0);
  }

  readonly #onVisible = (): void => {
    if (document.visibilityState === "visible") this.#schedule(0);
  };

  #schedule(milliseconds: number): void {
    const due = Date.now() + milliseconds;
    if (due >= this.#due || document.visibilityState === "hidden") return;
    clearTimeout(this.#timer);
    this.#due = due;
    this.#timer = setTimeout(() => void this.reload(), milliseconds);
  }
}

interface FileCounts {
  readonly unreadable: number | undefined;
  readonly skipped: number | undefined;
}
