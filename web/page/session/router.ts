/** Where the page is: the fragment of its address, so that it works below any path. `#/library?tags=cat` */

import { Store } from "../base/store.js";

/** A place within the page. */
export interface Route {
  /** The first segment, `library` by default. */
  readonly page: string;
  /** The segments after it, decoded. */
  readonly path: readonly string[];
  readonly query: URLSearchParams;
}

export const START_PAGE = "library";

/** The present place. */
export const route = new Store<Route>(routeOf(location.hash));

addEventListener("hashchange", () => {
  route.value = routeOf(location.hash);
});

/** The place of a fragment. */
export function routeOf(fragment: string): Route {
  const [path = "", query = ""] = fragment.replace(/^#\/?/, "").split("?", 2);
  const [page = "", ...rest] = path.split("/").map(decoded);
  return { page: page || START_PAGE, path: rest, query: new URLSearchParams(query) };
}

/** The fragment of a place, for `href`: `linkTo("image", [id])`. */
export function linkTo(page: string, path: readonly string[] = [], query?: URLSearchParams): string {
  const search = query === undefined || query.size === 0 ? "" : `?${query}`;
  return `#/${[page, ...path].map(encodeURIComponent).join("/")}${search}`;
}

/** Goes to the place of a fragment. `replace` leaves no entry in the history of the browser. */
export function navigate(fragment: string, { replace = false } = {}): void {
  history[replace ? "replaceState" : "pushState"](null, "", fragment);
  route.value = routeOf(fragment);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment; // a person has typed a percent sign
  }
}
