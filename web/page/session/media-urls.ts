/** Addresses of pictures: signed, without a key, and renewed before they end. */

import type { ImageFormat, ImageResizeRender } from "../../api/models.js";
import { service } from "./service.js";

/** How a picture is shown; without members, the original file. */
export interface Rendering {
  readonly format?: ImageFormat;
  readonly width?: number;
  readonly height?: number;
  readonly resizeRender?: ImageResizeRender;
}

/** A URL is renewed when it is used with less than this time left. */
const MARGIN_MILLISECONDS = 120_000;
const MAX_KNOWN = 5_000;

const known = new Map<string, Promise<string>>();

/** The address of a picture, relative to this page, whatever name the service goes by behind its proxies. */
export function pathOf(mediaUrl: string): string {
  const { pathname, search } = new URL(mediaUrl, service.base);
  return service.base + pathname.slice(pathname.lastIndexOf("/media/") + 1) + search;
}

/** Whether a media URL can be used for some minutes. */
export function isFresh(mediaUrl: string, now = Date.now()): boolean {
  const expires = Number(new URL(mediaUrl, service.base).searchParams.get("expires"));
  return expires - now > MARGIN_MILLISECONDS;
}

/** The address of a rendition of an image; it is requested once while it is fresh. */
export async function mediaUrl(id: string, rendering: Rendering = {}): Promise<string> {
  const name = JSON.stringify([id, rendering]);
  const former = known.get(name);
  if (former !== undefined) {
    const url = await former;
    if (isFresh(url)) return url;
  }
  const request = service.imageMediaUrl(id, rendering).then((answer) => pathOf(answer.url));
  if (known.size >= MAX_KNOWN) known.delete(known.keys().next().value ?? "");
  known.set(name, request);
  try {
    return await request;
  } catch (error) {
    known.delete(name);
    throw error;
  }
}

/** Forgets the addresses of an image, whose content has changed. */
export function forgetMediaUrls(id: string): void {
  for (const name of known.keys()) if (name.startsWith(`["${id}"`)) known.delete(name);
}
