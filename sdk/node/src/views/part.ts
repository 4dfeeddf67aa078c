/** How the parts of view documents are made: JSON objects that do not change. */

/** An element or an action of a type that is not known here. */
export interface OpenPart {
  readonly type: string;
  readonly [member: string]: unknown;
}

/** The members of a part that are given by name, each of which may be absent. */
export type Free<Part, Needed extends keyof Part = never> = {
  readonly [Name in Exclude<keyof Part, Needed | "type">]?: Part[Name] | undefined;
};

/** A part, in the order of its description. Members that are what they would be anyway are left out.
 *
 * `needed` has to be there; `given` is what there is of `free`, which holds the defaults.
 */
export function part<Part extends object>(
  type: string | undefined,
  required: Readonly<Record<string, unknown>>,
  options: Readonly<Record<string, unknown>>,
  free: Readonly<Record<string, unknown>>,
): Part {
  const name = type ?? "the part";
  for (const [member, value] of Object.entries(required)) {
    if (value === undefined || value === null) {
      throw new TypeError(`${name} lacks ${member}`);
    }
  }
  for (const member of Object.keys(options)) {
    if (!Object.hasOwn(free, member)) {
      throw new TypeError(`${name} has no member ${member}`);
    }
  }
  const chosen = Object.entries(free)
    .map(([member, default_]) => [member, options[member], default_] as const)
    .filter(([, value, default_]) => value !== undefined && value !== null && value !== default_)
    .map(([member, value]) => [member, value] as const);
  const written = { ...(type === undefined ? {} : { type }), ...required, ...Object.fromEntries(chosen) };
  return Object.freeze(written) as Part;
}
