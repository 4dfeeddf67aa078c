import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync, zipSync } from "fflate";
import type { ExtensionLogLine, Manifest } from "@api/models.js";
import { inTar, readManifest } from "../page/extensions/install/archive.js";
import { appended, filtered, levelOf, MAX_LINES, newLines, plainText } from "../page/extensions/log/log-lines.js";
import { requestedBy, shownPermission } from "../page/extensions/permissions.js";
import { deliveriesIn } from "../page/extensions/tasks/deliveries.js";
import { Pace, timeLeft } from "../page/extensions/tasks/pace.js";
import { gaugesOf } from "../page/extensions/tasks/policies.js";

const encoder = new TextEncoder();
const line = (text: string, date = 1): ExtensionLogLine => ({ text, date, stream: "out" });

test("lines lose sequences of terminals, control characters and marks of direction", () => {
  assert.equal(plainText("\u001b[31mred\u001b[0m \u001b]0;title\u0007x\u0000\u202ey\tz"), "red x\ufffd\ufffdy\tz");
});

test("only lines after those that were read before are new", () => {
  const former = [line("a"), line("b"), line("b"), line("c")];
  assert.deepEqual(newLines(former, [line("b"), line("c"), line("d")]), [line("d")]);
  assert.deepEqual(newLines(former, former), []);
  assert.deepEqual(newLines(former, [line("x")]), [line("x")]);
  assert.deepEqual(newLines([], former), former);
});

test("the log keeps its last lines, and finds those of a level with a text", () => {
  const many = Array.from({ length: MAX_LINES + 5 }, (_, index) =>
    line(index % 2 === 0 ? `ERROR ${index}` : `info ${index}`),
  );
  const shown = appended([], many);
  assert.equal(shown.length, MAX_LINES);
  assert.equal(shown.at(-1)?.number, MAX_LINES + 5);
  assert.equal(filtered(shown, "error", "").length, MAX_LINES / 2);
  assert.deepEqual(
    filtered(shown, "debug", "INFO 77").map(({ text }) => text.slice(0, 7)),
    ["info 77", "info 77", "info 77", "info 77", "info 77", "info 77"],
  );
});

test("levels are those that lines name, and crashes are warnings", () => {
  assert.equal(levelOf(line("2026-11-24 WARNING disk is slow")), "warning");
  assert.equal(levelOf(line("Traceback (most recent call last):")), "error");
  assert.equal(levelOf(line("terrorist")), "info");
  assert.equal(levelOf({ stream: "note", text: "ended, exit code 3" }), "warning");
  assert.equal(levelOf({ stream: "note", text: "ended, exit code 0" }), "info");
});

test("a manifest is read from a zip file and from a tarball", async () => {
  const text = '{"id": "clouds", "version": "1.0.0"}';
  const zip = zipSync({ "manifest.json": encoder.encode(text), run: encoder.encode("#!/bin/sh") });
  assert.equal((await readManifest(new Blob([zip as BlobPart]))).manifest?.id, "clouds");
  const tar = new Uint8Array(2_048);
  tar.set(encoder.encode("./manifest.json"), 0);
  tar.set(encoder.encode(text.length.toString(8).padStart(11, "0")), 124);
  tar.set(encoder.encode(text), 512);
  assert.equal(new TextDecoder().decode(inTar(tar)), text);
  assert.equal((await readManifest(new Blob([gzipSync(tar) as BlobPart]))).manifest?.version, "1.0.0");
});

test("files that are no archives, or have no manifest, are refused in sentences", async () => {
  await assert.rejects(readManifest(new Blob(["text"])), /no archive of an extension/);
  const zip = zipSync({ "folder/manifest.json": encoder.encode("{}") });
  await assert.rejects(readManifest(new Blob([zip as BlobPart])), /no file manifest\.json/);
  await assert.rejects(readManifest(new Blob([zip.slice(0, 30) as BlobPart])), /damaged/);
});

test("what a manifest asks for beyond the default has to be granted", () => {
  const permissions = {
    scopes: ["image:read", "image:delete"],
    folders: [{ path: "~/models", access: "read" }],
  } as const;
  const requested = requestedBy(permissions as unknown as Manifest["permissions"]);
  assert.deepEqual(requested, ["image:delete", "read:~/models"]);
  assert.deepEqual(
    requested.map((each) => shownPermission(each).text),
    [
      "Deletes images and their files, also for good, and restores them from the trash.",
      "Reads in the folder ~/models.",
    ],
  );
  assert.deepEqual(requestedBy(undefined), []);
});

test("the time left follows from the pace of the last minute", () => {
  const pace = new Pace();
  pace.add(0, 0);
  assert.equal(pace.secondsFor(10), undefined);
  pace.add(20, 10_000);
  assert.equal(pace.perSecond, 2);
  assert.equal(pace.secondsFor(600), 300);
  pace.add(20, 100_000);
  assert.equal(pace.secondsFor(600), undefined);
  pace.add(5, 101_000);
  assert.equal(pace.perSecond, undefined);
  assert.equal(timeLeft(300), "about 5 minutes left");
});

test("a policy holds work back when its pace is at the limit and work waits", () => {
  const policy = { events: ["image.computeTags"], durationInMilliseconds: 1_000, maximumCount: 10 };
  const manifest = { instructions: [{ throttlingPolicies: [policy] }] } as unknown as Manifest;
  const holds = (perSecond: number, waiting: number) =>
    gaugesOf(manifest, new Map([["image.tags", { perSecond, waiting }]]))[0]?.isHolding;
  assert.equal(holds(9.6, 3), true);
  assert.equal(holds(9.6, 0), false);
  assert.equal(holds(2, 3), false);
});

test("the queue of one extension is read from the metrics", () => {
  const text = [
    "# TYPE facetry_delivery_queued_events gauge",
    'facetry_delivery_queued_events{extension="a"} 3',
    'facetry_delivery_queued_events{extension="ab"} 7',
    'facetry_delivery_in_flight_events{extension="a"} 2',
    'facetry_delivery_outcomes_total{extension="a",outcome="answered"} 11',
    'facetry_delivery_outcomes_total{extension="a",outcome="given-up"} 1',
  ].join("\n");
  assert.deepEqual(deliveriesIn(text, "a"), { queued: 3, inFlight: 2, answered: 11, givenUp: 1 });
  assert.equal(deliveriesIn(text, "c"), undefined);
});
