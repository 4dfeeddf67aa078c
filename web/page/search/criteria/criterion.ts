/** What a criterion of search filters is on the page. */

import type { TemplateResult } from "lit";
import type { SearchCriteria } from "@api/models.js";
import type { Vocabulary } from "../vocabulary.js";
import type { Parameter, Query } from "./parameters.js";

export type ChipKind = "words" | "tag" | "feature" | "range" | "date" | "kind" | "folder" | "similar" | "collection";

/** One condition in words. */
export interface Condition<Members> {
  readonly kind: ChipKind;
  readonly label: string;
  /** Whether images that meet the condition are left out. */
  readonly isExcluded?: boolean;
  /** The members of the search that is left without the condition. */
  readonly without: Partial<Members>;
}

/** Members of a search in the making. */
export type Draft<Members> = { -readonly [Name in keyof Members]?: Members[Name] };

/** A criterion. `Members` of a search stand for it. Criteria that contain others have none: they see those of others. */
export interface PageCriterion<Members extends object, Seen extends object = Members> {
  /** The members in a search without the criterion. */
  readonly none: Members;
  /** The members as filters give them back, so that equal searches are the same. */
  normal?(members: Seen): Partial<Members>;
  /** The conditions one by one, in words. */
  conditions?(members: Seen, names: Vocabulary): Condition<Members>[];
  /** The parameters of the address. */
  write?(members: Seen): Parameter[];
  /** The members of an address. What makes no sense is passed over. */
  read?(query: Query): Partial<Members>;
  /** The criteria of the API, each with one member. */
  criteria(members: Seen): SearchCriteria[];
  /** Takes a criterion of the API, the only member of `part`, into the draft; whether the page can show it. */
  take(draft: Draft<Seen>, part: SearchCriteria): boolean;
  /** The fields of the filter dialog; `undefined` while there is nothing to choose. */
  fields?(members: Members, set: (members: Partial<Members>) => void, names: Vocabulary): TemplateResult | undefined;
}

type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** The members of a search that stand for any of the criteria. */
export type MembersOf<Criteria> = Intersection<
  {
    [Name in keyof Criteria]: Criteria[Name] extends { readonly none: infer Members } ? Members : never;
  }[keyof Criteria]
>;

/** Takes the value of a member that a draft can have once. */
export function once<Members, Name extends keyof Members>(
  draft: Draft<Members>,
  name: Name,
  value: Members[Name] | undefined,
): boolean {
  if (draft[name] !== undefined || value === undefined) return false;
  draft[name] = value;
  return true;
}

/** A condition for each value of a list. */
export function eachOf<Members, Name extends keyof Members, T>(
  members: Members & Record<Name, readonly T[]>,
  name: Name,
  kind: ChipKind,
  label: (value: T) => string,
  isExcluded = false,
): Condition<Members>[] {
  const values: readonly T[] = members[name];
  return values.map((value) => {
    const without = { [name]: values.filter((other) => other !== value) } as Partial<Members>;
    return { kind, label: label(value), isExcluded, without };
  });
}
