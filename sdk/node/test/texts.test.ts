/** Halves of characters, as `slice` leaves them: no way to the service lets them through. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { type Communicator, Extension, views } from "facetry-extension";
import { HookError } from "facetry-extension/testing";
import { jsonOf, sendable } from "../dist/json.js";
import { serviceFor } from "./extensions.js";

const CUT = "sea \u{1f600}".slice(0, 5);
const REPAIRED = "sea \ufffd";

class Speaker extends Extension {
  override async onImageCreated(communicator: Communicator): Promise<unknown> {
    communicator.log.info(CUT);
    communicator.notify({ [CUT]: [CUT, { at: new Date(0) }] });
    const answer = await communicator.intent("toast", { type: "info", subtitle: CUT }, { identity: CUT });
    return { [CUT]: answer, list: [CUT] };
  }

  override async onImageUpdated(): Promise<unknown> {
    throw new RangeError(CUT);
  }

  override async onComputeImageFeatures(communicator: Communicator, imageId: string): Promise<void> {
    const value = views.container([views.markdown(CUT)]);
    await communicator.setFeatures(imageId, [{ type: "annotation", format: "ui", name: CUT, value }]);
  }

  override async onComputeImageTags(communicator: Communicator): Promise<void> {
    await communicator.api.imageSetTags(CUT, [CUT], { extensionId: CUT });
  }

  override async onProcessCommand(communicator: Communicator): Promise<unknown> {
    return communicator.intent("form", { parameters: { type: "object", required: ["name"] } });
  }
}

test("what is said, returned and written", async (context) => {
  const service = await serviceFor(context, { folder: null });
  const image = service.addImage();
  service.answerIntents((intent) => ({ value: (intent["toast"] as { subtitle: string }).subtitle }));
  await service.running(new Speaker(), async () => {
    assert.deepEqual(await service.send("image.created", { id: image }), { [REPAIRED]: REPAIRED, list: [REPAIRED] });
    assert.deepEqual(
      service.logs.map(({ message }) => message),
      [REPAIRED],
    );
    assert.deepEqual(service.notifications, [{ [REPAIRED]: [REPAIRED, { at: "1970-01-01T00:00:00.000Z" }] }]);
    assert.deepEqual(service.intents[0]?.["identity"], { id: REPAIRED });
    await assert.rejects(service.send("image.updated", { id: image }), new HookError(`RangeError: ${REPAIRED}`));
    await service.computeFeatures(image);
    const [feature] = service.calls.at(-1)?.body as [{ name: string; value: string }];
    assert.equal(feature.name, REPAIRED);
    assert.equal((JSON.parse(feature.value) as { elements: [{ content: string }] }).elements[0].content, REPAIRED);
    await assert.rejects(service.computeTags(image));
    const { path, query, body } = service.calls.at(-1) ?? assert.fail();
    assert.deepEqual([path, query, body], ["/image/sea%20%EF%BF%BD/setTags", { extensionId: REPAIRED }, [REPAIRED]]);
  });
});

test("a form that requires some is not answered by nothing", async (context) => {
  const service = await serviceFor(context, { folder: null });
  await service.running(new Speaker(), async () => {
    for (const empty of [{}, { value: null }, { other: 1 }]) {
      service.answerIntents(() => empty);
      await assert.rejects(service.runProcessCommand("ask"), /The property name is missing/);
    }
    service.answerIntents(async () => ({ value: { name: "Ada" } }));
    assert.deepEqual(await service.runProcessCommand("ask"), { name: "Ada" });
  });
});

test("texts of JSON have U+FFFD for halves of characters, and no other change", () => {
  assert.equal(
    jsonOf({ "\ud800": ["\udc00\u{1f600}", "\\ud800", "\\\ud800", 'a"\n'] }),
    String.raw`{"�":["�😀","\\ud800","\\�","a\"\n"]}`,
  );
  const bytes = Buffer.from("PK");
  assert.deepEqual(sendable({ "\ud800": [bytes, "\ud800", 1.5, null, true] }), { "�": [bytes, "�", 1.5, null, true] });
  for (const value of [NaN, Infinity, 1n, Symbol("x"), new Set(), () => 1]) {
    assert.throws(() => sendable({ value }), /JSON has no/);
  }
});
