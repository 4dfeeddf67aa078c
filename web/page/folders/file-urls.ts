/** Folders as people write them, and as the service names them. */

/** The file URL of an absolute path. A file URL stays as it is. */
export function fileUrlOf(path: string): string {
  const trimmed = path.trim();
  if (trimmed.startsWith("file://")) return trimmed;
  return `file://${trimmed.split("/").map(encodeURIComponent).join("/")}`;
}

/** The path of a file URL. */
export function pathOfUrl(url: string): string {
  const path = url.replace(/^file:\/\/(localhost)?/, "");
  try {
    return decodeURIComponent(path);
  } catch {
    return path; // bytes that are not UTF-8 have no other text
  }
}

/** Why a text cannot be the path of a folder, as a sentence; empty if it can. */
export function faultOfPath(path: string): string {
  const trimmed = path.trim();
  if (trimmed === "") return "Enter the path of a folder.";
  if (trimmed.startsWith("/") || trimmed.startsWith("file:///")) return "";
  if (trimmed.startsWith("~")) return "Write the whole path. The service does not know which home folder ~ means.";
  return "Write the whole path, which begins with a slash.";
}

/** A name for the repository of a folder: the last part of its path. */
export function nameOfPath(path: string): string {
  return pathOfUrl(path.trim()).split("/").filter((part) => part !== "").at(-1) ?? "";
}
