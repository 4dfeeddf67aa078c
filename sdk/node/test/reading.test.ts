/** View documents that are read, changed, and written again. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { views } from "facetry-extension";

const UNKNOWN = String.raw`{ "values": [1.0, 1e2, 12345678901234567890],
 "type": "sparkline", "note": "\u00e9 } \" \\" }`;
const TEXT =
  '{"schemaVersion": "1.0", "elements": [\n' +
  '  {"value": "sea", "type": "string", "representation": "plain", "mood": {"calm": 1.0}},\n' +
  `  ${UNKNOWN},\n` +
  '  {"type": "label-value", "label": "Taken", "value": {"type": "timestamp", "value": "0"}}\n' +
  '], "title": "Lighthouse", "actions": [{"type": "wave", "hard": true}], "__proto__": {"made": "by hand"}}';

function cardOf(text: string): views.Card {
  const read = views.read(text);
  assert.ok("title" in read);
  return read;
}

function withElement(element: unknown): object {
  return { schemaVersion: "1.0", elements: [element] };
}

test("a document has typed parts", () => {
  const card = cardOf(TEXT);
  assert.equal(card.title, "Lighthouse");
  const [text, unknown, labelled] = card.elements;
  assert.ok(text && unknown && labelled);
  assert.ok(views.isKnown(text) && text.type === "string");
  assert.equal(text.value.toUpperCase(), "SEA"); // a string for the compiler, too
  assert.ok(!views.isKnown(unknown));
  assert.equal(unknown.type, "sparkline");
  assert.deepEqual(labelled, views.labelValue("Taken", views.timestamp("0")));
  assert.deepEqual(card.actions?.map(views.isKnown), [false]);
  assert.throws(() => ((text as { value: string }).value = "sky"), TypeError);
  const container = withElement({ type: "divider" });
  assert.equal(views.toText(views.read(container)), JSON.stringify(container));
});

test("a document is written as it was read", () => {
  assert.equal(views.toText(views.read(TEXT)), TEXT);
  assert.equal(views.toText(views.read(Buffer.from(` ${TEXT}\n`))), TEXT);
  assert.deepEqual(views.read(TEXT), JSON.parse(TEXT));
});

test("a document is read by its values, whichever way they are spelled", () => {
  const escaped = String.raw`{"schemaVersion": "\u0031.0", "elements": [{"type": "\u0064ivider"}]}`;
  const [divider] = views.read(escaped).elements;
  assert.ok(divider && views.isKnown(divider));
  assert.equal(views.toText(views.read(escaped)), escaped);
});

test("a changed document keeps what was not changed", () => {
  const card = cardOf(TEXT);
  const [text, unknown, labelled] = card.elements;
  assert.ok(text && unknown && labelled);
  const written = views.toText({ ...card, title: "Tower", elements: [{ ...text, value: "sky" }, labelled, unknown] });
  assert.ok(written.includes(UNKNOWN));
  assert.ok(written.includes('"mood":{"calm": 1.0}'));
  assert.ok(written.includes('{"type": "label-value", "label": "Taken", "value": {"type": "timestamp"'));
  assert.equal((JSON.parse(written) as views.Card).title, "Tower");
  assert.ok(views.toText(views.container([unknown])).includes(UNKNOWN));
});

const REFUSED: [unknown, string][] = [
  ["{", ""],
  ["[]", ""],
  [Uint8Array.of(0x22, 0xff, 0x22), ""],
  [`\ufeff${TEXT}`, ""],
  [Buffer.from(`\ufeff${TEXT}`), ""],
  ['{"schemaVersion": "1.0", "elements": NaN}', ""],
  ['{"schemaVersion": "1.0", "elements": [], "elements": []}', ""],
  ["[".repeat(100_000) + "]".repeat(100_000), ""],
  [{}, "/schemaVersion"],
  [{ schemaVersion: "2.0", elements: [] }, "/schemaVersion"],
  [{ schemaVersion: "1.0" }, ""],
  [{ schemaVersion: "1.0", elements: {} }, "/elements"],
  [{ schemaVersion: "1.0", elements: [], actions: [] }, ""],
  [{ schemaVersion: "1.0", elements: [], title: 3 }, "/title"],
  [withElement(3), "/elements/0"],
  [withElement({ type: 3 }), "/elements/0"],
  [withElement({ type: "string" }), "/elements/0"],
  [withElement({ type: "string", value: true }), "/elements/0/value"],
  [withElement({ type: "boolean", value: 1 }), "/elements/0/value"],
  [withElement({ type: "number-stars", value: true }), "/elements/0/value"],
  [withElement({ type: "dimensions", width: 1.5, height: 1 }), "/elements/0/width"],
  [withElement({ type: "divider", style: "wavy" }), "/elements/0/style"],
  [withElement({ type: "table", rows: [{ cells: [[]] }] }), "/elements/0/rows/0/cells/0"],
  [withElement({ type: "multi-slot", slots: [3] }), "/elements/0/slots/0"],
];

test("what is no view document is refused with its place", () => {
  for (const [document, pointer] of REFUSED) {
    assert.throws(
      () => views.read(document as string),
      (error) => error instanceof views.ViewError && error.pointer === pointer,
    );
  }
});

test("refusals of values that JSON has none of name the place", () => {
  const document = views.container([{ type: "a", size: Infinity }]);
  assert.throws(() => views.toText(document), /JSON has no number Infinity at "size"/);
});
