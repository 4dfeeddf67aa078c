/** Blurred stand-ins of pictures, each drawn once. */

import { thumbHashToDataURL } from "thumbhash";

const MAX_DRAWN = 3_000;
const drawn = new Map<string, string>();

/** The CSS image of a ThumbHash in base64. */
export function placeholderImage(hash: string): string {
  const former = drawn.get(hash);
  if (former !== undefined) return former;
  const image = `url(${thumbHashToDataURL(Uint8Array.from(atob(hash), (character) => character.charCodeAt(0)))})`;
  if (drawn.size >= MAX_DRAWN) drawn.delete(drawn.keys().next().value ?? "");
  drawn.set(hash, image);
  return image;
}
