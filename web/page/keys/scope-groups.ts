/** Scopes in the order in which people choose them, and sets of them for usual purposes. */

import type { Scope } from "../../api/models.js";

/** Scopes about one subject. */
export interface ScopeGroup {
  readonly label: string;
  readonly scopes: readonly Scope[];
}

/** All scopes that an operation needs. `all` is a preset, and other names of a scope are left out. */
export const GROUPS: readonly ScopeGroup[] = [
  {
    label: "Images",
    scopes: ["image:read", "image:write", "image:delete"],
  },
  {
    label: "Facets",
    scopes: ["image:tag:write", "image:feature:write", "image:embedding:write", "image:attachment:write"],
  },
  {
    label: "Folders",
    scopes: ["repository:read", "repository:image:store", "repository:manage", "repository:write", "repository:ensure"],
  },
  { label: "Collections", scopes: ["collection:read", "collection:write"] },
  {
    label: "Extensions",
    scopes: [
      "extension:read",
      "extension:run",
      "extension:manage",
      "extension:settings:read",
      "extension:settings:write",
      "extension:write",
    ],
  },
  { label: "Keys", scopes: ["apisecret:list", "apisecret:read", "apisecret:write"] },
  { label: "Service", scopes: ["event:read", "settings:read", "settings:write", "metrics:read"] },
];

/** Scopes that show things and change nothing. */
const READING: readonly Scope[] = ["collection:read", "event:read", "extension:read", "image:read", "repository:read"];

/** A set of scopes for a usual purpose. */
export interface Preset {
  readonly name: string;
  readonly label: string;
  readonly scopes: readonly Scope[];
}

/** The presets, those with the fewest rights first. */
export const PRESETS: readonly Preset[] = [
  { name: "read", label: "Read only", scopes: READING },
  { name: "tagging", label: "Tagging client", scopes: [...READING, "image:tag:write"] },
  {
    name: "extension",
    label: "Extension development",
    scopes: [
      ...READING,
      "extension:manage",
      "extension:run",
      "extension:settings:read",
      "extension:settings:write",
      "extension:write",
      "image:attachment:write",
      "image:embedding:write",
      "image:feature:write",
      "image:tag:write",
      "repository:ensure",
    ],
  },
  { name: "all", label: "Everything", scopes: ["all"] },
];

/** The preset that has exactly these scopes. */
export function presetOf(scopes: ReadonlySet<Scope>): Preset | undefined {
  return PRESETS.find(
    (preset) => preset.scopes.length === scopes.size && preset.scopes.every((each) => scopes.has(each)),
  );
}

/** What scopes grant, in a few words: the name of a preset, or the subjects with `read` or `write`. */
export function summaryOf(scopes: readonly Scope[]): string {
  if (scopes.includes("all")) return "Everything";
  if (scopes.length === 0) return "Nothing";
  const preset = presetOf(new Set(scopes));
  if (preset !== undefined) return preset.label;
  const parts = GROUPS.flatMap(({ label, scopes: own }) => {
    const held = own.filter((scope) => scopes.includes(scope));
    if (held.length === 0) return [];
    if (held.length === own.length && own.length > 1) return [`${label} (all)`];
    return [held.every((scope) => /:(?:read|list)$/.test(scope)) ? `${label} (read)` : label];
  });
  return parts.length === 0 ? scopes.join(", ") : parts.join(", ");
}
