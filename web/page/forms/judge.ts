/** Judges values by schemas, as the service does: by the rules of the dialect that the schema names. */

import { isMembers } from "../../view/values.js";
import { undescribed } from "./closing.js";
import { Dialect, dialectOf, own, target } from "./dialects.js";
import { matches } from "./patterns.js";
import { optionsOf, type Path, type Schema } from "./schema.js";
import { numberFault, textFault, typeFault } from "./scalar-faults.js";
import { keyOf } from "./values.js";

/** What is wrong at a place. */
export interface Fault {
  readonly path: Path;
  readonly sentence: string;
}

/** What a schema says about a value. */
export interface Verdict {
  readonly faults: Fault[];
  /** The names and positions of what the schema describes in the value. */
  readonly seen: Set<string | number>;
  /** Whether a part is left to the service. */
  isUnsure: boolean;
}

const MAX_SCHEMAS = 200_000;
const MANY: readonly string[] = ["allOf", "anyOf", "oneOf"];

/** The verdict of a schema on a value, as `root` is the schema of settings or parameters. */
export function verdictOn(schema: unknown, root: Schema, value: unknown): Verdict {
  return new Judge(root).verdict(schema, value, []);
}

class Judge {
  readonly #root: Schema;
  readonly #dialect: Dialect;
  #schemas = 0;

  constructor(root: Schema) {
    this.#root = root;
    this.#dialect = dialectOf(root);
  }

