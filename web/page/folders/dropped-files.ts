/** The files of a drop, also those in dropped folders. */

import type { PictureFile } from "./uploads.js";

/** Whether a drag brings files. */
export function hasFiles(transfer: DataTransfer | null): boolean {
  return transfer?.types.includes("Files") ?? false;
}

/** All files that were dropped, but for hidden ones. Has to be called while the event is handled. */
export async function filesOf(transfer: DataTransfer): Promise<PictureFile[]> {
  const items = [...transfer.items].map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  const files: PictureFile[] = [];
  for (const { entry, file } of items) {
    if (entry !== null) await collect(entry, "", files);
    else if (file !== null) files.push({ file, folder: "" });
  }
  return files;
}

async function collect(entry: FileSystemEntry, folder: string, files: PictureFile[]): Promise<void> {
  if (entry.name.startsWith(".")) return;
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    files.push({ file, folder });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const inner = folder === "" ? entry.name : `${folder}/${entry.name}`;
  for (;;) {
    // A reader gives some entries at a time, and none at the end.
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (entries.length === 0) return;
    for (const each of entries) await collect(each, inner, files);
  }
}
