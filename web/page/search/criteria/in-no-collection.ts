/** Criterion `inNoCollection`. */

import { html } from "lit";
import { field, optionsOf } from "./fields.js";
import { once, type PageCriterion } from "./criterion.js";

export interface InNoCollectionMembers {
  readonly inNoCollection: boolean | undefined;
}

export const inNoCollection: PageCriterion<InNoCollectionMembers> = {
  none: { inNoCollection: undefined },
  conditions({ inNoCollection: isInNone }) {
    if (isInNone === undefined) return [];
    const label = isInNone ? "in no collection" : "in a collection";
    return [{ kind: "collection", label, without: { inNoCollection: undefined } }];
  },
  write: (members) =>
    members.inNoCollection === undefined ? [] : [["collected", members.inNoCollection ? "no" : "yes"]],
  read: (query) => ({ inNoCollection: query.one("collected", (text) => ({ no: true, yes: false })[text]) }),
  criteria: (members) => (members.inNoCollection === undefined ? [] : [{ inNoCollection: members.inNoCollection }]),
  take: (draft, part) => once(draft, "inNoCollection", part.inNoCollection),
  fields({ inNoCollection: isInNone }, set) {
    const options = [
      ["", "Any"],
      ["no", "In no collection"],
      ["yes", "In a collection"],
    ] as const;
    const collected = isInNone === undefined ? "" : isInNone ? "no" : "yes";
    const take = (value: string) => set({ inNoCollection: value === "" ? undefined : value === "no" });
    return html`<div class="grid">${field("Collections", optionsOf(options, collected, take))}</div>`;
  },
};
