import assert from "node:assert/strict";
import { test } from "node:test";
import { faultOfPath, fileUrlOf, nameOfPath, pathOfUrl } from "../page/folders/file-urls.js";

test("a path becomes a file URL and comes back", () => {
  for (const path of ["/home/ada/Pictures", "/data/Österreich & 100%", "/a#b?c/写真"]) {
    assert.equal(pathOfUrl(fileUrlOf(path)), path);
  }
  assert.equal(fileUrlOf(" /data/a b "), "file:///data/a%20b");
  assert.equal(fileUrlOf("file:///data/a%20b"), "file:///data/a%20b");
  assert.equal(fileUrlOf(" s3://pictures/a b/c "), "s3://pictures/a%20b/c");
  assert.equal(pathOfUrl("s3://pictures/a%20b/c"), "s3://pictures/a b/c");
  assert.equal(pathOfUrl("file://localhost/data"), "/data");
  assert.equal(pathOfUrl("file:///data/%ff"), "/data/%ff");
});

test("a path has to be whole", () => {
  assert.equal(faultOfPath("/data"), "");
  assert.equal(faultOfPath("s3://pictures"), "");
  assert.match(faultOfPath("s3://"), /bucket/);
  assert.match(faultOfPath(""), /Enter/);
  assert.match(faultOfPath("~/Pictures"), /home folder/);
  assert.match(faultOfPath("Pictures"), /slash/);
});

test("a repository is named after its folder", () => {
  assert.equal(nameOfPath("/home/ada/Holiday pictures/"), "Holiday pictures");
  assert.equal(nameOfPath("file:///data/a%20b"), "a b");
  assert.equal(nameOfPath("/"), "");
});
