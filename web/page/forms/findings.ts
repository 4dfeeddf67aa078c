/** What is wrong with the value of a form. The service validates once more, and has the last word. */

import {
  optionsOf,
  type Path,
  pointerOf,
  propertiesOf,
  resolved,
  type Schema,
  typesOf,
  variantsOf,
} from "./schema.js";
import { isMembers } from "../../view/values.js";

/** Sentences about a value, by the JSON Pointers of their places. */
export type Findings = ReadonlyMap<string, string>;

const FORMATS: Readonly<Record<string, readonly [RegExp, string]>> = {
  color: [/^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i, "Write a colour such as #1a7f37."],
  date: [/^\d{4}-\d\d-\d\d$/, "Write a date such as 2026-01-31."],
  "date-time": [/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/i, "Choose a date and a time."],
  email: [/^[^\s@]+@[^\s@]+$/, "Write an e-mail address."],
  uri: [/^[a-z][a-z\d+.-]*:\S+$/i, "Write an address such as https://example.org/."],
  url: [/^[a-z][a-z\d+.-]*:\S+$/i, "Write an address such as https://example.org/."],
  uuid: [/^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i, "Write a UUID."],
};

/** The findings on a value by its schema. Patterns are left to the service, which bounds their time. */
export function findingsOf(schema: Schema, value: unknown): Findings {
  const found = new Map<string, string>();
  check(schema, schema, value, [], found);
  return found;
}

/** The index of the first alternative that a value satisfies; 0 if there is none. */
export function variantOf(variants: readonly Schema[], root: Schema, value: unknown): number {
  const index = variants.findIndex((variant) => {
    const found = new Map<string, string>();
    check(resolved(variant, root), root, value, [], found);
    return found.size === 0;
  });
  return Math.max(index, 0);
}

function check(given: unknown, root: Schema, value: unknown, path: Path, found: Map<string, string>): void {
  const schema = resolved(given, root);
  const sentence = fault(schema, value);
  if (sentence !== undefined) {
    found.set(pointerOf(path), sentence);
    return;
  }
  const variants = optionsOf(schema) === undefined ? variantsOf(schema) : undefined;
  if (variants !== undefined) checkVariants(variants, root, value, path, found);
  else if (Array.isArray(value)) checkItems(schema, root, value, path, found);
  else if (isMembers(value)) {
    for (const name of Array.isArray(schema["required"]) ? schema["required"] : []) {
      if (!(String(name) in value)) found.set(pointerOf([...path, String(name)]), "A value is required.");
    }
    for (const [name, each] of propertiesOf(schema)) {
      if (name in value) check(each, root, value[name], [...path, name], found);
    }
  }
}

/** The findings are those of the alternative that comes closest, and none if one of them is satisfied. */
function checkVariants(
  variants: readonly Schema[],
  root: Schema,
  value: unknown,
  path: Path,
  found: Map<string, string>,
): void {
  let closest: Map<string, string> | undefined;
  for (const variant of variants) {
    const those = new Map<string, string>();
    check(variant, root, value, path, those);
    if (closest === undefined || those.size < closest.size) closest = those;
  }
  for (const [pointer, sentence] of closest ?? []) found.set(pointer, sentence);
}

function checkItems(
  schema: Schema,
  root: Schema,
  items: readonly unknown[],
  path: Path,
  found: Map<string, string>,
): void {
  const first = Array.isArray(schema["prefixItems"]) ? schema["prefixItems"].length : 0;
  if (!isMembers(schema["items"])) return;
  items.forEach((item, index) => index >= first && check(schema["items"], root, item, [...path, index], found));
}

function fault(schema: Schema, value: unknown): string | undefined {
  const options = optionsOf(schema);
  if (options !== undefined) {
    const text = JSON.stringify(value);
    if (options.some((option) => JSON.stringify(option.value) === text)) return undefined;
    return `Choose one of ${options.map((option) => option.label).join(", ")}.`;
  }
  const types = typesOf(schema);
  if (types.length > 0 && !types.some((type) => hasType(value, type)))
    return `The value has to be ${types.map(named).join(" or ")}.`;
  if (typeof value === "number") return numberFault(schema, value);
  if (typeof value === "string") return textFault(schema, value);
  if (Array.isArray(value)) return listFault(schema, value);
  return undefined;
}

function numberFault(schema: Schema, value: number): string | undefined {
  const [least, above, most, below, step] = limits(
    schema,
    "minimum",
    "exclusiveMinimum",
    "maximum",
    "exclusiveMaximum",
    "multipleOf",
  );
  if (least !== undefined && value < least) return `The least value is ${least}.`;
  if (above !== undefined && value <= above) return `The value has to be greater than ${above}.`;
  if (most !== undefined && value > most) return `The greatest value is ${most}.`;
  if (below !== undefined && value >= below) return `The value has to be less than ${below}.`;
  if (step !== undefined && Math.abs(value / step - Math.round(value / step)) > 1e-9)
    return `The value has to be a multiple of ${step}.`;
  return undefined;
}

function textFault(schema: Schema, value: string): string | undefined {
  const [least, most] = limits(schema, "minLength", "maxLength");
  const length = [...value].length;
  if (least !== undefined && length < least)
    return least === 1 ? "A text is required." : `At least ${least} characters are needed.`;
  if (most !== undefined && length > most) return `At most ${most} characters are possible; these are ${length}.`;
  const [form, sentence] = FORMATS[String(schema["format"])] ?? [];
  return form === undefined || form.test(value) ? undefined : sentence;
}

function listFault(schema: Schema, value: readonly unknown[]): string | undefined {
  const [least, most] = limits(schema, "minItems", "maxItems");
  if (least !== undefined && value.length < least)
    return `At least ${least} ${least === 1 ? "item is" : "items are"} needed.`;
  if (most !== undefined && value.length > most)
    return `At most ${most} ${most === 1 ? "item is" : "items are"} possible.`;
  if (schema["uniqueItems"] !== true) return undefined;
  return new Set(value.map((item) => JSON.stringify(item))).size < value.length
    ? "Each item can be there once."
    : undefined;
}

function limits(schema: Schema, ...names: readonly string[]): readonly (number | undefined)[] {
  return names.map((name) => (typeof schema[name] === "number" ? schema[name] : undefined));
}

function hasType(value: unknown, type: string): boolean {
  if (type === "integer") return Number.isInteger(value);
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  return type === "object" ? isMembers(value) : typeof value === type;
}

function named(type: string): string {
  const names: Readonly<Record<string, string>> = {
    integer: "a whole number",
    number: "a number",
    string: "a text",
    boolean: "true or false",
    null: "nothing",
    array: "a list",
    object: "an object",
  };
  return names[type] ?? type;
}
