/** Uploads with their progress, which fetch does not report. */

import { ApiError, UnreachableError } from "../../../api/errors.js";
import type { ExtensionAndWarnings, Problem } from "../../../api/models.js";
import { service } from "../../session/service.js";

/** An archive on its way to the service. */
export interface Upload {
  readonly archive: Blob;
  readonly state: "enabled" | "paused";
  readonly grant: readonly string[];
  /** The installed extension that gets another version. */
  readonly updatedId?: string | undefined;
  /** Whether an id without a program is taken over. */
  readonly takeOver?: boolean;
  /** Called with the share that was sent, between 0 and 1. */
  readonly onProgress: (share: number) => void;
}

/** Installs or updates an extension. What the service refuses is thrown as `ApiError`. */
export function upload({
  archive,
  state,
  grant,
  updatedId,
  takeOver,
  onProgress,
}: Upload): Promise<ExtensionAndWarnings> {
  const path = updatedId === undefined ? "extension/install" : `extension/${encodeURIComponent(updatedId)}/update`;
  const address = new URL(path, service.base);
  address.searchParams.set("state", state);
  for (const permission of grant) address.searchParams.append("grant", permission);
  if (takeOver === true) address.searchParams.set("takeOver", "true");
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(updatedId === undefined ? "POST" : "PUT", address.href);
    request.setRequestHeader("X-Facetry-Page", "1");
    request.setRequestHeader("Content-Type", "application/octet-stream");
    request.upload.addEventListener("progress", (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    });
    request.addEventListener("load", () => {
      if (request.status >= 200 && request.status < 300)
        resolve(JSON.parse(request.responseText) as ExtensionAndWarnings);
      else reject(refusalOf(request));
    });
    request.addEventListener("error", () => reject(new UnreachableError(undefined)));
    request.send(archive);
  });
}

function refusalOf(request: XMLHttpRequest): ApiError {
  const isProblem = request.getResponseHeader("Content-Type")?.startsWith("application/problem+json") === true;
  return new ApiError(request.status, isProblem ? (JSON.parse(request.responseText) as Partial<Problem>) : {});
}
