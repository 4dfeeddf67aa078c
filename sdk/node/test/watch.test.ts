/** A hook that blocks everything is told of. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { setLogLevel } from "../dist/logging.js";
import { warnWhenBlocked } from "../dist/watch.js";
import { eventually } from "./extensions.js";

test("a hook that blocks is reported", async (context) => {
  const sent: string[] = [];
  context.mock.method(process.stderr, "write", (text: string) => sent.push(text));
  setLogLevel("warning");
  context.after(warnWhenBlocked(0.02, 0.2));
  await new Promise((resolve) => setTimeout(resolve, 60));
  const deadline = performance.now() + 400;
  while (performance.now() < deadline); // the fault in question
  await eventually(() => sent.length > 0);
  assert.match(sent.join(""), /^WARNING facetry-extension: a hook blocked everything else for 0\.\d s: .*run\(…\)\n$/);
});
