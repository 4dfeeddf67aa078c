/** Permissions of extensions in words. */

import type { Manifest, ManifestScope } from "../../api/models.js";

/** What keys of extensions may do without a grant. */
export const DEFAULT_SCOPES: ReadonlySet<string> = new Set<ManifestScope>([
  "collection:read",
  "extension:run",
  "extension:settings:read",
  "extension:settings:write",
  "image:attachment:write",
  "image:embedding:write",
  "image:feature:write",
  "image:read",
  "image:tag:write",
  "repository:ensure",
  "repository:read",
]);

const SCOPE_TEXTS: Readonly<Record<ManifestScope, string>> = {
  "collection:read": "Read your collections",
  "collection:write": "Create, change and delete your collections",
  "event:read": "Follow everything that happens in the library",
  "extension:manage": "Pause, restart and direct other extensions",
  "extension:read": "See the other extensions and their logs",
  "extension:run": "Run commands of extensions",
  "extension:settings:read": "Read its own settings",
  "extension:settings:write": "Change its own settings",
  "image:attachment:write": "Keep files beside pictures",
  "image:delete": "Delete pictures",
  "image:embedding:write": "Write embeddings in its own name",
  "image:feature:write": "Write features in its own name",
  "image:read": "See all pictures and what is known about them",
  "image:tag:write": "Write tags in its own name",
  "image:write": "Change the records of pictures, and move pictures",
  "repository:ensure": "Create folders of its own in the library",
  "repository:image:store": "Store new pictures in your folders",
  "repository:manage": "Start and stop scans of your folders",
  "repository:read": "See the folders of the library",
  "repository:write": "Add, change and remove folders of the library",
  "settings:read": "Read the general settings",
  "settings:write": "Change the general settings",
};

/** Scopes with which an extension can destroy or expose something. */
const STRONG = new Set<string>([
  "image:delete",
  "image:write",
  "repository:write",
  "extension:manage",
  "settings:write",
]);

/** A permission as people read it. */
export interface ShownPermission {
  readonly permission: string;
  readonly text: string;
  /** Whether it deserves a second look. */
  readonly isStrong: boolean;
}

/** A permission in words: the name of a scope, or `read:` or `write:` with a folder. */
export function shownPermission(permission: string): ShownPermission {
  const [, access, folder] = /^(read|write):([~/].*)$/su.exec(permission) ?? [];
  if (folder !== undefined) {
    const text = access === "write" ? `Read and write in the folder ${folder}` : `Read in the folder ${folder}`;
    return { permission, text, isStrong: access === "write" };
  }
  const texts: Readonly<Record<string, string>> = SCOPE_TEXTS;
  return { permission, text: texts[permission] ?? permission, isStrong: STRONG.has(permission) };
}

/** What a manifest asks for beyond the default, which has to be granted. */
export function requestedBy(permissions: Manifest["permissions"]): string[] {
  const scopes = (permissions?.scopes ?? []).filter((scope) => !DEFAULT_SCOPES.has(scope));
  const folders = (permissions?.folders ?? []).map(({ access, path }) => `${access}:${path}`);
  return [...new Set<string>([...scopes, ...folders])].sort();
}

/** All scopes that can be granted beyond the default. */
export function grantableScopes(): string[] {
  return Object.keys(SCOPE_TEXTS).filter((scope) => !DEFAULT_SCOPES.has(scope));
}
