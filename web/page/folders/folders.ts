/** The repositories with all that the page shows about them, kept up to date. */

import type { ReactiveControllerHost } from "lit";
import { isAbort } from "../../api/errors.js";
import type { Repository, RepositoryActivity } from "../../api/models.js";
import { Polling } from "../session/polling.js";
import { may, service } from "../session/service.js";

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

/** The repositories, ordered by name: read while a component is on the page, and again when something happens. */
export class Folders extends Polling<readonly Folder[]> {
  constructor(host: ReactiveControllerHost) {
    const counted: KnownCounts = new Map();
    super(host, {
      load: (signal) => readFolders(counted, signal),
      pause: (folders) => (folders?.some(isScanning) === true ? SCAN_MILLISECONDS : IDLE_MILLISECONDS),
      topics: TOPICS,
      pauseAfter: ({ events, isIncomplete }) => {
        const isSlow = !isIncomplete && events.every((event) => event.topic.startsWith("image."));
        if (!isSlow) counted.clear();
        return isSlow ? IMAGE_MILLISECONDS : 0;
      },
    });
  }
}

interface FileCounts {
  readonly unreadable: number | undefined;
  readonly skipped: number | undefined;
}

/** Counts of files by repository, with the activity at that time. They are read again after a while. */
type KnownCounts = Map<string, { readonly activity: string; readonly until: number; readonly counts: FileCounts }>;

async function readFolders(counted: KnownCounts, signal: AbortSignal): Promise<readonly Folder[]> {
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
      return { repository, activity, images, ...(await fileCounts(counted, repository.id, activity, signal)) };
    }),
  );
}

/** The number of unreadable and skipped files: of the scan while it runs, else from the lists. */
async function fileCounts(
  counted: KnownCounts,
  id: string,
  activity: RepositoryActivity | undefined,
  signal: AbortSignal,
): Promise<FileCounts> {
  if (activity?.kind === "synchronizing" && activity.progress !== undefined) return activity.progress;
  const former = counted.get(id);
  const text = JSON.stringify(activity);
  if (former !== undefined && former.activity === text && Date.now() < former.until) return former.counts;
  try {
    const [unreadable, skipped] = await Promise.all([
      service.until(signal).repositoryUnreadableFiles(id, { take: 1 }),
      service.until(signal).repositorySkippedFiles(id, { take: 1 }),
    ]);
    const counts = { unreadable: unreadable.totalCount, skipped: skipped.totalCount };
    counted.set(id, { activity: text, until: Date.now() + IDLE_MILLISECONDS, counts });
    return counts;
  } catch (error) {
    if (isAbort(error)) throw error;
    return { unreadable: undefined, skipped: undefined }; // the repository may just have been deleted
  }
}
