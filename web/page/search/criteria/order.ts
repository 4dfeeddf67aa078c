/** The criteria in the order in which the page shows and writes them. */

import type { Search } from "../search-state.js";
import { origin } from "../origin.js";
import type { PageCriterion } from "./criterion.js";
import { CRITERIA } from "./registry.js";

type AnyCriterion = PageCriterion<Partial<Search>, Search>;

const FIRST: readonly AnyCriterion[] = [
  CRITERIA.keyword,
  CRITERIA.tags,
  CRITERIA.features,
  CRITERIA.properties,
  CRITERIA.formats,
  CRITERIA.states,
  CRITERIA.any,
  CRITERIA.none,
  origin,
  CRITERIA.untaggedBy,
  CRITERIA.notEvaluatedBy,
  CRITERIA.inNoCollection,
  CRITERIA.duplicates,
  CRITERIA.similarity,
];

/** Those that the page has most often come first. What is not listed follows. */
export const ORDERED: readonly AnyCriterion[] = [...new Set([...FIRST, ...Object.values(CRITERIA)])];
