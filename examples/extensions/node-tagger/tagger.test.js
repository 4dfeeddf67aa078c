// Run with `npm install` and `npm test`, once the kit for Node lies in vendor/.
import assert from "node:assert/strict";
import { test } from "node:test";
import { FakeService } from "facetry-extension/testing";
import { NodeTagger, tagsOf } from "./tagger.js";

test("an image is tagged by its record", async (context) => {
  const service = await FakeService.start();
  context.after(() => service.stop());
  const image = service.addImage(undefined, { format: "WEBP", dimensions: { width: 4000, height: 3000 } });
  await service.running(new NodeTagger(), async () => {
    await service.computeTags(image);
    assert.deepEqual(service.tags(image), new Set(["orientation:landscape", "size:large", "format:webp"]));
  });
});

test("the shapes of images", () => {
  const shapes = [[10, 10, "square"], [10, 20, "portrait"], [19, 10, "landscape"], [20, 10, "panorama"]];
  for (const [width, height, shape] of shapes) {
    assert.equal(tagsOf({ format: "PNG", dimensions: { width, height } }, 8)[0], `orientation:${shape}`);
  }
});
