/** Links from repositories to other places of the page. */

import { linkToSearch } from "../search/links.js";
import { linkTo } from "../session/router.js";

/** The images of a repository in the library. */
export function linkToImages(id: string): string {
  return linkToSearch({ repositories: [id] });
}

/** The images of a repository whose files are missing. */
export function linkToMissing(id: string): string {
  return linkToSearch({ repositories: [id], states: ["MISSING"] });
}

/** The files of a repository that could not be read, or that are not read. */
export function linkToFiles(id: string, list: "unreadable" | "skipped", query: Record<string, string> = {}): string {
  return linkTo("folders", [id, list], new URLSearchParams(query));
}
