/** Pictures that are sent to repositories. They go on while other pages are shown. */

import { ApiError, isAbort } from "../../api/errors.js";
import type { Repository } from "../../api/models.js";
import { sentencesOf } from "../base/facetry-problem.js";
import { Store } from "../base/store.js";
import { service } from "../session/service.js";

/** A file of this device, and the folder beneath that of the repository into which it goes. */
export interface PictureFile {
  readonly file: File;
  readonly folder: string;
}

/** A picture that the service refused. */
export interface Refusal {
  readonly name: string;
  readonly text: string;
  readonly remedy: string | undefined;
}

/** How far the pictures for one repository are. */
export interface Upload {
  readonly total: number;
  readonly stored: number;
  readonly refusals: readonly Refusal[];
  readonly isOver: boolean;
}

const PARALLEL = 2;
const NOTHING: Upload = { total: 0, stored: 0, refusals: [], isOver: true };

/** The uploads by repository. */
export const uploads = new Store<ReadonlyMap<string, Upload>>(new Map());
const queues = new Map<string, PictureFile[]>();
const controllers = new Map<string, AbortController>();

/** Sends pictures to a repository, after those that are on their way. */
export function upload(repository: Repository, files: readonly PictureFile[]): void {
  if (files.length === 0) return;
  const { id } = repository;
  const former = uploads.value.get(id) ?? NOTHING;
  if (!former.isOver) {
    change(id, { ...former, total: former.total + files.length });
    queues.get(id)?.push(...files);
    return;
  }
  change(id, { ...NOTHING, total: files.length, isOver: false });
  queues.set(id, [...files]);
  const controller = new AbortController();
  controllers.set(id, controller);
  void Promise.all(Array.from({ length: PARALLEL }, () => sendAll(id, controller.signal))).then(() => {
    const present = uploads.value.get(id);
    if (present !== undefined) change(id, { ...present, isOver: true });
  });
}

/** Sends no further picture to a repository. What is stored stays. */
export function cancelUpload(id: string): void {
  queues.set(id, []);
  controllers.get(id)?.abort();
}

/** Forgets an upload that is over. */
export function dismissUpload(id: string): void {
  const rest = new Map(uploads.value);
  rest.delete(id);
  uploads.value = rest;
}

async function sendAll(id: string, signal: AbortSignal): Promise<void> {
  for (let next = queues.get(id)?.shift(); next !== undefined; next = queues.get(id)?.shift()) {
    const refusal = await send(id, next, signal);
    const present = uploads.value.get(id) ?? NOTHING;
    if (refusal === "cancelled") change(id, { ...present, total: present.stored + present.refusals.length });
    else if (refusal === undefined) change(id, { ...present, stored: present.stored + 1 });
    else change(id, { ...present, refusals: [...present.refusals, refusal] });
  }
}

async function send(
  id: string,
  { file, folder }: PictureFile,
  signal: AbortSignal,
): Promise<Refusal | "cancelled" | undefined> {
  try {
    await service.until(signal).repositoryStoreImage(id, file, {
      nameWithoutExtension: file.name.replace(/\.[^.]*$/, "") || undefined,
      relativeDirectoryPath: folder || undefined,
      inceptionDate: file.lastModified,
      contentType: "application/octet-stream",
    });
    return undefined;
  } catch (error) {
    if (isAbort(error)) return "cancelled";
    const { text, remedy } = sentencesOf(error);
    const name = folder === "" ? file.name : `${folder}/${file.name}`;
    return {
      name,
      text,
      remedy: error instanceof ApiError && error.status === 409 ? (remedy ?? "Rename the file.") : remedy,
    };
  }
}

function change(id: string, value: Upload): void {
  uploads.value = new Map(uploads.value).set(id, value);
}