  verdict(schema: unknown, value: unknown, path: Path): Verdict {
    const found: Verdict = { faults: [], seen: new Set(), isUnsure: false };
    if (schema === false) add(found, path, "No value is permitted here.");
    if (!isMembers(schema)) return found;
    if (++this.#schemas > MAX_SCHEMAS) found.isUnsure = true;
    else this.#judge(schema, value, path, found);
    if (schema === this.#root && isMembers(value)) this.#close(value, path, found);
    return found;
  }

  /** Refuses what the root does not describe, as the service closes it. */
  #close(value: Schema, path: Path, found: Verdict): void {
    // What a schema describes that refuses the value, or is left to the service, is not in `seen`.
    const isKnown = this.#dialect <= Dialect.Draft07 || (found.faults.length === 0 && !found.isUnsure);
    for (const name of isKnown ? undescribed(this.#root, value, found.seen) : []) add(found, [...path, name], UNKNOWN);
    for (const name of Object.keys(value)) found.seen.add(name);
  }

  #judge(schema: Schema, value: unknown, path: Path, found: Verdict): void {
    const reference = own(schema, "$ref");
    if (typeof reference === "string") {
      this.#include(target(this.#root, reference), value, path, found);
      if (this.#dialect <= Dialect.Draft07) return;
    }
    const sentence = this.#plainFault(schema, value, found);
    if (sentence !== undefined) return add(found, path, sentence);
    this.#combined(schema, value, path, found);
    if (Array.isArray(value)) this.#items(schema, value, path, found);
    else if (isMembers(value)) this.#members(schema, value, path, found);
  }

  /** What is wrong with a value apart from its parts. */
  #plainFault(schema: Schema, value: unknown, found: Verdict): string | undefined {
    const wrongType = typeFault(schema, value, this.#dialect);
    if (wrongType !== undefined) return wrongType;
    const only = this.#has(Dialect.Draft06, schema, "const") ? [schema["const"]] : undefined;
    for (const values of [own(schema, "enum"), only]) {
      if (Array.isArray(values) && !values.some((each) => keyOf(each) === keyOf(value))) return choiceSentence(values);
    }
    if (typeof value === "number") return numberFault(schema, value, this.#dialect);
    if (typeof value !== "string") return undefined;
    const fault = textFault(schema, value, this.#dialect);
    if (fault === null) found.isUnsure = true;
    return fault ?? undefined;
  }

  #combined(schema: Schema, value: unknown, path: Path, found: Verdict): void {
    for (const keyword of MANY) {
      const parts = own(schema, keyword);
      if (!Array.isArray(parts)) continue;
      if (keyword === "allOf") for (const part of parts) this.#include(part, value, path, found);
      else this.#choice(schema, keyword, parts, value, path, found);
    }
    if (Object.hasOwn(schema, "not")) {
      const { faults, isUnsure } = this.verdict(schema["not"], value, path);
      if (isUnsure) found.isUnsure = true;
      else if (faults.length === 0) add(found, path, "This value is not permitted.");
    }
    if (!this.#has(Dialect.Draft07, schema, "if")) return;
    const condition = this.verdict(schema["if"], value, path);
    if (condition.faults.length > 0) this.#include(own(schema, "else"), value, path, found);
    else if (condition.isUnsure) found.isUnsure = true;
    else {
      merge(found, condition);
      this.#include(own(schema, "then"), value, path, found);
    }
  }

  /** The findings are those of the alternative that comes closest, and none if one of them is satisfied. */
  #choice(
    schema: Schema,
    keyword: string,
    parts: readonly unknown[],
    value: unknown,
    path: Path,
    found: Verdict,
  ): void {
    const verdicts = parts.map((part) => this.verdict(part, value, path));
    const satisfied = verdicts.filter(({ faults }) => faults.length === 0);
    if (satisfied.length === 0) {
      const options = optionsOf({ [keyword]: own(schema, keyword) });
      if (options !== undefined)
        return add(
          found,
          path,
          choiceSentence(
            options.map((each) => each.value),
            options,
          ),
        );
      const closest = verdicts.reduce((one, other) => (other.faults.length < one.faults.length ? other : one));
      found.faults.push(...closest.faults);
    } else if (keyword === "oneOf" && satisfied.length > 1) {
      if (satisfied.some(({ isUnsure }) => isUnsure)) found.isUnsure = true;
      else add(found, path, "The value fits more than one of the possible forms.");
    } else for (const each of satisfied) merge(found, each);
  }

  #items(schema: Schema, items: readonly unknown[], path: Path, found: Verdict): void {
    const sentence = listFault(schema, items);
    if (sentence !== undefined) add(found, path, sentence);
    const isLatest = this.#dialect === Dialect.Draft202012;
    const each = own(schema, "items");
    const first = isLatest ? own(schema, "prefixItems") : Array.isArray(each) ? each : undefined;
    const prefix: readonly unknown[] = Array.isArray(first) ? first : [];
    const rest = isLatest || !Array.isArray(each) ? each : own(schema, "additionalItems");
    const contained = this.#contained(schema, items, path, found);
    items.forEach((item, index) => {
      const part = index < prefix.length ? prefix[index] : rest;
      if (part === undefined) return;
      found.seen.add(index);
      this.#part(part, item, [...path, index], found);
    });
    if (this.#dialect >= Dialect.Draft201909) for (const index of contained) found.seen.add(index);
    if (!this.#has(Dialect.Draft201909, schema, "unevaluatedItems") || found.isUnsure) return;
    items.forEach((item, index) => {
      if (!found.seen.has(index)) this.#part(schema["unevaluatedItems"], item, [...path, index], found);
      found.seen.add(index);
    });
  }

  /** The positions of the items that `contains` asks for. */
  #contained(schema: Schema, items: readonly unknown[], path: Path, found: Verdict): readonly number[] {
    if (!this.#has(Dialect.Draft06, schema, "contains")) return [];
    const verdicts = items.map((item, index) => this.verdict(schema["contains"], item, [...path, index]));
    const positions = [...items.keys()].filter((index) => verdicts[index]?.faults.length === 0);
    const isUnsure = positions.some((index) => verdicts[index]?.isUnsure);
    const least = Number(this.#since(Dialect.Draft201909, schema, "minContains") ?? 1);
    const most = Number(this.#since(Dialect.Draft201909, schema, "maxContains") ?? Number.POSITIVE_INFINITY);
    if (positions.length < least) add(found, path, "An item that is needed is missing.");
    else if (isUnsure) found.isUnsure = true;
    else if (positions.length > most) add(found, path, `At most ${most} of these items are possible.`);
    return positions;
  }

  #members(schema: Schema, value: Schema, path: Path, found: Verdict): void {
    const names = Object.keys(value);
    const needed = own(schema, "required");
    this.#require(Array.isArray(needed) ? needed : [], value, path, found);
    const [least, most] = [own(schema, "minProperties"), own(schema, "maxProperties")];
    if (typeof least === "number" && names.length < least) add(found, path, `At least ${least} members are needed.`);
    if (typeof most === "number" && names.length > most) add(found, path, `At most ${most} members are possible.`);
    for (const name of names) this.#member(schema, name, value[name], [...path, name], found);
    this.#dependent(schema, value, path, found);
    if (!this.#has(Dialect.Draft201909, schema, "unevaluatedProperties") || found.isUnsure) return;
    for (const name of names) {
      if (!found.seen.has(name)) this.#other(schema["unevaluatedProperties"], value[name], [...path, name], found);
      found.seen.add(name);
    }
  }

  #member(schema: Schema, name: string, value: unknown, path: Path, found: Verdict): void {
    const parts: unknown[] = [];
    const properties = own(schema, "properties");
    if (isMembers(properties) && Object.hasOwn(properties, name)) parts.push(properties[name]);
    const patterns = own(schema, "patternProperties");
    let isUnsure = false;
    for (const [pattern, part] of isMembers(patterns) ? Object.entries(patterns) : []) {
      const isMatch = matches(pattern, name);
      if (isMatch === true) parts.push(part);
      isUnsure ||= isMatch === undefined;
    }
    if (isUnsure) found.isUnsure = true;
    else if (parts.length === 0 && Object.hasOwn(schema, "additionalProperties")) {
      this.#other(schema["additionalProperties"], value, path, found);
      found.seen.add(name);
    }
    if (parts.length > 0) found.seen.add(name);
    for (const part of parts) this.#part(part, value, path, found);
    const rule = this.#since(Dialect.Draft06, schema, "propertyNames");
    if (rule !== undefined) this.#part(rule, name, path, found);
  }

  #dependent(schema: Schema, value: Schema, path: Path, found: Verdict): void {
    const isNew = this.#dialect >= Dialect.Draft201909;
    for (const keyword of ["dependencies", ...(isNew ? ["dependentRequired", "dependentSchemas"] : [])]) {
      const rules = own(schema, keyword);
      for (const [name, rule] of isMembers(rules) ? Object.entries(rules) : []) {
        if (!Object.hasOwn(value, name)) continue;
        if (Array.isArray(rule)) this.#require(rule, value, path, found);
        // The service applies `dependencies` in each dialect, but they describe nothing where they are no keyword.
        else if (keyword === "dependencies" && isNew) this.#part(rule, value, path, found);
        else this.#include(rule, value, path, found);
      }
    }
  }

  #require(names: readonly unknown[], value: Schema, path: Path, found: Verdict): void {
    for (const name of names)
      if (!Object.hasOwn(value, String(name))) add(found, [...path, String(name)], "A value is required.");
  }

  /** A member that the schema does not name. */
  #other(schema: unknown, value: unknown, path: Path, found: Verdict): void {
    if (schema === false) add(found, path, UNKNOWN);
    else this.#part(schema, value, path, found);
  }

  /** A schema for another value: what it describes in there does not count here. */
  #part(schema: unknown, value: unknown, path: Path, found: Verdict): void {
    const { faults, isUnsure } = this.verdict(schema, value, path);
    found.faults.push(...faults);
    found.isUnsure ||= isUnsure;
  }

  /** A schema for the same value. */
  #include(schema: unknown, value: unknown, path: Path, found: Verdict): void {
    merge(found, this.verdict(schema, value, path));
  }

  #has(first: Dialect, schema: Schema, keyword: string): boolean {
    return this.#dialect >= first && Object.hasOwn(schema, keyword);
  }

