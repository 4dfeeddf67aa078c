// What a user does with the client that @hey-api/openapi-ts generates: `node hey-api.js URL KEY PICTURE`.
import { readFile } from "node:fs/promises";
import { client } from "./hey-api/client.gen.js";
import {
  imageDownload,
  imageGetTags,
  imageSearchImages,
  imageSetTags,
  repositoryList,
  repositoryStoreImage,
} from "./hey-api/index.js";

const EXTENSION = "client";
const TAGS = ["hey-api", "stored"];

const [url = "", key = "", file = ""] = process.argv.slice(2);
const picture = await readFile(file);
client.setConfig({ baseUrl: url, auth: key });

function need<Answer>(result: { data?: Answer; error?: unknown }): Answer {
  if (result.data === undefined) throw new Error(JSON.stringify(result.error));
  return result.data;
}

const [repository, ...others] = need(await repositoryList());
if (repository === undefined || others.length > 0) throw new Error("there is not one repository");
const image = need(await repositoryStoreImage({ path: { id: repository.id }, body: new Blob([picture]) }));
const path = { id: image.id };
const query = { extensionId: EXTENSION };
const written = await imageSetTags({ path, query, body: TAGS });
if (written.error !== undefined) throw new Error(written.error.detail);
const tags = need(await imageGetTags({ path, query }));
const found = need(
  await imageSearchImages({ body: { filter: { criteria: { tags: { values: TAGS.slice(0, 1) } } } } }),
);
const download = need(await imageDownload({ path }));
const refused = await imageSetTags({ path, query, body: ["no tag!"] });

console.log(
  JSON.stringify({
    id: image.id,
    format: image.format,
    tags,
    found: found.items.map((each) => each.id === image.id),
    foundTags: found.items.flatMap((each) => each.tags.map((tag) => tag.value)),
    downloaded: picture.equals(new Uint8Array(await download.arrayBuffer())),
    refused: refused.error?.rule,
  }),
);
