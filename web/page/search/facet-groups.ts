/** What the sidebar shows: groups of values with their counts. */

/** A value that some of the found images have. */
export interface FacetValue {
  readonly label: string;
  readonly count: number;
  /** Whether the search requires or excludes it. */
  readonly state: "open" | "required" | "excluded";
  /** Requires it, or takes the condition back. */
  readonly choose: () => void;
  /** Excludes it, or takes that back; absent if it cannot be excluded. */
  readonly exclude?: () => void;
}

/** Values under a heading. */
export interface Group {
  readonly heading: string;
  readonly values: readonly FacetValue[];
  /** Finds further values by a part of their text. */
  readonly find?: (text: string) => Promise<readonly FacetValue[]>;
}
