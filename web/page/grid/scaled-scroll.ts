/** Scrolling of grids that are higher than an element of a browser can be. */

/** The greatest height of the element: layout is exact to the pixel there in all browsers. */
const MAX_PIXELS = 6_000_000;
/** Near the ends, pixels of the element are pixels of the grid, so that both ends can be reached. */
const END_PIXELS = 60_000;
/** A greater step is a jump, such as by the key End. */
const JUMP_PIXELS = 8_000;

/** The height of the element for a grid. */
export function elementHeight(height: number): number {
  return Math.min(Math.ceil(height), MAX_PIXELS);
}

/** The place in the grid for a place in the element. */
export function placeOf(scrollTop: number, height: number): number {
  if (height <= MAX_PIXELS || scrollTop <= END_PIXELS) return scrollTop;
  const rest = MAX_PIXELS - scrollTop;
  if (rest <= END_PIXELS) return height - rest;
  return END_PIXELS + ((scrollTop - END_PIXELS) * (height - 2 * END_PIXELS)) / (MAX_PIXELS - 2 * END_PIXELS);
}

/** The place in the element for a place in the grid. */
export function scrollTopOf(place: number, height: number): number {
  if (height <= MAX_PIXELS || place <= END_PIXELS) return place;
  const rest = height - place;
  if (rest <= END_PIXELS) return MAX_PIXELS - rest;
  return END_PIXELS + ((place - END_PIXELS) * (MAX_PIXELS - 2 * END_PIXELS)) / (height - 2 * END_PIXELS);
}

/** The place in the grid after a scroll: small steps are the same in both, jumps lead to the place of the element. */
export function placeAfter(scrollTop: number, former: { scrollTop: number; place: number }, height: number): number {
  const step = scrollTop - former.scrollTop;
  if (height <= MAX_PIXELS || Math.abs(step) > JUMP_PIXELS) return placeOf(scrollTop, height);
  return Math.min(Math.max(former.place + step, 0), height);
}
