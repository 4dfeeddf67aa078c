/** Criterion `all`: what is inside stands beside the other conditions of a search. */

import type { PageCriterion } from "./criterion.js";

export const all: PageCriterion<object> = { none: {}, criteria: () => [], take: () => false };
