import assert from "node:assert/strict";
import { test } from "node:test";
import type { EventTopic } from "../api/models.js";
import { familyOf, joined, MAX_ENTRIES, MAX_SUBJECTS } from "../page/activity/feed.js";
import { textOf } from "../page/activity/words.js";
import type { ServiceEvent } from "../page/session/events.js";

const event = (topic: EventTopic, id: string, milliseconds = 0): ServiceEvent => ({
  topic,
  milliseconds,
  value: { id },
});

test("runs of equal events of images are one entry, also when two kinds take turns", () => {
  const events = Array.from({ length: 500 }, (_, index) => [
    event("image.tags.updated", `i${index}`, index),
    event("image.features.updated", `i${index}`, index),
  ]).flat();
  const feed = joined([], events);
  assert.deepEqual(
    feed.map(({ topic, count }) => [topic, count]),
    [
      ["image.features.updated", 500],
      ["image.tags.updated", 500],
    ],
  );
  assert.deepEqual(feed[1]?.subjects, ["i499", "i498", "i497", "i496", "i495", "i494"].slice(0, MAX_SUBJECTS));
  assert.equal(textOf("image.tags.updated", 500), "Tags updated 500 times");
});

test("events that are more than a minute apart are two entries, and so are those of collections", () => {
  assert.equal(joined([], [event("image.created", "a", 0), event("image.created", "b", 60_001)]).length, 2);
  assert.equal(joined([], [event("collection.updated", "1"), event("collection.updated", "1")]).length, 2);
});

test("a program that starts again and again is one entry for each extension", () => {
  const feed = joined(
    [],
    [
      event("extension.process.started", "a"),
      event("extension.process.stopped", "a"),
      event("extension.process.started", "a"),
      event("extension.process.started", "b"),
    ],
  );
  assert.deepEqual(
    feed.map(({ subjects, count }) => [subjects[0], count]),
    [
      ["b", 1],
      ["a", 2],
      ["a", 1],
    ],
  );
});

test("the oldest entries are dropped, and numbers are never given twice", () => {
  const events = Array.from({ length: MAX_ENTRIES + 20 }, (_, index) => event("collection.created", `${index}`));
  const feed = joined(joined([], events), [event("collection.deleted", "x")]);
  assert.equal(feed.length, MAX_ENTRIES);
  assert.equal(new Set(feed.map(({ number }) => number)).size, MAX_ENTRIES);
  assert.equal(feed[0]?.topic, "collection.deleted");
});

test("topics belong to families", () => {
  assert.deepEqual(
    (["image.created", "image.tags.updated", "repository.updated", "extension.error"] as const).map(familyOf),
    ["images", "facets", "folders", "extensions"],
  );
});
