// What a user does with the types of openapi-typescript and openapi-fetch: `node openapi-fetch.js URL KEY PICTURE`.
import { readFile } from "node:fs/promises";
import createClient from "openapi-fetch";
import type { paths } from "./openapi-typescript.js";

const EXTENSION = "client";
const TAGS = ["openapi-fetch", "stored"];

const [url = "", key = "", file = ""] = process.argv.slice(2);
const picture = await readFile(file);
const api = createClient<paths>({ baseUrl: url, headers: { Authorization: `Bearer ${key}` } });

function need<Answer>(result: { data?: Answer; error?: unknown }): Answer {
  if (result.data === undefined) throw new Error(JSON.stringify(result.error));
  return result.data;
}

const [repository, ...others] = need(await api.GET("/repository/list"));
if (repository === undefined || others.length > 0) throw new Error("there is not one repository");
const image = need(
  await api.POST("/repository/{id}/storeImage", {
    params: { path: { id: repository.id } },
    headers: { "Content-Type": "image/png" },
    body: picture,
    bodySerializer: (body) => body,
  }),
);
const path = { id: image.id };
const query = { extensionId: EXTENSION };
const written = await api.PUT("/image/{id}/setTags", { params: { path, query }, body: TAGS });
if (written.error !== undefined) throw new Error(written.error.detail);
const tags = need(await api.GET("/image/{id}/getTags", { params: { path, query } }));
const body = { filter: { criteria: { tags: { values: TAGS.slice(0, 1), operator: "or" as const } } } };
const found = need(await api.POST("/image/search/images", { body }));
const download = await api.GET("/image/{id}/download", { params: { path }, parseAs: "arrayBuffer" });
const refused = await api.PUT("/image/{id}/setTags", { params: { path, query }, body: ["no tag!"] });

console.log(
  JSON.stringify({
    id: image.id,
    format: image.format,
    tags,
    found: found.items.map((each) => each.id === image.id),
    foundTags: found.items.flatMap((each) => each.tags.map((tag) => tag.value)),
    downloaded: picture.equals(new Uint8Array(need<ArrayBuffer>(download))),
    refused: refused.error?.rule,
  }),
);
