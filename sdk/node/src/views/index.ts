/** View documents: what an extension shows, as frozen values that are JSON.
 *
 *     import { views } from "facetry-extension";
 *
 *     views.card("Lighthouse", [views.labelValue("Taken", views.timestamp("1767225600000"))]);
 */

export * from "./documents.js";
export type { Free, OpenPart } from "./part.js";
export * from "./parts.js";
export { isKnown, read, ViewError } from "./reading.js";
