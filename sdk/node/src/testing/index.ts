/** The test kit: a service in memory, over real sockets of this machine alone, for the tests of an extension.
 *
 *     const service = await FakeService.start();
 *     const image = service.addImage(picture);
 *     await service.running(new Tagger(), async () => {
 *       await service.computeTags(image);
 *       assert.deepEqual(service.tags(image), new Set(["sky"]));
 *     });
 *     await service.stop();
 */

export { LateError, NotConnectedError, type SendOptions } from "./connection.js";
export { type Call, Library, PICTURE, type StoredFeature } from "./library.js";
export { HookError, InvalidManifestError, InvalidViewError } from "./refusals.js";
export {
  type Answerer,
  EndedError,
  FakeService,
  type RunningOptions,
  type ServiceOptions,
} from "./service.js";
export { type Finding, validateManifest, validateView } from "./validation.js";
export { ValidatorError } from "./validator.js";
