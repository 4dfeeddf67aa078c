/** Criterion `states`. */

import { html } from "lit";
import type { ImageState } from "@api/models.js";
import { checks } from "./fields.js";
import { distinct } from "../values.js";
import { STATE_LABELS, STATES } from "../words.js";
import { eachOf, once, type PageCriterion } from "./criterion.js";
import { each, known } from "./parameters.js";

export interface StatesMembers {
  readonly states: readonly ImageState[];
}

export const states: PageCriterion<StatesMembers> = {
  none: { states: [] },
  normal: (members) => ({ states: distinct(members.states) }),
  conditions: (members) => eachOf(members, "states", "kind", (state: ImageState) => STATE_LABELS[state]),
  write: (members) => each("state", members.states),
  read: (query) => ({ states: query.all("state", (text) => known<ImageState>(STATES, text)) }),
  criteria: (members) => (members.states.length === 0 ? [] : [{ states: [...members.states] }]),
  take: (draft, part) => once(draft, "states", part.states),
  fields: (members, set) =>
    html`<div class="checks">
      ${checks(
        STATES,
        members.states,
        (state) => STATE_LABELS[state],
        (list) => set({ states: list }),
      )}
    </div>`,
};
