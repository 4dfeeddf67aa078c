/** Write extensions for Facetry: a class with hooks, and what the hooks need.
 *
 *     import { Extension, run } from "facetry-extension";
 *
 *     class Tagger extends Extension {
 *       async onComputeImageTags(communicator, imageId) {
 *         const picture = await communicator.download(imageId, { width: 512, format: "JPEG" });
 *         await communicator.setTags(imageId, picture.length > 50_000 ? ["large"] : []);
 *       }
 *     }
 *
 *     run(new Tagger());
 */

export { ApiError, UnreachableError } from "./api/errors.js";
export {
  Communicator,
  Delivery,
  type Feature,
  type IntentOptions,
  type Level,
  type Log,
  type Rendition,
} from "./communicator.js";
export { ConfigurationError } from "./configuration.js";
export { Extension, type Values } from "./extension.js";
export { Cancelled, type IntentKind, Refused } from "./intents.js";
export { run } from "./process.js";
export { VERSION } from "./version.js";
export * as views from "./views/index.js";
