/** Links to searches of the library, for other pages. */

import { linkTo } from "../session/router.js";
import { queryOf } from "./search-query.js";
import { type Search, searchOf } from "./search-state.js";

/** The address of a search: `linkToSearch({ tags: [{ value: "cat" }] })`, or with `repositories` or `similarity`. */
export function linkToSearch(members: Partial<Search> = {}): string {
  return linkTo("library", [], queryOf(searchOf(members)));
}
