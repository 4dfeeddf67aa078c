/** Criterion `duplicates`. */

import type { SearchDuplicatesKind } from "../../../api/models.js";
import { optional, ordered } from "../values.js";
import { once, type PageCriterion } from "./criterion.js";
import { ANYTHING, joined, known, UUID } from "./parameters.js";

export const DUPLICATES_LABELS: Readonly<Record<SearchDuplicatesKind, string>> = {
  exactDuplicates: "Same file",
  samePixels: "Same pixels",
  nearDuplicates: "Nearly the same",
};
const KINDS = Object.keys(DUPLICATES_LABELS) as SearchDuplicatesKind[];

export interface Duplicates {
  readonly kind: SearchDuplicatesKind;
  readonly of?: string;
  readonly maximumDistance?: number;
}

export interface DuplicatesMembers {
  readonly duplicates: Duplicates | undefined;
}

export const duplicates: PageCriterion<DuplicatesMembers> = {
  none: { duplicates: undefined },
  conditions: (members) =>
    optional(members.duplicates).map(({ kind, of }) => {
      const label = of === undefined ? "as another image" : `as image ${of.slice(0, 8)}`;
      return { kind: "similar", label: `${DUPLICATES_LABELS[kind]} ${label}`, without: { duplicates: undefined } };
    }),
  write: (members) =>
    optional(members.duplicates).map(({ kind, of, maximumDistance }) => {
      const image = of ?? (maximumDistance === undefined ? undefined : ANYTHING);
      return ["duplicates", joined([kind, image, maximumDistance])];
    }),
  read: (query) => ({ duplicates: query.one("duplicates", duplicatesOf) }),
  criteria: (members) => (members.duplicates === undefined ? [] : [{ duplicates: members.duplicates }]),
  take: (draft, part) =>
    part.duplicates !== undefined &&
    once(draft, "duplicates", ordered(part.duplicates, ["kind", "of", "maximumDistance"])),
};

function duplicatesOf(text: string): Duplicates | undefined {
  const [kindName = "", of = ANYTHING, distanceText] = text.split(" ");
  const kind = known(KINDS, kindName);
  const maximumDistance = Number(distanceText);
  if (kind === undefined || (of !== ANYTHING && !UUID.test(of))) return undefined;
  const hasDistance = distanceText !== undefined && Number.isInteger(maximumDistance) && maximumDistance >= 0;
  return { kind, ...(of === ANYTHING ? {} : { of }), ...(hasDistance ? { maximumDistance } : {}) };
}
