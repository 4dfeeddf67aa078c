/** How many images a search finds, and how many of them have what. Counted again when images change. */

import type { ReactiveController, ReactiveControllerHost } from "lit";
import { isAbort } from "../../api/errors.js";
import type { EventTopic, SearchFacets } from "@api/models.js";
import { onEvents } from "../session/events.js";
import { service } from "../session/service.js";
import { needsCollection, resolvedTarget } from "./collection-filters.js";
import { type SearchTarget, targetOf } from "./search-filter.js";
import { changed, type Search } from "./search-state.js";
import { isSame } from "./values.js";

const TOPICS: readonly EventTopic[] = [
  "image.created",
  "image.deleted",
  "image.updated",
  "image.renamed",
  "image.tags.updated",
  "image.features.updated",
  "image.embeddings.updated",
  "repository.deleted",
  "extension.uninstalled",
  "collection.updated",
];
/** While many images change, they are counted no more often than this. */
const LIVE_MILLISECONDS = 1_500;

/** The counts of the search that was set last. */
export class SearchCounts implements ReactiveController {
  /** What the service is asked for; that of the former search until the filter of a collection is known. */
  target: SearchTarget | undefined;
  /** The number of images; `undefined` while it is not known. */
  total: number | undefined;
  facets: SearchFacets | undefined;
  /** Why the service refused the search. */
  error: unknown;
  /** Why there are no facets, although images are known to match. */
  facetsError: unknown;
  #search: Search | undefined;
  #controller: AbortController | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #readAt = 0;
  #stop: () => void = () => {};
  readonly #host: ReactiveControllerHost;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    this.#stop = onEvents(TOPICS, ({ events, isIncomplete }) => {
      const isCollection = isIncomplete || events.some(({ topic }) => topic === "collection.updated");
      this.#plan(Math.max(LIVE_MILLISECONDS - (Date.now() - this.#readAt), 0), isCollection);
    });
    if (this.#search !== undefined) void this.reload();
  }

  hostDisconnected(): void {
    this.#stop();
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#controller?.abort();
  }

  /** Counts what another search finds. A request for the former one is given up. */
  set(search: Search): void {
    // The collection that a search will replace changes nothing.
    const next = changed(search, { updates: undefined });
    if (isSame(next, this.#search)) return;
    this.#search = next;
    this.total = undefined;
    this.error = undefined;
    this.facetsError = undefined;
    // Until the filter of a collection is known, the grid keeps what it shows.
    if (!needsCollection(next)) this.target = targetOf(next);
    clearTimeout(this.#timer);
    this.#timer = undefined;
    void this.reload();
  }

  /** Counts again. */
  async reload(hasNewFilter = true): Promise<void> {
    const search = this.#search;
    if (search === undefined) return;
    this.#controller?.abort();
    const controller = new AbortController();
    this.#controller = controller;
    this.#readAt = Date.now();
    try {
      const target =
        hasNewFilter || this.target === undefined ? await resolvedTarget(search, controller.signal) : this.target;
      if (this.#controller !== controller) return;
      // The grid begins at once, and keeps what it shows as long as the target is the same.
      if (!isSame(target, this.target)) this.target = target;
      this.#host.requestUpdate();
      const { totalCount, facets } = await service.until(controller.signal).imageSearchIds({
        ...target,
        range: { take: 1 },
        facets: ["tags", "formats", "repositories", "months"],
      });
      if (this.#controller !== controller) return;
      this.total = totalCount;
      this.facets = facets;
      this.error = undefined;
      this.facetsError = undefined;
    } catch (error) {
      if (this.#controller !== controller || isAbort(error)) return;
      // Images that are shown stay when only their counts fail, such as without a connection.
      if (this.total === undefined) this.error = error;
      this.facetsError = error;
      this.facets = undefined;
    }
    this.#host.requestUpdate();
  }

  #plan(milliseconds: number, hasNewFilter: boolean): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.reload(hasNewFilter);
    }, milliseconds);
  }
}
