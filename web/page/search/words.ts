/** The words of the API for conditions, and how people read them. */

import type {
  ImageFeatureFormat,
  ImageState,
  SearchFeatureComparisonOperator,
  SearchSortingProperty,
} from "@api/models.js";

export const STATE_LABELS: Readonly<Record<ImageState, string>> = {
  AVAILABLE: "Available",
  MISSING: "Missing",
  UNREADABLE: "Unreadable",
};
export const STATES = Object.keys(STATE_LABELS) as ImageState[];

/** The formats of features, the most usual first. */
export const FEATURE_FORMATS: readonly ImageFeatureFormat[] = [
  "string",
  "integer",
  "float",
  "boolean",
  "markdown",
  "html",
  "json",
  "yaml",
  "xml",
  "binary",
  "ui",
];

export const OPERATOR_LABELS: Readonly<Record<SearchFeatureComparisonOperator, string>> = {
  contains: "contains",
  equals: "is",
  different: "is not",
  greaterThan: ">",
  greaterThanOrEqual: "≥",
  lessThan: "<",
  lessThanOrEqual: "≤",
};
export const OPERATORS = Object.keys(OPERATOR_LABELS) as SearchFeatureComparisonOperator[];

/** The operators that conditions on a format may have, the most useful first. */
export function operatorsOf(format: ImageFeatureFormat): readonly SearchFeatureComparisonOperator[] {
  if (format === "boolean" || format === "binary") return ["equals", "different"];
  if (format === "integer" || format === "float") {
    return ["equals", "different", "greaterThan", "greaterThanOrEqual", "lessThan", "lessThanOrEqual"];
  }
  return ["contains", "equals", "different"];
}

export const SORTING_LABELS: Readonly<Partial<Record<SearchSortingProperty, string>>> = {
  captureDate: "Date taken",
  importDate: "Date added",
  fileModificationDate: "File modified",
  fileCreationDate: "File created",
  updateDate: "Record changed",
  name: "Name",
  binarySize: "File size",
  width: "Width",
  height: "Height",
  distance: "Similarity",
};
/** Two properties have aliases, which pages do not write. */
export const SORTINGS: readonly SearchSortingProperty[] = Object.keys(SORTING_LABELS) as SearchSortingProperty[];
