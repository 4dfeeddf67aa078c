/** The folders in which is searched. They are the origin of a filter, not one of its criteria. */

import { html } from "lit";
import { eachOf, type PageCriterion } from "./criteria/criterion.js";
import { each, matching, UUID } from "./criteria/parameters.js";
import { checks } from "./criteria/fields.js";
import { distinct } from "./values.js";
import type { Vocabulary } from "./vocabulary.js";

export interface OriginMembers {
  readonly repositories: readonly string[];
}

export const origin: PageCriterion<OriginMembers> = {
  none: { repositories: [] },
  normal: (members) => ({ repositories: distinct(members.repositories) }),
  conditions: (members, names) => eachOf(members, "repositories", "folder", (id: string) => repositoryName(id, names)),
  write: (members) => each("folder", members.repositories),
  read: (query) => ({ repositories: query.all("folder", (text) => matching(UUID, text)) }),
  criteria: () => [],
  take: () => false,
  fields: (members, set, { repositories: folders = [] }) =>
    html`<div class="checks">
      ${checks(
        folders.map(({ id }) => id),
        members.repositories,
        (id) => folders.find((folder) => folder.id === id)?.name ?? id,
        (list) => set({ repositories: list }),
      )}
    </div>`,
};

export function repositoryName(id: string, { repositories }: Vocabulary): string {
  return repositories?.find((repository) => repository.id === id)?.name ?? `folder ${id.slice(0, 8)}`;
}
