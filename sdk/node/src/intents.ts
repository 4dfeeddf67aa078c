/** Requests of an extension to the user or to the service, and their outcomes. */

import { isObject } from "./configuration.js";

/** The kinds of intents. */
export type IntentKind =
  | "form"
  | "dialog"
  | "ui"
  | "images"
  | "show"
  | "toast"
  | "notification"
  | "openBrowser"
  | "processCommand"
  | "action"
  | "serveBundle"
  | "readFile"
  | "writeFile";

/** The user did not want it. */
export class Cancelled extends Error {
  override readonly name = "Cancelled";
}

/** It could not be done, or no front end was there to do it. */
export class Refused extends Error {
  override readonly name = "Refused";
}

/** What an answer to an intent gives. Throws `Cancelled` or `Refused` for others. */
export function valueOf(answer: unknown): unknown {
  if (!isObject(answer)) {
    throw new Refused("nobody answered: no front end is connected");
  }
  if (answer["cancel"] !== undefined && answer["cancel"] !== null) {
    throw new Cancelled(String(answer["cancel"]));
  }
  if (answer["error"] !== undefined && answer["error"] !== null) {
    throw new Refused(String(answer["error"]));
  }
  return answer["value"];
}
