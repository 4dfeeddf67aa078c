/** Searches that the page of an image leads to. */

import { linkTo } from "../shell/router.js";

/** The images with a tag. */
export function tagLink(tag: string): string {
  return linkTo("library", [], new URLSearchParams({ tags: tag }));
}

/** The images that are similar to an image by an embedding. */
export function similarLink(image: string, extensionId: string, name: string): string {
  return linkTo("library", [], new URLSearchParams({ similar: `${extensionId}/${name}/${image}` }));
}

/** The images of a repository. */
export function repositoryLink(id: string): string {
  return linkTo("library", [], new URLSearchParams({ repository: id }));
}

/** The images of a collection. */
export function collectionLink(id: number): string {
  return linkTo("library", [], new URLSearchParams({ collection: String(id) }));
}
