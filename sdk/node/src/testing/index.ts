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

export { type Call, Library, PICTURE, type StoredFeature } from "./library.js";
export {
  type Answerer,
  EndedError,
  FakeService,
  HookError,
  LateError,
  NotConnectedError,
  type RunningOptions,
  type SendOptions,
  type ServiceOptions,
} from "./service.js";
