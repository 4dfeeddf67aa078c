/** JSON Schemas of manifests, as forms read them: references, kinds of fields, titles and defaults. */

import { isMembers, list, type Members } from "../../view/values.js";
import { defaultOf } from "./defaults.js";
import { Dialect, dialectOf, own, target } from "./dialects.js";

export { withDefaults } from "./defaults.js";

/** A JSON Schema that is an object. */
export type Schema = Readonly<Record<string, unknown>>;
/** The names and positions that lead to a part of a value. */
export type Path = readonly (string | number)[];

/** How a value is edited. */
export type Kind = "boolean" | "choice" | "choices" | "number" | "text" | "list" | "object" | "variants" | "json";

/** One value to choose from. */
export interface Option {
  readonly value: unknown;
  readonly label: string;
  readonly description: string;
}

const MAX_REFERENCES = 16;
/** What counts beside a reference in each dialect. */
const ANNOTATIONS: ReadonlySet<string> = new Set(["title", "description", "default", "examples", "readOnly", "ui"]);
const ABBREVIATIONS = /\b(?:api|cpu|dpi|exif|gpu|html|http|id|json|ui|url|xml)\b/gi;
const TYPES: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ["boolean", "boolean"],
  ["number", "number"],
  ["integer", "number"],
  ["string", "text"],
  ["array", "list"],
  ["object", "object"],
]);

/** The schema without references, with all parts of `allOf` in it. References lead into `root`. */
export function resolved(schema: unknown, root: Schema): Schema {
  let found: Schema = isMembers(schema) ? schema : {};
  const isAlone = dialectOf(root) <= Dialect.Draft07;
  for (let step = 0; step < MAX_REFERENCES && typeof found["$ref"] === "string"; step++) {
    const { $ref: reference, ...others } = found;
    const kept = Object.entries(others).filter(([keyword]) => !isAlone || ANNOTATIONS.has(keyword));
    const leadsTo = target(root, String(reference));
    found = { ...(isMembers(leadsTo) ? leadsTo : {}), ...Object.fromEntries(kept) };
  }
  if (!Array.isArray(found["allOf"])) return found;
  const { allOf, ...rest } = found;
  const parts = (allOf as unknown[])
    .slice(0, MAX_REFERENCES)
    .map((part) => ("allOf" in Object(part) ? {} : resolved(part, root)));
  return [...parts, rest].reduce<Schema>(merged, {});
}

/** How a value of a schema is edited. What a form cannot show is edited as JSON. */
export function kindOf(schema: Schema): Kind {
  if (optionsOf(schema) !== undefined) return "choice";
  if (variantsOf(schema) !== undefined) return "variants";
  const types = typesOf(schema).filter((type) => type !== "null");
  if (types.length > 1) return types.every((type) => type === "number" || type === "integer") ? "number" : "json";
  const kind = TYPES.get(types[0] ?? "") ?? ("properties" in schema ? "object" : "json");
  if (kind === "object") return isMembers(schema["properties"]) ? "object" : "json";
  if (kind !== "list") return kind;
  if ("prefixItems" in schema || Array.isArray(schema["items"]) || !isMembers(schema["items"])) return "json";
  return schema["uniqueItems"] === true && optionsOf(schema["items"]) !== undefined ? "choices" : "list";
}

/** The types that a schema names. */
export function typesOf(schema: Schema): readonly string[] {
  const { type } = schema;
  return (Array.isArray(type) ? type : [type]).filter((each) => typeof each === "string");
}

/** The values of `enum` or `const`, or of alternatives that are a `const` each. */
export function optionsOf(schema: unknown): readonly Option[] | undefined {
  if (!isMembers(schema)) return undefined;
  if (Array.isArray(schema["enum"])) return schema["enum"].map((value) => option(value, {}));
  if ("const" in schema) return [option(schema["const"], schema)];
  const alternatives = schema["oneOf"] ?? schema["anyOf"];
  if (!Array.isArray(alternatives) || alternatives.length === 0) return undefined;
  if (!alternatives.every((each) => isMembers(each) && "const" in each)) return undefined;
  return alternatives.map((each: Members) => option(each["const"], each));
}

