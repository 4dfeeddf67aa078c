/** Criterion `inNoCollection`. */

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
};
