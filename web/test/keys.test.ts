import assert from "node:assert/strict";
import { test } from "node:test";
import type { Scope } from "@api/models.js";
import { SCOPE_MEANINGS } from "../api/scopes.js";
import { expiryOf } from "../page/keys/expiries.js";
import { GROUPS, PRESETS, presetOf, summaryOf } from "../page/keys/scope-groups.js";

/** Scopes that cannot be chosen: everything, other names, and those that no operation needs. */
const NOT_OFFERED = new Set(["all", "administration", "extension:chrome:install", "image:embeddings:write"]);

test("every scope that an operation needs is in exactly one group", () => {
  const offered = GROUPS.flatMap((group) => group.scopes);
  assert.equal(new Set(offered).size, offered.length);
  const needed = Object.keys(SCOPE_MEANINGS).filter((scope) => !NOT_OFFERED.has(scope));
  assert.deepEqual([...offered].sort(), needed.sort());
});

test("every preset is found by its scopes", () => {
  for (const preset of PRESETS) assert.equal(presetOf(new Set(preset.scopes)), preset);
  assert.equal(presetOf(new Set<Scope>(["image:read"])), undefined);
});

test("scopes are summarised", () => {
  assert.equal(summaryOf(["all", "image:read"]), "Everything");
  assert.equal(summaryOf([]), "Nothing");
  assert.equal(summaryOf(PRESETS[0]?.scopes ?? []), "Read only");
  assert.equal(summaryOf(["image:read", "repository:read"]), "Images (read), Folders (read)");
  assert.equal(summaryOf(["collection:read", "collection:write", "image:delete"]), "Images, Collections (all)");
  assert.equal(summaryOf(["administration"]), "administration");
});

test("a key expires after some days, or at the end of a day", () => {
  assert.equal(expiryOf("never", ""), undefined);
  assert.equal(expiryOf("7", "", 1_000), 7 * 86_400_000 + 1_000);
  assert.equal(expiryOf("date", "2030-05-01"), new Date(2030, 4, 1, 23, 59, 59, 999).getTime());
});
