/** Scans that a person asks for, and what a scan has done, in words. */

import { ApiError } from "../../api/errors.js";
import type { RepositoryActivity, RepositoryProgress } from "../../api/models.js";
import { confirm } from "../base/facetry-dialog.js";
import { ago, count, counted } from "../base/format.js";
import { attempt } from "../session/notices.js";
import { service } from "../session/service.js";

/** Runs what begins a scan. If all scans are stopped, it offers to let them go on. Returns whether it succeeded. */
export async function beginScan(begin: () => Promise<void>): Promise<boolean> {
  return attempt(async () => {
    try {
      await begin();
    } catch (error) {
      if (!(error instanceof ApiError && error.rule === "repository.stopped")) throw error;
      const agrees = await confirm({
        heading: "Scans are stopped",
        text: "Somebody has stopped all scans and watches, perhaps for a backup. Let all of them go on?",
        agree: "Start them",
      });
      if (!agrees) throw error;
      await service.repositoryStartOrStop({ isStart: true });
      await begin();
    }
  });
}

/** What is known of a running scan: `1,250 of 2,000 files`. `found` may still grow. */
export function progressText({ done, found }: RepositoryProgress): string {
  return `${count(done)} of ${counted(found, "file")}`;
}

const CHANGES = [
  ["added", "new"],
  ["updated", "changed"],
  ["moved", "moved"],
  ["removed", "forgotten"],
  ["missing", "missing"],
] as const;

/** What a scan has found: `12 new, 1 moved`; `no changes` if there were none. */
export function changesText(progress: RepositoryProgress): string {
  const parts = CHANGES.filter(([name]) => progress[name] > 0).map(
    ([name, word]) => `${count(progress[name])} ${word}`,
  );
  return parts.length === 0 ? "no changes" : parts.join(", ");
}

/** When the last scan was, and what it found. */
export function lastScanText(activity: RepositoryActivity | undefined, now = Date.now()): string {
  if (activity?.endDate === undefined) return "Not scanned since the service started";
  const changes = activity.progress === undefined ? "" : `: ${changesText(activity.progress)}`;
  return `Scanned ${ago(activity.endDate, now)}${changes}`;
}
