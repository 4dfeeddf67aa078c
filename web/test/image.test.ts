import assert from "node:assert/strict";
import { test } from "node:test";
import { outcomeOf } from "../page/commands/intents.js";
import { blocksOf, captureSource, elementOf, folderOf, matching, ratioOf, zone } from "../page/image/describe.js";
import { cellsBefore, kindOf, lineCount, offsetOf } from "../page/playground/text.js";

test("metadata becomes rows, and rows are found by all words", () => {
  const metadata = {
    exif: JSON.stringify({ Make: "Canon", Exif: { FNumber: 2.8, Lens: [24, 70] }, Empty: "" }),
    xmp: "no json",
  };
  const blocks = blocksOf(metadata);
  assert.deepEqual(blocks[0]?.rows, [
    { name: "Make", value: "Canon" },
    { name: "FNumber", value: "2.8" },
    { name: "Lens", value: "24, 70" },
  ]);
  assert.deepEqual(blocks[1]?.rows, [{ name: "Text", value: "no json" }]);
  assert.deepEqual(
    matching(blocks, "can make").map((block) => block.rows.length),
    [1],
  );
  assert.deepEqual(matching(blocks, "nothing"), []);
  const decomposed = blocksOf({ xmp: JSON.stringify({ title: "Été".normalize("NFD") }) });
  assert.equal(matching(decomposed, "été").length, 1);
});

test("folders, shapes and time zones are in words", () => {
  assert.equal(folderOf({ url: "file:///photos/a%20b/c.jpg" }, "file:///photos"), "a b");
  assert.equal(folderOf({ url: "file:///photos/c.jpg" }, "file:///photos/"), "");
  assert.equal(ratioOf(6000, 4000), "3:2");
  assert.equal(ratioOf(1001, 997), undefined);
  assert.equal(zone(-210), "UTC−03:30");
  assert.equal(captureSource({ captureSource: "exif" }), "from EXIF, without a time zone");
});

test("each format of features has its element", () => {
  const feature = (format: "string" | "boolean" | "html" | "binary", value: string | boolean) =>
    elementOf({ id: "x", type: "other", format, value })?.["type"];
  assert.equal(feature("string", "#1a7f37"), "color");
  assert.equal(feature("string", "https://example.org/"), "string-url");
  assert.equal(feature("string", "javascript:alert(1)"), "string");
  assert.equal(feature("boolean", false), "boolean");
  assert.equal(feature("html", "<p>"), "html");
  assert.equal(feature("binary", "attachment://1"), undefined);
});

test("returned values are told apart", () => {
  assert.equal(outcomeOf(undefined).kind, "nothing");
  assert.equal(outcomeOf("done").kind, "text");
  assert.equal(outcomeOf({ schemaVersion: "1.0", elements: [] }).kind, "view");
  assert.equal(outcomeOf({ show: { type: "image", id: "1" } }).kind, "intent");
  assert.equal(outcomeOf({ intent: { toast: { type: "info", subtitle: "Done" } } }).kind, "intent");
  assert.equal(outcomeOf({ show: {}, toast: {} }).kind, "json");
  assert.equal(outcomeOf({ show: {}, other: 1 }).kind, "json");
  assert.equal(outcomeOf([1]).kind, "json");
});

test("places of a text are found by lines and columns", () => {
  const text = "ab\n\tcd\n";
  assert.equal(offsetOf(text, 2, 2), 4);
  assert.equal(offsetOf(text, 9, 1), text.length);
  assert.equal(lineCount(text), 3);
  assert.equal(cellsBefore("\tcd", 3), 3);
  assert.equal(kindOf({ elements: [] }), "view-document");
  assert.equal(kindOf({ instructions: [] }), "manifest");
  assert.equal(kindOf([]), undefined);
});
