/** Links to collections. */

import type { Collection } from "@api/models.js";
import { linkToSearch } from "../search/links.js";
import { searchOfFilter } from "../search/search-of-filter.js";

/** The images of a collection. */
export function linkToCollection(id: number): string {
  return linkToSearch({ collectionId: id });
}

/** The search of a collection, to change it. */
export function linkToEdit({ id, filter }: Collection): string {
  return linkToSearch({ ...searchOfFilter(filter), updates: id });
}
