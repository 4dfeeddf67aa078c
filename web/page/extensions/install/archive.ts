/** What is in the archive of an extension, before it is sent. */

import type { Manifest } from "../../../api/models.js";

/** The manifest of an archive. */
export interface ArchivedManifest {
  readonly text: string;
  /** What the text says, if it is an object with an id. The service judges the rest. */
  readonly manifest: (Partial<Manifest> & { readonly id: string }) | undefined;
}

const NAME = "manifest.json";
const MAX_MANIFEST_BYTES = 1_048_576;
const MAX_TAR_BYTES = 268_435_456;
const BLOCK = 512;

/** Reads the manifest of a zip file or a gzipped tarball. Throws with a sentence for people if it has none. */
export async function readManifest(archive: Blob): Promise<ArchivedManifest> {
  const bytes = new Uint8Array(await archive.arrayBuffer());
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (!isZip && !isGzip)
    throw new Error("This file is no archive of an extension. It has to be a zip file or a gzipped tarball.");
  const content = await (isZip ? fromZip(bytes) : fromTarball(archive));
  if (content === undefined) throw new Error(`The archive has no file ${NAME} at its top.`);
  const text = new TextDecoder().decode(content);
  return { text, manifest: parsed(text) };
}

async function fromZip(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  const { unzipSync } = await import("fflate");
  try {
    const isManifest = (file: { name: string; originalSize: number }) =>
      file.name.replace(/^\.\//u, "") === NAME && file.originalSize <= MAX_MANIFEST_BYTES;
    return Object.values(unzipSync(bytes, { filter: isManifest }))[0];
  } catch (error) {
    throw new Error("The zip file is damaged.", { cause: error });
  }
}

async function fromTarball(archive: Blob): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    const reader = archive.stream().pipeThrough(new DecompressionStream("gzip")).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      length += value.length;
      if (length > MAX_TAR_BYTES) throw new RangeError("The archive is too large once it is unpacked.");
      chunks.push(value);
    }
  } catch (error) {
    throw new Error(error instanceof RangeError ? error.message : "The tarball is damaged.", { cause: error });
  }
  return inTar(new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer()));
}

/** The manifest in an unpacked tarball. */
export function inTar(tar: Uint8Array): Uint8Array | undefined {
  const decoder = new TextDecoder();
  for (let start = 0; start + BLOCK <= tar.length; ) {
    const name = decoder.decode(tar.subarray(start, start + 100)).replace(/\0.*$/su, "");
    const size = Number.parseInt(decoder.decode(tar.subarray(start + 124, start + 136)), 8) || 0;
    const content = start + BLOCK;
    if (name.replace(/^\.\//u, "") === NAME && size <= MAX_MANIFEST_BYTES) return tar.subarray(content, content + size);
    start = content + Math.ceil(size / BLOCK) * BLOCK;
  }
  return undefined;
}

function parsed(text: string): ArchivedManifest["manifest"] {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/u, ""));
    const isObject = typeof value === "object" && value !== null && "id" in value && typeof value.id === "string";
    return isObject ? (value as Partial<Manifest> & { id: string }) : undefined;
  } catch {
    return undefined; // the service says what is wrong, with the place
  }
}