  #since(first: Dialect, schema: Schema, keyword: string): unknown {
    return this.#has(first, schema, keyword) ? schema[keyword] : undefined;
  }
}

const UNKNOWN = "The property is not known here.";

function add(found: Verdict, path: Path, sentence: string): void {
  found.faults.push({ path, sentence });
}

function merge(found: Verdict, other: Verdict): void {
  found.faults.push(...other.faults);
  if (other.faults.length === 0) for (const each of other.seen) found.seen.add(each);
  found.isUnsure ||= other.isUnsure;
}

function choiceSentence(values: readonly unknown[], options = optionsOf({ enum: values }) ?? []): string {
  return `Choose one of ${options.map((option) => option.label).join(", ")}.`;
}

function listFault(schema: Schema, items: readonly unknown[]): string | undefined {
  const [least, most] = [own(schema, "minItems"), own(schema, "maxItems")];
  if (typeof least === "number" && items.length < least)
    return `At least ${least} ${least === 1 ? "item is" : "items are"} needed.`;
  if (typeof most === "number" && items.length > most)
    return `At most ${most} ${most === 1 ? "item is" : "items are"} possible.`;
  if (own(schema, "uniqueItems") !== true) return undefined;
  return new Set(items.map(keyOf)).size < items.length ? "Each item can be there once." : undefined;
}
