/** What extensions ask front ends to show: the intents of the interface, read from values that are not trusted. */

import { isMembers } from "../../view/values.js";

/** The kinds of intents that a page can show. */
export const INTENT_KINDS = [
  "form",
  "dialog",
  "ui",
  "images",
  "show",
  "toast",
  "notification",
  "openBrowser",
  "processCommand",
  "action",
] as const;
export type IntentKind = (typeof INTENT_KINDS)[number];

/** An intent: its kind, and the members of that kind. */
export interface Intent {
  readonly kind: IntentKind;
  readonly content: Readonly<Record<string, unknown>>;
}

/** What a command has returned, by how it is shown. */
export type Outcome =
  | { readonly kind: "nothing" }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "view"; readonly document: Readonly<Record<string, unknown>> }
  | { readonly kind: "intent"; readonly intent: Intent }
  | { readonly kind: "json"; readonly text: string };

/** How a returned value is shown. */
export function outcomeOf(value: unknown): Outcome {
  if (value === undefined || value === null || value === "") return { kind: "nothing" };
  if (typeof value === "string") return { kind: "text", text: value };
  if (isMembers(value)) {
    if (typeof value["schemaVersion"] === "string" && Array.isArray(value["elements"]))
      return { kind: "view", document: value };
    const intent = intentOf(isMembers(value["intent"]) ? value["intent"] : value);
    if (intent !== undefined) return { kind: "intent", intent };
  }
  return { kind: "json", text: JSON.stringify(value, undefined, 2) };
}

/** The intent that an object is; none if it has not exactly one kind. */
export function intentOf(value: Readonly<Record<string, unknown>>): Intent | undefined {
  const kinds = INTENT_KINDS.filter((kind) => isMembers(value[kind]));
  const others = Object.keys(value).filter((name) => !["identity", "context", ...kinds].includes(name));
  const [kind] = kinds;
  if (kind === undefined || kinds.length > 1 || others.length > 0) return undefined;
  return { kind, content: value[kind] as Readonly<Record<string, unknown>> };
}

/** The text of a member, empty if it is none. */
export function textAt(content: unknown, ...names: readonly string[]): string {
  const value = names.reduce<unknown>((part, name) => (isMembers(part) ? part[name] : undefined), content);
  return typeof value === "string" ? value : "";
}
