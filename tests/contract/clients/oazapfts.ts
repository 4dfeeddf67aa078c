// What a user does with the client that oazapfts generates: `node oazapfts.js URL KEY PICTURE`.
import { readFile } from "node:fs/promises";
import * as api from "./oazapfts-client.js";

const EXTENSION = "client";
const TAGS = ["oazapfts", "stored"];

const [url = "", key = "", file = ""] = process.argv.slice(2);
const picture = await readFile(file);
api.defaults.baseUrl = url;
api.defaults.headers = { Authorization: `Bearer ${key}` };

function need<Answer>(result: { status: number; data?: Answer | api.Problem }): Answer {
  if (result.status >= 300) throw new Error(JSON.stringify(result.data));
  return result.data as Answer;
}

const [repository, ...others] = need<api.Repository[]>(await api.repositoryList());
if (repository === undefined || others.length > 0) throw new Error("there is not one repository");
const image = need<api.Image>(await api.repositoryStoreImage(repository.id, new Blob([picture], { type: "image/png" })));
const written = await api.imageSetTags(image.id, EXTENSION, TAGS);
if (written.status !== 204) throw new Error(written.data.detail);
const tags = need<string[]>(await api.imageGetTags(image.id, EXTENSION));
const filter = { criteria: { tags: { values: TAGS.slice(0, 1) } } };
const found = need<api.SearchImageResult>(await api.imageSearchImages({ filter }));
// The client reads every answer of an operation with problems as text, so pictures are fetched by a media URL.
const { url: address } = need<api.ImageMediaUrl>(await api.imageMediaUrl(image.id));
const download = await fetch(address);
const refused = await api.imageSetTags(image.id, EXTENSION, ["no tag!"]);

console.log(
  JSON.stringify({
    id: image.id,
    format: image.format,
    tags,
    found: found.items.map((each) => each.id === image.id),
    foundTags: found.items.flatMap((each) => each.tags.map((tag) => tag.value)),
    downloaded: picture.equals(new Uint8Array(await download.arrayBuffer())),
    refused: refused.status === 204 ? "" : refused.data.rule,
  }),
);
