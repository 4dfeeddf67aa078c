/** The commands of running extensions: which can be run on what, and what they are called. */

import type { CommandParameters, ManifestExtensionCommand } from "../../api/models.js";
import { service } from "../session/service.js";

/** A command of an enabled extension. */
export interface Command {
  readonly extensionId: string;
  readonly id: string;
  readonly entity: ManifestExtensionCommand["on"]["entity"];
  /** The tags of which each image needs one; empty if it needs none. */
  readonly requiredTags: readonly string[];
  /** The text of its button, in a language of the browser. */
  readonly label: string;
  /** The title of its form. */
  readonly name: string;
  readonly description: string;
  /** The JSON Schema of its parameters. */
  readonly parameters: Readonly<Record<string, unknown>> | undefined;
  /** The address of its icon, if it is one of this service. */
  readonly iconUrl: string | undefined;
}

/** What came of a command. */
export interface Result {
  readonly command: Command;
  readonly value: unknown;
}

/** How many images a command can be run on at once. */
export const MAX_IMAGES = 1_000;
const ANSWER_SECONDS = 630;

/** All commands of enabled extensions. Throws `ApiError`. */
export async function allCommands(signal?: AbortSignal): Promise<readonly Command[]> {
  const client = signal === undefined ? service : service.until(signal);
  const { commands } = await client.extensionGetConfiguration();
  return commands.map(({ extensionId, command, iconUrl }) => ({
    extensionId,
    id: command.id,
    entity: command.on.entity,
    requiredTags: command.on.withTags ?? [],
    ...textsOf(command),
    parameters: command.parameters,
    iconUrl: iconUrl === undefined ? undefined : ownAddress(iconUrl),
  }));
}

/** The commands that can be run on images now: their number and their tags are as each command needs them. */
export async function runnableCommands(imageIds: readonly string[], signal?: AbortSignal): Promise<readonly Command[]> {
  if (imageIds.length === 0 || imageIds.length > MAX_IMAGES) return [];
  const commands = (await allCommands(signal)).filter(
    ({ entity }) => entity === "Images" || (entity === "Image" && imageIds.length === 1),
  );
  const untagged = new Map<string, Promise<boolean>>();
  const suits = await Promise.all(
    commands.map(async ({ requiredTags }) => {
      if (requiredTags.length === 0) return true;
      const name = requiredTags.join("\n");
      const known = untagged.get(name) ?? hasUntagged(imageIds, requiredTags, signal);
      untagged.set(name, known);
      return !(await known);
    }),
  );
  return commands.filter((_, index) => suits[index]);
}

/** The commands of an extension itself. */
export async function processCommands(extensionId: string, signal?: AbortSignal): Promise<readonly Command[]> {
  const commands = await allCommands(signal);
  return commands.filter((command) => command.entity === "Process" && command.extensionId === extensionId);
}

/** Runs a command, and waits for what the extension returns. Throws `ApiError`. */
export async function runCommand(
  command: Command,
  imageIds: readonly string[],
  parameters: CommandParameters | undefined,
  signal: AbortSignal,
): Promise<Result> {
  const body = {
    ...(command.entity === "Process" ? {} : { imageIds: [...imageIds] }),
    ...(parameters === undefined ? {} : { parameters }),
  };
  const client = service.until(signal, ANSWER_SECONDS);
  const { value } = await client.extensionRunCommand(command.extensionId, { commandId: command.id, body });
  return { command, value };
}

/** Whether a command asks for parameters. */
export function hasParameters(command: Command): boolean {
  const properties = command.parameters?.["properties"];
  if (typeof properties === "object" && properties !== null && Object.keys(properties).length > 0) return true;
  return ["$ref", "allOf", "anyOf", "oneOf"].some((name) => name in (command.parameters ?? {}));
}

/** The address of a bundle or a page of an extension, relative to this page; none for other addresses.
 *
 * Extensions may know the service by another name than browsers do, so only the path counts.
 */
export function ownAddress(address: string): string | undefined {
  try {
    const { pathname, search } = new URL(address, service.base);
    const [, path] = /\/(ui\/(?:bundle|extension)\/.+)$/.exec(pathname) ?? [];
    return path === undefined ? undefined : service.base + path + search;
  } catch {
    return undefined; // what is no address is not one of this service either
  }
}

/** The texts of a command in the first language of the browser that it has, or in English, or in any. */
export function textsOf(
  command: Pick<ManifestExtensionCommand, "id" | "specifications">,
  languages: readonly string[] = navigator.languages,
): { readonly label: string; readonly name: string; readonly description: string } {
  const known = command.specifications;
  const found = [...languages, "en"]
    .flatMap((language) => [
      known.find((each) => each.locale.toLowerCase() === language.toLowerCase()),
      known.find((each) => each.locale.split("-")[0] === language.split("-")[0]),
    ])
    .find((each) => each !== undefined);
  const texts = found ?? known[0];
  const english = known.find((each) => each.locale.startsWith("en"));
  const label = texts?.label ?? command.id;
  return { label, name: texts?.name ?? label, description: texts?.description ?? english?.description ?? "" };
}

async function hasUntagged(
  imageIds: readonly string[],
  tags: readonly string[],
  signal?: AbortSignal,
): Promise<boolean> {
  const client = signal === undefined ? service : service.until(signal);
  const { totalCount } = await client.imageSearchIds({
    filter: {
      origin: { kind: "images", ids: [...imageIds] },
      criteria: { tags: { values: [...tags], operator: "not" } },
    },
    range: { take: 1 },
  });
  return totalCount > 0;
}
