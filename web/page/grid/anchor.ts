/** Where an image is after images have come and gone. */

import type { Client } from "../../api/client.js";
import type { GridSearch } from "./buckets.js";

/** An image at the top of the visible part, and how far it is scrolled past the top. */
export interface Place {
  readonly index: number;
  readonly offset: number;
  readonly id: string | undefined;
}

const MOST_MOVED = 500;

/** The present position of the image of a place, or its former one if the image is not near it any more. */
export async function currentPlace(client: Client, search: GridSearch, place: Place, count: number): Promise<number> {
  const last = Math.max(count - 1, 0);
  if (place.id === undefined || count === 0) return Math.min(place.index, last);
  const skip = Math.max(Math.min(place.index, last) - MOST_MOVED, 0);
  const { items } = await client.imageSearchIds({ ...search, range: { skip, take: 2 * MOST_MOVED } });
  const found = items.indexOf(place.id);
  return found < 0 ? Math.min(place.index, last) : skip + found;
}
