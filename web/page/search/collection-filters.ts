/** The filters of collections, for searches in them. */

import type { SearchFilter } from "../../api/models.js";
import { service } from "../session/service.js";
import { filterOf, isWholeCollection, type SearchTarget, targetOf } from "./search-filter.js";
import { orderOf, type Search } from "./search-state.js";

/** What to ask the service for. The filter of a collection is read if the search narrows it. */
export async function resolvedTarget(search: Search, signal?: AbortSignal): Promise<SearchTarget> {
  const { collectionId } = search;
  if (collectionId === undefined || !needsCollection(search)) return targetOf(search);
  return targetOf(search, await filterOfCollection(collectionId, signal));
}

/** Whether the filter of a collection has to be known. */
export function needsCollection(search: Search): boolean {
  return search.collectionId !== undefined && !isWholeCollection(search);
}

/** A search as one filter, with that of its collection. It has an order, so that a collection keeps it. */
export async function wholeFilterOf(search: Search): Promise<SearchFilter> {
  const { collectionId } = search;
  if (collectionId === undefined) return filterOf(search);
  const collection = await filterOfCollection(collectionId);
  const target = targetOf(search, collection);
  const filter = "filter" in target ? target.filter : collection;
  return { ...filter, sorting: orderOf(search) ?? filter.sorting ?? { property: "name", isAscending: true } };
}

async function filterOfCollection(id: number, signal?: AbortSignal): Promise<SearchFilter> {
  const client = signal === undefined ? service : service.until(signal);
  return (await client.collectionGet(id)).filter;
}
