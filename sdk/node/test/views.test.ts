/** View documents: built, and written as JSON. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { views } from "facetry-extension";

test("a card is written with all that is in it", () => {
  const cells = [views.string("sky"), views.numberMeter(0.8, { maximum: 1 })];
  const card = views.card(
    "Lighthouse",
    [
      views.labelValue("Taken", views.timestamp("1767225600000", { format: "date" }), { withDivider: true }),
      views.table([views.tableRow(cells)], {
        columns: [views.tableColumn({ header: "Tag" }), views.tableColumn({ align: "right", width: 20 })],
      }),
      { type: "sparkline", values: [1, 2] },
    ],
    {
      description: "At dusk",
      actions: [views.button("Again", "describe", { parameters: { long: true }, variant: "primary" })],
    },
  );
  assert.deepEqual(card, {
    schemaVersion: "1.0",
    title: "Lighthouse",
    elements: [
      {
        type: "label-value",
        label: "Taken",
        value: { type: "timestamp", value: "1767225600000", format: "date" },
        withDivider: true,
      },
      {
        type: "table",
        rows: [
          {
            cells: [
              { type: "string", value: "sky" },
              { type: "number-meter", value: 0.8, maximum: 1 },
            ],
          },
        ],
        columns: [{ header: "Tag" }, { align: "right", width: 20 }],
      },
      { type: "sparkline", values: [1, 2] },
    ],
    description: "At dusk",
    actions: [
      { type: "button", label: "Again", commandId: "describe", parameters: { long: true }, variant: "primary" },
    ],
  });
  assert.deepEqual(JSON.parse(views.toText(card)), card);
});

test("what is as it would be anyway is left out", () => {
  const modifiers = views.primitiveModifiers({ truncate: views.truncate(120), weight: "normal" });
  assert.deepEqual(views.string("sea", { representation: "plain", modifiers }), {
    type: "string",
    value: "sea",
    modifiers: { truncate: { characterLimit: 120 } },
  });
  assert.deepEqual(views.boolean(false), { type: "boolean", value: false });
  assert.deepEqual(views.container([]), { schemaVersion: "1.0", elements: [] });
});

test("parts do not change", () => {
  const part = views.string("sea") as { value: string };
  assert.throws(() => (part.value = "sky"), TypeError);
});

test("members that are missing or unknown are named", () => {
  const build = views as unknown as Record<string, (...given: unknown[]) => unknown>;
  assert.throws(() => build["labelValue"]?.("Taken"), new TypeError("label-value lacks value"));
  assert.throws(() => build["numberMeter"]?.(1, { max: 2 }), new TypeError("number-meter has no member max"));
  assert.throws(() => build["string"]?.("sea", { toString: 1 }), new TypeError("string has no member toString"));
});

test("numbers that JSON has none of are refused", () => {
  assert.throws(() => views.toText(views.container([views.numberUnbounded(Infinity)])), RangeError);
});
