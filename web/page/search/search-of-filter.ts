/** Filters of the API as searches. What the page cannot show as conditions of its own stays as it is, in `advanced`. */

import type { SearchCriteria, SearchFilter } from "@api/models.js";
import type { Draft } from "./criteria/criterion.js";
import { CRITERIA } from "./criteria/registry.js";
import { conjunction } from "./search-filter.js";
import { type Search, searchOf, type Sorting } from "./search-state.js";

type Name = keyof typeof CRITERIA;

/** The search of a filter. Its filter selects the same images in the same order. */
export function searchOfFilter(filter: SearchFilter): Search {
  const draft: Draft<Search> = { sorting: sortingOf(filter) };
  const rest = (filter.criteria === undefined ? [] : parts(filter.criteria)).filter((part) => {
    const [name] = Object.keys(part) as Name[];
    return name === undefined || CRITERIA[name]?.take(draft, part) !== true; // a newer service has others
  });
  const criteria = conjunction(rest);
  const { origin } = filter;
  const isShownOrigin = origin?.kind === "repositories" && origin.ids.length > 0;
  if (isShownOrigin) draft.repositories = origin.ids;
  const advanced: SearchFilter = {
    ...(criteria === undefined ? {} : { criteria }),
    ...(origin === undefined || isShownOrigin ? {} : { origin }),
  };
  if (Object.keys(advanced).length > 0) draft.advanced = JSON.stringify(advanced);
  return searchOf(draft);
}

/** Criteria with one member each, of which all have to be met. */
function parts(criteria: SearchCriteria): SearchCriteria[] {
  const { all = [], ...own } = criteria;
  const members = (Object.entries(own) as [Name, unknown][]).map(([name, value]) => ({ [name]: value }));
  return [...members.flatMap(split), ...all.flatMap(parts)];
}

function split(criteria: SearchCriteria): SearchCriteria[] {
  if (criteria.properties === undefined) return [criteria];
  const entries: [string, unknown][] = Object.entries(criteria.properties);
  return entries.map(([name, range]) => ({ properties: { [name]: range } }));
}

/** The order of a filter. Without one, images come by name. */
function sortingOf({ sorting }: SearchFilter): Sorting {
  if (sorting === undefined) return { property: "name", isAscending: true };
  const { property, isAscending = true } = sorting;
  if (property === "creationDate") return { property: "fileCreationDate", isAscending };
  if (property === "modificationDate") return { property: "fileModificationDate", isAscending };
  return { property, isAscending };
}
