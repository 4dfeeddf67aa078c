/** The words of the API for conditions, and how people read them. */

import type {
  ImageFeatureFormat,
  ImageState,
  SearchDuplicatesKind,
  SearchFeatureComparisonOperator,
  SearchSortingProperty,
} from "@api/models.js";
import type { DateName, SizeName, WordPlace } from "./search-state.js";

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

export const DATE_LABELS: Readonly<Record<DateName, string>> = {
  captureDate: "Taken",
  fileCreationDate: "File created",
  fileModificationDate: "File modified",
  importDate: "Added",
  updateDate: "Record changed",
};

export const SIZE_LABELS: Readonly<Record<SizeName, string>> = {
  width: "Width",
  height: "Height",
  weightInBytes: "File size",
};

export const PLACE_LABELS: Readonly<Record<WordPlace, string>> = {
  name: "Names",
  metadata: "Metadata",
  features: "Features",
};

export const DUPLICATES_LABELS: Readonly<Record<SearchDuplicatesKind, string>> = {
  exactDuplicates: "Same file",
  samePixels: "Same pixels",
  nearDuplicates: "Nearly the same",
};
