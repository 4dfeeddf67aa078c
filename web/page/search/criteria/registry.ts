// Generated from specs/ by `python -m codegen`. Do not edit.
/** The criteria of search filters, each with the file of the page for it. */

import { all } from "./all.js";
import { any } from "./any.js";
import { duplicates } from "./duplicates.js";
import { features } from "./features.js";
import { formats } from "./formats.js";
import { inNoCollection } from "./in-no-collection.js";
import { keyword } from "./keyword.js";
import { none } from "./none.js";
import { notEvaluatedBy } from "./not-evaluated-by.js";
import { properties } from "./properties.js";
import { similarity } from "./similarity.js";
import { states } from "./states.js";
import { tags } from "./tags.js";
import { untaggedBy } from "./untagged-by.js";

export const CRITERIA = {
  formats,
  states,
  keyword,
  tags,
  features,
  properties,
  duplicates,
  similarity,
  untaggedBy,
  notEvaluatedBy,
  inNoCollection,
  all,
  any,
  none,
};
