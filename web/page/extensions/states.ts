/** Labels of the states of extensions. */

import { CircleCheck, CirclePause, CircleStop, CircleX, LoaderCircle, RefreshCw, type IconNode } from "lucide";
import type { ExtensionState, ExtensionStatus } from "@api/models.js";

/** A state as it is shown. */
export interface ShownState {
  readonly label: string;
  /** A sentence that explains it. */
  readonly text: string;
  readonly tone: "good" | "busy" | "bad" | "calm";
  readonly icon: IconNode;
}

const PAUSED: ShownState = {
  label: "Paused",
  text: "It does not run. Its work waits until it is resumed.",
  tone: "calm",
  icon: CirclePause,
};

const STATES: Readonly<Record<ExtensionStatus["state"], ShownState>> = {
  stopped: { label: "Stopped", text: "Its program does not run.", tone: "calm", icon: CircleStop },
  preparing: {
    label: "Preparing",
    text: "The packages that it needs are installed.",
    tone: "busy",
    icon: LoaderCircle,
  },
  starting: {
    label: "Starting",
    text: "Its program was started and is not connected yet.",
    tone: "busy",
    icon: LoaderCircle,
  },
  running: { label: "Running", text: "Its program is connected and takes work.", tone: "good", icon: CircleCheck },
  waiting: { label: "Crashed", text: "Its program is started again by itself.", tone: "bad", icon: RefreshCw },
  failed: { label: "Failed", text: "Its program is not started again by itself.", tone: "bad", icon: CircleX },
};

/** The state of an extension. What a paused one did before is of no interest. */
export function stateOf(extension: { readonly state: ExtensionState; readonly status: ExtensionStatus }): ShownState {
  return extension.state === "paused" ? PAUSED : STATES[extension.status.state];
}

/** Whether the state changes by itself before long. */
export function isPassing(status: ExtensionStatus): boolean {
  return status.state === "preparing" || status.state === "starting" || status.state === "waiting";
}

/** The names of capabilities, commands included. */
export const CAPABILITY_LABELS: Readonly<Record<string, string>> = {
  "image.tags": "Tags",
  "image.features": "Features",
  "image.embeddings": "Embeddings",
  "text.embeddings": "Search by text",
};
