import assert from "node:assert/strict";
import { test } from "node:test";
import { findingsOf, variantOf } from "../page/forms/findings.js";
import { changed, kindOf, optionsOf, resolved, titleOf, withDefaults } from "../page/forms/schema.js";

test("references are followed, and parts of allOf are put together", () => {
  const root = {
    $defs: { "a/b": { type: "integer", minimum: 1 } },
    properties: { size: { allOf: [{ $ref: "#/$defs/a~1b" }], default: 3 } },
  };
  assert.deepEqual(resolved(root.properties.size, root), { type: "integer", minimum: 1, default: 3 });
  const loop = { $ref: "#/x", x: { $ref: "#/x" } };
  assert.deepEqual(resolved(loop, loop)["$ref"], "#/x");
});

test("each schema has its kind of field", () => {
  assert.equal(kindOf({ enum: ["a", "b"] }), "choice");
  assert.equal(kindOf({ oneOf: [{ const: 1, title: "One" }, { const: 2 }] }), "choice");
  assert.equal(kindOf({ oneOf: [{ type: "string" }, { type: "null" }] }), "variants");
  assert.equal(kindOf({ type: ["integer", "null"] }), "number");
  assert.equal(kindOf({ type: ["integer", "string"] }), "json");
  assert.equal(kindOf({ type: "array", items: { enum: [1] }, uniqueItems: true }), "choices");
  assert.equal(kindOf({ type: "array", items: { type: "string" } }), "list");
  assert.equal(kindOf({ type: "array", prefixItems: [{}] }), "json");
  assert.equal(kindOf({}), "json");
  assert.deepEqual(
    optionsOf({ enum: ["A4", 2] })?.map((option) => option.label),
    ["A4", "2"],
  );
});

test("names become titles", () => {
  assert.equal(titleOf({}, "maxTagCount"), "Max tag count");
  assert.equal(titleOf({}, "useGPU"), "Use GPU");
  assert.equal(titleOf({ title: "Paper" }, "p"), "Paper");
  assert.equal(titleOf({}, 0), "Item 1");
});

test("defaults fill what is absent, also in nested objects", () => {
  const schema = {
    type: "object",
    properties: { a: { type: "object", properties: { b: { default: 2 }, c: {} } }, d: { type: "string" } },
  };
  assert.deepEqual(withDefaults(schema, schema, { d: "x" }), { d: "x", a: { b: 2 } });
  assert.deepEqual(withDefaults(schema, schema, { a: { b: 7 } }), { a: { b: 7 } });
});

test("findings are at the places of their values", () => {
  const schema = {
    type: "object",
    required: ["name", "x/y"],
    properties: {
      name: { type: "string", minLength: 2 },
      dpi: { type: "integer", minimum: 72, multipleOf: 12 },
      tags: { type: "array", maxItems: 3, items: { type: "string", maxLength: 3 } },
      tint: { type: "string", format: "color" },
      "x/y": {},
    },
  };
  const found = findingsOf(schema, { name: "a", dpi: 3.5, tags: ["ab", "abcd"], tint: "red" });
  assert.deepEqual([...found.keys()].sort(), ["/dpi", "/name", "/tags/1", "/x~1y"]);
  assert.equal(found.get("/dpi"), "The value has to be a whole number.");
  assert.equal(findingsOf(schema, { name: "ab", "x/y": 1, dpi: 144 }).size, 0);
});

test("the alternative that a value satisfies is found", () => {
  const variants = [
    { type: "object", required: ["url"], properties: { kind: { const: "web" }, url: { type: "string" } } },
    { type: "object", required: ["path"], properties: { kind: { const: "file" }, path: { type: "string" } } },
  ];
  const schema = { oneOf: variants };
  assert.equal(variantOf(variants, schema, { kind: "file", path: "/a" }), 1);
  assert.equal(findingsOf(schema, { kind: "file", path: "/a" }).size, 0);
  assert.deepEqual([...findingsOf(schema, { kind: "file" }).keys()], ["/path"]);
});

test("changes keep the order of members and remove items", () => {
  assert.deepEqual(Object.keys(changed({ a: 1, b: 2 }, ["a"], 3) as object), ["a", "b"]);
  assert.deepEqual(changed({ a: [1, 2, 3] }, ["a", 1], undefined), { a: [1, 3] });
  assert.deepEqual(changed({ a: 1 }, ["a"], undefined), {});
  assert.deepEqual(changed(undefined, ["a", "b"], 1), { a: { b: 1 } });
});

test("names that all objects inherit are names like others", () => {
  for (const name of ["constructor", "__proto__", "toString"]) {
    const schema = JSON.parse(`{"type": "object", "required": ["${name}"],
      "properties": {"${name}": {"type": "string", "format": "constructor", "default": "d"}}}`);
    assert.deepEqual([...findingsOf(schema, {}).keys()], [`/${name}`]);
    const filled = withDefaults(schema, schema, {});
    assert.equal(JSON.stringify(filled), `{"${name}":"d"}`);
    assert.equal(findingsOf(schema, filled).size, 0);
    assert.equal(JSON.stringify(changed({}, [name, "a"], 1)), `{"${name}":{"a":1}}`);
    assert.deepEqual(changed(filled, [name], undefined), {});
  }
});

test("members have no order, and what the service refuses has a sentence", () => {
  const schema = { properties: { a: { enum: [{ x: 1, y: 2 }] }, b: { type: "string", pattern: "^a+$" } } };
  assert.equal(findingsOf(schema, { a: { y: 2, x: 1 } }).size, 0);
  const found = findingsOf(schema, { b: "ab", c: 1 });
  assert.equal(found.get("/b"), "The text has to match ^a+$.");
  assert.equal(found.get("/c"), "The property is not known here.");
});
