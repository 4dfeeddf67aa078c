/** Criterion `notEvaluatedBy`. */

import { html } from "lit";
import { EXTENSION_ID_TEXT, IMAGE_FACET_WORDS } from "../../../api/limits.js";
import type { ImageFacet } from "@api/models.js";
import { field, optionsOf } from "./fields.js";
import { distinct, grouped, together } from "../values.js";
import { eachOf, type PageCriterion } from "./criterion.js";
import { each, joined, known } from "./parameters.js";

/** An extension that has not looked at the image; without a facet, at none of them. */
export interface NotEvaluated {
  readonly extensionId: string;
  readonly facet?: ImageFacet;
}

export interface NotEvaluatedByMembers {
  readonly notEvaluatedBy: readonly NotEvaluated[];
}

export const notEvaluatedBy: PageCriterion<NotEvaluatedByMembers> = {
  none: { notEvaluatedBy: [] },
  normal: (members) => ({ notEvaluatedBy: together(distinct(members.notEvaluatedBy), (one) => one.facet) }),
  conditions: (members) =>
    eachOf(
      members,
      "notEvaluatedBy",
      "kind",
      ({ extensionId, facet }: NotEvaluated) => `no ${facet ?? "facets"} by ${extensionId} yet`,
    ),
  write: (members) =>
    each(
      "not-evaluated-by",
      members.notEvaluatedBy.map(({ extensionId, facet }) => joined([extensionId, facet])),
    ),
  read: (query) => ({ notEvaluatedBy: query.all("not-evaluated-by", notEvaluatedOf) }),
  criteria: (members) =>
    [...grouped(members.notEvaluatedBy, (one) => one.facet)].map(([facet, group]) => ({
      notEvaluatedBy: { extensionIds: group.map((one) => one.extensionId), ...(facet === undefined ? {} : { facet }) },
    })),
  take(draft, part) {
    const { extensionIds = [], facet } = part.notEvaluatedBy ?? {};
    const added = extensionIds.map((extensionId) => ({ extensionId, ...(facet === undefined ? {} : { facet }) }));
    draft.notEvaluatedBy = [...(draft.notEvaluatedBy ?? []), ...added];
    return true;
  },
  fields(members, set, { extensionIds: ids = [] }) {
    if (ids.length === 0) return undefined;
    const [{ extensionId = "", facet = "" } = {}] = members.notEvaluatedBy;
    const choose = (id: string, name: string) => {
      const chosen = known<ImageFacet>(IMAGE_FACET_WORDS, name);
      const one = { extensionId: id, ...(chosen === undefined ? {} : { facet: chosen }) };
      set({ notEvaluatedBy: id === "" ? [] : [one] });
    };
    const extensions = ids.map((id) => [id, id] as const);
    const facets = IMAGE_FACET_WORDS.map((name) => [name, name] as const);
    return html`<div class="grid">
      ${field(
        "Not evaluated yet by",
        optionsOf([["", "–"], ...extensions], extensionId, (id) => choose(id, facet)),
      )}
      ${field(
        "What is missing",
        optionsOf([["", "all facets"], ...facets], facet, (name) => choose(extensionId, name)),
      )}
    </div>`;
  },
};

function notEvaluatedOf(text: string): NotEvaluated | undefined {
  const [extensionId = "", facetName] = text.split(" ");
  const facet = facetName === undefined ? undefined : known<ImageFacet>(IMAGE_FACET_WORDS, facetName);
  if (!EXTENSION_ID_TEXT.test(extensionId)) return undefined;
  return facet === undefined ? { extensionId } : { extensionId, facet };
}
