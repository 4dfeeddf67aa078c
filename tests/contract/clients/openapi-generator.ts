// What a user does with the client that openapi-generator makes for fetch: `node openapi-generator.js URL KEY PICTURE`.
import { readFile } from "node:fs/promises";
import {
  Configuration,
  ImageApi,
  ImageSearchApi,
  ImageTagsApi,
  RepositoryApi,
  RepositoryFilesApi,
  ResponseError,
} from "./openapi-generator/index.js";

const EXTENSION = "client";

// The client gives sets to JSON.stringify as they are.
class Values extends Set<string> {
  toJSON(): string[] {
    return [...this];
  }
}

const [url = "", key = "", file = ""] = process.argv.slice(2);
const picture = await readFile(file);
const configuration = new Configuration({ basePath: url, accessToken: key });
const tagsApi = new ImageTagsApi(configuration);
const search = new ImageSearchApi(configuration);
const tags = new Values(["openapi-generator", "stored"]);

const [repository, ...others] = await new RepositoryApi(configuration).repositoryList();
if (repository === undefined || others.length > 0) throw new Error("there is not one repository");
const files = new RepositoryFilesApi(configuration);
const image = await files.repositoryStoreImage({ id: repository.id, body: new Blob([picture]) });
const target = { id: image.id, extensionId: EXTENSION };
await tagsApi.imageSetTags({ ...target, requestBody: tags });
const stored = await tagsApi.imageGetTags(target);
const filter = { criteria: { tags: { values: ["openapi-generator"] } } };
const found = await search.imageSearchImages({ searchParameters: { filter } });
const ids: string[] = [];
for (let more = true; more;) {
  const range = { take: 1, skip: ids.length };
  const page = await search.imageSearchIds({ searchParameters: { range } });
  ids.push(...page.items);
  more = page.items.length > 0;
}
if (!ids.includes(image.id)) throw new Error("the pages of all images lack one");
const download = await new ImageApi(configuration).imageDownload({ id: image.id });
let refused = "";
try {
  await tagsApi.imageSetTags({ ...target, requestBody: new Values(["no tag!"]) });
} catch (error) {
  if (!(error instanceof ResponseError)) throw error;
  refused = ((await error.response.json()) as { rule: string }).rule;
}

console.log(
  JSON.stringify({
    id: image.id,
    format: image.format,
    tags: [...stored],
    found: found.items.map((each) => each.id === image.id),
    foundTags: found.items.flatMap((each) => each.tags.map((tag) => tag.value)),
    downloaded: picture.equals(new Uint8Array(await download.arrayBuffer())),
    refused,
  }),
);
