/** What an extension asks of the user or of the service, and how that may end. */

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

/** It could not be done, or nobody was there to do it. */
export class Refused extends Error {
  override readonly name = "Refused";
}

/** What an answer to an intent gives. Throws `Cancelled` or `Refused` when it says so. */
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
