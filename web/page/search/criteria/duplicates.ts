/** Criterion `duplicates`. */

import { html } from "lit";
import { SEARCH_DUPLICATES_KIND_WORDS } from "../../../api/limits.js";
import type { SearchDuplicatesKind } from "@api/models.js";
import { field, optionsOf } from "./fields.js";
import { optional, ordered } from "../values.js";
import { once, type PageCriterion } from "./criterion.js";
import { ANYTHING, joined, known, UUID } from "./parameters.js";

const DUPLICATES_LABELS: Readonly<Record<SearchDuplicatesKind, string>> = {
  exactDuplicates: "Same file",
  samePixels: "Same pixels",
  nearDuplicates: "Nearly the same",
};
/** Those that need no other image. */
const DIALOG_KINDS = ["exactDuplicates", "samePixels"] as const;

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
  fields({ duplicates: wanted }, set) {
    const options = [
      ["", "Any image"] as const,
      ...DIALOG_KINDS.map((kind) => [kind, DUPLICATES_LABELS[kind]] as const),
      ...(wanted?.of === undefined ? [] : [["of", "Of one image"] as const]),
    ];
    const take = (value: string) => {
      if (value === "of") return;
      const kind = known(DIALOG_KINDS, value);
      set({ duplicates: kind === undefined ? undefined : { kind } });
    };
    return html`${field("Duplicates", optionsOf(options, wanted?.of === undefined ? (wanted?.kind ?? "") : "of", take))}`;
  },
};

function duplicatesOf(text: string): Duplicates | undefined {
  const [kindName = "", of = ANYTHING, distanceText] = text.split(" ");
  const kind = known(SEARCH_DUPLICATES_KIND_WORDS, kindName);
  const maximumDistance = Number(distanceText);
  if (kind === undefined || (of !== ANYTHING && !UUID.test(of))) return undefined;
  const hasDistance = distanceText !== undefined && Number.isInteger(maximumDistance) && maximumDistance >= 0;
  return { kind, ...(of === ANYTHING ? {} : { of }), ...(hasDistance ? { maximumDistance } : {}) };
}
