/** Reading all images of a search, and where an image is after others have come and gone. */

import type { Client } from "../../api/client.js";
import { type GridSearch, type Images, imagesOf } from "./buckets.js";
import type { Pages } from "./pages.js";

/** An image at the top of the visible part, and how far it is scrolled past the top. */
export interface Place {
  readonly index: number;
  readonly offset: number;
  readonly id: string | undefined;
}

const MOST_MOVED = 500;

/** Reads all images, the pictures at a place, and the present position of that place. Throws `ApiError`. */
export async function readImages(
  client: Client,
  search: GridSearch,
  place: Place,
  pages: Pages,
): Promise<{ readonly images: Images; readonly index: number }> {
  // The first pictures do not wait for the layout.
  const [buckets] = await Promise.all([
    client.imageSearchBuckets({ ...search, withAspectRatios: true }),
    pages.load(place.index, place.index + 1),
  ]);
  const index = await currentPlace(client, search, place, buckets.totalCount);
  await pages.load(index, index + 1);
  return { images: imagesOf(buckets), index };
}

/** The present position of the image of a place, or its former one if the image is not near it any more. */
async function currentPlace(client: Client, search: GridSearch, place: Place, count: number): Promise<number> {
  const last = Math.max(count - 1, 0);
  if (place.id === undefined || count === 0) return Math.min(place.index, last);
  const skip = Math.max(Math.min(place.index, last) - MOST_MOVED, 0);
  const { items } = await client.imageSearchIds({ ...search, range: { skip, take: 2 * MOST_MOVED } });
  const found = items.indexOf(place.id);
  return found < 0 ? Math.min(place.index, last) : skip + found;
}
