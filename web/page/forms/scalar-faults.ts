/** What is wrong with a text or a number. */

import { isMembers } from "../../view/values.js";
import { Dialect, own } from "./dialects.js";
import { formatFault } from "./formats.js";
import { matches } from "./patterns.js";
import { type Schema, typesOf } from "./schema.js";
import { isMultiple } from "./values.js";

const NAMES: ReadonlyMap<string, string> = new Map([
  ["integer", "a whole number"],
  ["number", "a number"],
  ["string", "a text"],
  ["boolean", "true or false"],
  ["null", "nothing"],
  ["array", "a list"],
  ["object", "an object"],
]);

/** A sentence if the value has none of the types of a schema. */
export function typeFault(schema: Schema, value: unknown, dialect: Dialect): string | undefined {
  if (typeof value === "number" && !Number.isFinite(value)) return "The number is too large.";
  const types = typesOf(schema);
  if (types.length === 0 || types.some((type) => hasType(value, type, dialect))) return undefined;
  return `The value has to be ${types.map((type) => NAMES.get(type) ?? type).join(" or ")}.`;
}

/** A sentence if a schema refuses a number. */
export function numberFault(schema: Schema, value: number, dialect: Dialect): string | undefined {
  const [least, most, step] = limits(schema, "minimum", "maximum", "multipleOf");
  const isOld = dialect === Dialect.Draft04;
  const above = isOld ? excluded(schema, "exclusiveMinimum", least) : limits(schema, "exclusiveMinimum")[0];
  const below = isOld ? excluded(schema, "exclusiveMaximum", most) : limits(schema, "exclusiveMaximum")[0];
  if (least !== undefined && value < least) return `The least value is ${least}.`;
  if (above !== undefined && value <= above) return `The value has to be greater than ${above}.`;
  if (most !== undefined && value > most) return `The greatest value is ${most}.`;
  if (below !== undefined && value >= below) return `The value has to be less than ${below}.`;
  if (step !== undefined && !isMultiple(value, step)) return `The value has to be a multiple of ${step}.`;
  return undefined;
}

/** A sentence if a schema refuses a text; `null` if only the service can say so. */
export function textFault(schema: Schema, value: string, dialect: Dialect): string | null | undefined {
  const [least, most] = limits(schema, "minLength", "maxLength");
  const length = [...value].length;
  if (least !== undefined && length < least)
    return least === 1 ? "A text is required." : `At least ${least} characters are needed.`;
  if (most !== undefined && length > most) return `At most ${most} characters are possible; these are ${length}.`;
  const pattern = own(schema, "pattern");
  const isMatch = typeof pattern === "string" ? matches(pattern, value) : true;
  if (isMatch === false) return `The text has to match ${String(pattern)}.`;
  const format = formatFault(own(schema, "format"), value, dialect);
  const hasContent = ["contentEncoding", "contentMediaType"].some((keyword) => Object.hasOwn(schema, keyword));
  const isLeft = isMatch === undefined || (hasContent && [Dialect.Draft06, Dialect.Draft07].includes(dialect));
  return format === undefined && isLeft ? null : format;
}

function limits(schema: Schema, ...names: readonly string[]): readonly (number | undefined)[] {
  return names.map((name) => {
    const limit = own(schema, name);
    return typeof limit === "number" ? limit : undefined;
  });
}

function excluded(schema: Schema, keyword: string, limit: number | undefined): number | undefined {
  return own(schema, keyword) === true ? limit : undefined;
}

function hasType(value: unknown, type: string, dialect: Dialect): boolean {
  // In draft-04 a number that is written with an exponent is no integer.
  if (type === "integer") return Number.isInteger(value) && (dialect > Dialect.Draft04 || !String(value).includes("e"));
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  return type === "object" ? isMembers(value) : typeof value === type;
}
