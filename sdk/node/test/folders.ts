/** Folders of extensions that run in processes of their own. */

import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import type { FakeService } from "facetry-extension/testing";

/** Where the kit is. */
export const HOME = new URL("..", import.meta.url).pathname;

/** The files of a folder; those without a content are not there. */
export type Files = Readonly<Record<string, string | undefined>>;

/** A folder that has the kit installed, with these files; it ends with its test. */
export async function folder(context: TestContext, files: Files): Promise<string> {
  const created = await mkdtemp(join(tmpdir(), "facetry-extension-"));
  context.after(() => rm(created, { recursive: true }));
  for (const [name, content] of Object.entries(files)) {
    if (content !== undefined) {
      await writeFile(join(created, name), content);
    }
  }
  await mkdir(join(created, "node_modules"));
  await symlink(HOME, join(created, "node_modules", "facetry-extension"));
  return created;
}

/** What the service writes into a folder, as one of `Files`; without a service, an address where nobody listens. */
export function parametersFor(service: FakeService | undefined): string {
  return JSON.stringify({
    extensionId: service?.extensionId ?? "extension",
    webServicesBaseUrl: service?.url ?? "http://127.0.0.1:1",
    apiKey: service?.parameters.key ?? "key",
  });
}