/** The alternatives of a schema, each with what stands beside them. */
export function variantsOf(schema: Schema): readonly Schema[] | undefined {
  const { oneOf, anyOf, ...rest } = schema;
  const alternatives = oneOf ?? anyOf;
  if (!Array.isArray(alternatives) || alternatives.length === 0) return undefined;
  const { title: _title, description: _description, default: _default, ...shared } = rest;
  return alternatives.map((each: unknown) => merged(shared, isMembers(each) ? each : {}));
}

/** The properties of a schema of objects, without those that are only read. */
export function propertiesOf(schema: Schema): readonly (readonly [string, unknown])[] {
  const { properties } = schema;
  return isMembers(properties)
    ? Object.entries(properties).filter(([, each]) => !isMembers(each) || each["readOnly"] !== true)
    : [];
}

/** Whether an object needs a member. */
export function isRequired(schema: Schema, name: string): boolean {
  return Array.isArray(schema["required"]) && schema["required"].includes(name);
}

/** What a field is called: its title, or its name in words. */
export function titleOf(schema: Schema, name: string | number): string {
  const { title } = schema;
  if (typeof title === "string" && title.trim() !== "") return title;
  if (typeof name === "number") return `Item ${name + 1}`;
  const words = name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .replace(/[-_.\s]+/g, " ")
    .trim();
  if (words === "") return "Value";
  const lower = words.replace(/\b\p{Lu}\p{Ll}/gu, (each) => each.toLowerCase());
  const spelt = lower.replace(ABBREVIATIONS, (each) => each.toUpperCase());
  return spelt.charAt(0).toUpperCase() + spelt.slice(1);
}

/** The text of a member, empty if it is none. */
export function textOf(schema: Schema, member: string): string {
  const value = schema[member];
  return typeof value === "string" ? value : "";
}

/** A first value for a new item or an object that is added. */
export function emptyValue(schema: unknown, root: Schema): unknown {
  const known = resolved(schema, root);
  const filled = defaultOf(schema, root);
  if (filled !== undefined) return filled;
  const kind = kindOf(known);
  if (kind === "object") return {};
  if (kind === "list" || kind === "choices") return [];
  if (kind === "boolean") return false;
  if (kind === "choice") return optionsOf(known)?.[0]?.value;
  if (kind === "variants") return emptyValue(variantsOf(known)?.[0], root);
  if (kind === "number") return typeof known["minimum"] === "number" ? known["minimum"] : 0;
  return kind === "text" ? "" : null;
}

/** A value with another one at a place; `undefined` removes what is there. */
export function changed(value: unknown, path: Path, part: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return part;
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    if (rest.length === 0 && part === undefined) return items.filter((_, index) => index !== first);
    const copy = [...items];
    copy[Number(first)] = changed(items[Number(first)], rest, part);
    return copy;
  }
  const next = changed(own(value, String(first)), rest, part);
  // A member keeps its place, so that a form whose object is shown as JSON does not jump.
  const others = Object.entries(isMembers(value) ? value : {});
  if (next === undefined) return Object.fromEntries(others.filter(([name]) => name !== String(first)));
  return Object.fromEntries([...others, [String(first), next]]);
}

/** What is at a place of a value. */
export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (part, name) => (Array.isArray(part) ? (part as readonly unknown[])[Number(name)] : own(part, String(name))),
    value,
  );
}

/** The JSON Pointer of a place. */
export function pointerOf(path: Path): string {
  return path.map((name) => `/${String(name).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

function merged(one: Schema, other: Schema): Schema {
  const both: Record<string, unknown> = { ...one, ...other };
  if (isMembers(one["properties"]) && isMembers(other["properties"])) {
    both["properties"] = { ...one["properties"], ...other["properties"] };
  }
  if (Array.isArray(one["required"]) && Array.isArray(other["required"])) {
    both["required"] = [...new Set([...list(one["required"]), ...list(other["required"])])];
  }
  return both;
}

function option(value: unknown, schema: Schema): Option {
  const label = textOf(schema, "title") || (typeof value === "string" ? value : JSON.stringify(value));
  return { value, label, description: textOf(schema, "description") };
}
