/** The valid view documents of the description, which are read and written again. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { views } from "facetry-extension";

const FOLDER = new URL("../../../specs/examples/views/valid/", import.meta.url);
const NAMES = readdirSync(FOLDER).filter((name) => name.endsWith(".json"));

function textOf(name: string): string {
  return readFileSync(new URL(name, FOLDER), "utf-8").trim();
}

test("there are examples, some of which have parts of unknown types", () => {
  assert.ok(NAMES.length > 50);
  assert.ok(NAMES.flatMap((name) => [...unknownIn(views.read(textOf(name)))]).length > 2);
});

for (const name of NAMES) {
  const text = textOf(name);
  test(`${name} is written as it was read`, () => {
    assert.equal(views.toText(views.read(text)), text);
    assert.equal(views.toText(views.read(Buffer.from(text))), text);
    assert.deepEqual(views.read(text), JSON.parse(text));
  });

  test(`${name} keeps its values when every part of a known type was changed`, () => {
    const document = views.read(text);
    const written = views.toText(changed(document) as views.Container);
    assert.deepEqual(JSON.parse(written), JSON.parse(text));
    assert.deepEqual(views.read(written), document);
    for (const part of unknownIn(document)) {
      assert.ok(written.includes(views.toText(part)));
    }
  });
}

/** A copy that has no text of its own; parts of unknown types are the same. */
function changed(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(changed);
  }
  if (typeof value !== "object" || value === null || isUnknown(value)) {
    return value;
  }
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, changed(each)]));
}

function* unknownIn(value: unknown): Generator<views.Container> {
  if (typeof value === "object" && value !== null) {
    if (isUnknown(value)) {
      yield value as views.Container;
    } else {
      for (const each of Object.values(value)) {
        yield* unknownIn(each);
      }
    }
  }
}

/** Whether it has a type that is not known. */
function isUnknown(value: object): boolean {
  return "type" in value && typeof value.type === "string" && !views.isKnown(value as views.Element);
}
