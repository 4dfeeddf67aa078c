/** Permissions of extensions in words. */

import { MANIFEST_SCOPE_WORDS } from "../../api/limits.js";
import type { Manifest, ManifestScope } from "../../api/models.js";
import { SCOPE_MEANINGS } from "../../api/scopes.js";

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

/** All scopes that can be granted beyond the default. */
export const GRANTABLE_SCOPES = MANIFEST_SCOPE_WORDS.filter((scope) => !DEFAULT_SCOPES.has(scope));

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
    const text = access === "write" ? `Reads and writes in the folder ${folder}.` : `Reads in the folder ${folder}.`;
    return { permission, text, isStrong: access === "write" };
  }
  const texts: Readonly<Record<string, string>> = SCOPE_MEANINGS;
  return { permission, text: texts[permission] ?? permission, isStrong: STRONG.has(permission) };
}

/** What a manifest asks for beyond the default, which has to be granted. */
export function requestedBy(permissions: Manifest["permissions"]): string[] {
  const scopes = (permissions?.scopes ?? []).filter((scope) => !DEFAULT_SCOPES.has(scope));
  const folders = (permissions?.folders ?? []).map(({ access, path }) => `${access}:${path}`);
  return [...new Set<string>([...scopes, ...folders])].sort();
}
