/** Parameters of addresses: what criteria write them with, and read them by. */

/** A name with its text. */
export type Parameter = readonly [name: string, text: string | number];

/** Stands for what a condition leaves open. */
export const ANYTHING = "*";
export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The parameters of an address. */
export class Query {
  constructor(readonly parameters: URLSearchParams) {}

  /** What the texts of a parameter say. Texts that say nothing are passed over. */
  all<T>(name: string, read: (text: string) => T | undefined): T[] {
    return this.parameters.getAll(name).flatMap((text) => {
      const value = read(text);
      return value === undefined ? [] : [value];
    });
  }

  one<T>(name: string, read: (text: string) => T | undefined): T | undefined {
    return this.all(name, read)[0];
  }
}

/** A parameter for each value. */
export function each(name: string, values: readonly (string | number)[]): Parameter[] {
  return values.map((value) => [name, value]);
}

/** Values in one text. */
export function joined(values: readonly (string | number | boolean | undefined)[]): string {
  return values.filter((value) => value !== undefined).join(" ");
}

export function known<T extends string>(values: readonly T[], text: string): T | undefined {
  return values.find((value) => value === text);
}

export function matching(pattern: RegExp, text: string): string | undefined {
  return pattern.test(text) ? text : undefined;
}
