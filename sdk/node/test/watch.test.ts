/** A hook that blocks everything is told of. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { sayFrom } from "../dist/journal.js";
import { watch } from "../dist/watch.js";
import { until } from "./extensions.js";

test("a hook that blocks is told of", async (context) => {
  const said: string[] = [];
  context.mock.method(process.stderr, "write", (text: string) => said.push(text));
  sayFrom("warning");
  context.after(watch(0.02, 0.2));
  await new Promise((resolve) => setTimeout(resolve, 60));
  const due = performance.now() + 400;
  while (performance.now() < due); // the fault in question
  await until(() => said.length > 0);
  assert.match(said.join(""), /^WARNING facetry-extension: a hook blocked everything else for 0\.\d s: .*run\(…\)\n$/);
});
