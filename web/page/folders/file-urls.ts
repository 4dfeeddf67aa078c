/** Folders as people write them, and as the service names them. */

const BUCKET = "s3://";

/** Whether a text or a URL names a bucket of an object store. */
export function isBucket(path: string): boolean {
  return path.trim().startsWith(BUCKET);
}

/** The URL of an absolute path, or of a bucket. A file URL stays as it is. */
export function fileUrlOf(path: string): string {
  const trimmed = path.trim();
  if (trimmed.startsWith("file://")) return trimmed;
  if (isBucket(trimmed)) return BUCKET + trimmed.slice(BUCKET.length).split("/").map(encodeURIComponent).join("/");
  return `file://${trimmed.split("/").map(encodeURIComponent).join("/")}`;
}

/** The path of a file URL; the bucket with its prefix as people write it. */
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
  if (isBucket(trimmed)) return trimmed.length > BUCKET.length ? "" : "Write the name of a bucket after s3://.";
  if (trimmed.startsWith("~")) return "Write the whole path. The service does not know which home folder ~ means.";
  return "Write the whole path, which begins with a slash.";
}

/** A name for the repository of a folder: the last part of its path. */
export function nameOfPath(path: string): string {
  return (
    pathOfUrl(path.trim())
      .split("/")
      .filter((part) => part !== "" && part !== "s3:")
      .at(-1) ?? ""
  );
}
