/** Texts for the record of an image. */

import type { ExtensionImageFeature, Image } from "@api/models.js";
import { folded } from "../base/folded.js";

/** The blocks of metadata, in the order in which they are shown. */
const BLOCKS = [
  ["exif", "EXIF"],
  ["iptc", "IPTC"],
  ["xmp", "XMP"],
  ["icc", "Colour profile"],
  ["others", "Other"],
  ["tiffTagPhotoshop", "Photoshop"],
] as const;
const SOURCES = {
  exif: "EXIF",
  xmp: "XMP",
  iptc: "IPTC",
  text: "a text of the PNG",
  movie: "the header of the sequence",
  file: "date of the file",
} as const;
const EXIF_PARTS = new Set(["Exif", "Image", "Photo", "IFD0"]);
const MAX_ROWS = 2_000;
const MAX_DEPTH = 12;
const COLOUR = /^#(?:[\da-f]{3}|[\da-f]{6}|[\da-f]{8})$/i;
const ADDRESS = /^https?:\/\/\S+$/;

/** One statement of the metadata. */
export interface Row {
  /** Its name within the block. */
  readonly name: string;
  readonly value: string;
}

/** The statements of one block. */
export interface Block {
  readonly label: string;
  readonly rows: readonly Row[];
}

/** When a picture was taken, by the clock of the camera, as far as that is known. */
export function captureDate(image: Pick<Image, "captureDate" | "captureOffset" | "captureSource">): string {
  const { captureDate: date, captureOffset: offset, captureSource: source } = image;
  // Without an offset, the clock of the camera was read as UTC. The date of a file is shown as the browser has it.
  const timeZone = source === "file" ? undefined : "UTC";
  const shown = new Date(date + (source === "file" ? 0 : (offset ?? 0) * 60_000));
  const text = shown.toLocaleString(undefined, { dateStyle: "full", timeStyle: "short", timeZone });
  return offset === undefined || source === "file" ? text : `${text} (${zone(offset)})`;
}

/** Where the capture date comes from. */
export function captureSource(image: Pick<Image, "captureOffset" | "captureSource">): string {
  const source = SOURCES[image.captureSource];
  if (image.captureSource === "file") return "from the date of the file, because no metadata has one";
  return image.captureOffset === undefined ? `from ${source}, without a time zone` : `from ${source}`;
}

/** The folder of a file, relative to that of its repository, without slashes at the ends; empty for the root. */
export function folderOf(image: Pick<Image, "url">, repositoryUrl: string | undefined): string {
  const path = pathOf(image.url);
  const root = repositoryUrl === undefined ? "" : pathOf(repositoryUrl).replace(/\/$/, "");
  const folder = path.slice(0, path.lastIndexOf("/"));
  return folder.startsWith(root) ? folder.slice(root.length).replace(/^\//, "") : folder;
}

/** The path that a `file://` address names. */
export function pathOf(address: string): string {
  const path = address.replace(/^file:\/\//, "");
  try {
    return decodeURIComponent(path);
  } catch {
    return path; // the name of the file is not UTF-8
  }
}

/** The metadata as rows, by block. A block that is no JSON object is one row. */
export function blocksOf(metadata: Image["metadata"]): readonly Block[] {
  return BLOCKS.flatMap(([name, label]) => {
    const text = metadata[name];
    if (text === undefined || text === "") return [];
    const rows: Row[] = [];
    collect(parsed(text), "", 0, rows);
    return rows.length === 0 ? [] : [{ label, rows }];
  });
}

/** The rows whose name or value has all words of a query. */
export function matching(blocks: readonly Block[], query: string): readonly Block[] {
  const words = folded(query)
    .split(/\s+/)
    .filter((word) => word !== "");
  if (words.length === 0) return blocks;
  return blocks.flatMap((block) => {
    const rows = block.rows.filter(({ name, value }) => {
      const text = folded(`${name} ${value}`);
      return words.every((word) => text.includes(word));
    });
    return rows.length === 0 ? [] : [{ ...block, rows }];
  });
}

/** A feature as an element of a view document, which `<facetry-view>` shows safely; none for attachments. */
export function elementOf({ format, value }: ExtensionImageFeature): Readonly<Record<string, unknown>> | undefined {
  const text = String(value);
  if (format === "binary" || format === "ui") return undefined;
  if (typeof value === "boolean") return { type: "boolean", value, trueLabel: "Yes", falseLabel: "No" };
  if (typeof value === "number") return { type: "number-unbounded", value };
  if (format === "markdown") return { type: "markdown", content: text };
  if (format === "html") return { type: "html", content: text };
  if (format === "json") return { type: "json", value: text, modifiers: { copyable: true } };
  if (format === "xml") return { type: "xml", value: text, modifiers: { copyable: true } };
  if (format === "yaml") return { type: "string-code", value: text, language: "yaml", modifiers: { copyable: true } };
  if (COLOUR.test(text)) return { type: "color", value: text };
  if (ADDRESS.test(text)) return { type: "string-url", value: text };
  const modifiers = { truncate: { characterLimit: 600 } };
  return { type: "string", value: text, representation: text.includes("\n") ? "multiline" : "plain", modifiers };
}

/** The view document of a feature; none if it is not one. */
export function documentOf({ format, value }: ExtensionImageFeature): unknown {
  return format === "ui" && typeof value === "string" ? parsed(value) : undefined;
}

/** `UTC+02:00`, for minutes. */
export function zone(offset: number): string {
  if (offset === 0) return "UTC";
  const minutes = Math.abs(offset);
  const two = (number: number) => String(number).padStart(2, "0");
  return `UTC${offset < 0 ? "−" : "+"}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** The greatest common shape of two sides, such as `3:2`; none if it is not a short one. */
export function ratioOf(width: number, height: number): string | undefined {
  const divisor = greatestCommonDivisor(width, height);
  const [across, down] = [width / divisor, height / divisor];
  return Math.max(across, down) <= 32 ? `${across}:${down}` : undefined;
}

function greatestCommonDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestCommonDivisor(other, one % other);
}

function collect(value: unknown, name: string, depth: number, rows: Row[]): void {
  if (rows.length >= MAX_ROWS || value === null || value === undefined || value === "") return;
  if (typeof value !== "object" || depth >= MAX_DEPTH) {
    rows.push({ name: name || "Text", value: typeof value === "string" ? value : JSON.stringify(value) });
    return;
  }
  if (Array.isArray(value) && value.every((item) => typeof item !== "object" || item === null)) {
    rows.push({ name: name || "Values", value: value.map(String).join(", ") });
    return;
  }
  for (const [key, item] of Object.entries(value)) {
    // The parts of an EXIF block say nothing about their members, so they are left out of the names.
    const path = name === "" || EXIF_PARTS.has(name) ? key : `${name} › ${key}`;
    collect(item, path, depth + 1, rows);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text; // a block that is plain text
  }
}
