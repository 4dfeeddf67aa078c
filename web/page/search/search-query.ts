/** Searches as parameters of addresses, with readable names in a stable order. What makes no sense is passed over. */

import { isMembers } from "../../view/values.js";
import { ORDERED } from "./criteria/order.js";
import { each, joined, type Parameter, Query } from "./criteria/parameters.js";
import { type Search, searchOf, type Sorting } from "./search-state.js";
import { optional } from "./values.js";
import { SORTINGS } from "./words.js";

/** The parameters of a search. */
export function queryOf(search: Search): URLSearchParams {
  const { collectionId, updates, sorting, advanced } = search;
  const parameters: Parameter[] = [
    ...each("collection", optional(collectionId)),
    ...each("updates", optional(updates)),
    ...ORDERED.flatMap((criterion) => criterion.write?.(search) ?? []),
    ...each("sort", optional(sorting).map(sortingText)),
    ...each("advanced", advanced === "" ? [] : [advanced]),
  ];
  return new URLSearchParams(parameters.map(([name, text]) => [name, String(text)]));
}

/** The search of parameters. */
export function searchOfQuery(parameters: URLSearchParams): Search {
  const query = new Query(parameters);
  return searchOf({
    ...(Object.assign({}, ...ORDERED.map((criterion) => criterion.read?.(query))) as Partial<Search>),
    collectionId: query.one("collection", idOf),
    updates: query.one("updates", idOf),
    sorting: query.one("sort", sortingOf),
    advanced: query.one("advanced", advancedOf) ?? "",
  });
}

function sortingText({ property, isAscending }: Sorting): string {
  return joined([property, isAscending ? "ascending" : "descending"]);
}

function sortingOf(text: string): Sorting | undefined {
  const [propertyName, direction] = text.split(" ");
  const property = SORTINGS.find((each) => each === propertyName);
  return property === undefined ? undefined : { property, isAscending: direction !== "descending" };
}

/** A text if it is the JSON text of an object whose members are objects, as those of a filter are. */
export function advancedOf(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isMembers(value) && Object.values(value).every(isMembers) ? text : undefined;
  } catch {
    return undefined; // the text is no JSON, which the return value says
  }
}

function idOf(text: string): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
