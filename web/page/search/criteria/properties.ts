/** Criterion `properties`: ranges of dates and sizes. */

import { html, type TemplateResult } from "lit";
import type { SearchDateRange } from "@api/models.js";
import { count, size } from "../../base/format.js";
import { dateRangeOf, dateRangeText, dayOf, endOf, isMonth, monthOf, type Range } from "../ranges.js";
import { rangeOf, rangeOfMonth, rangeText, startOf } from "../ranges.js";
import { distinct, optional } from "../values.js";
import { type Condition, eachOf, type PageCriterion } from "./criterion.js";
import { each } from "./parameters.js";

export const SIZE_NAMES = ["width", "height", "weightInBytes"] as const;
type SizeName = (typeof SIZE_NAMES)[number];

export const DATE_NAMES = [
  "captureDate",
  "fileCreationDate",
  "fileModificationDate",
  "importDate",
  "updateDate",
] as const;
type DateName = (typeof DATE_NAMES)[number];

const DATE_LABELS: Readonly<Record<DateName, string>> = {
  captureDate: "Taken",
  fileCreationDate: "File created",
  fileModificationDate: "File modified",
  importDate: "Added",
  updateDate: "Record changed",
};
const SIZE_LABELS: Readonly<Record<SizeName, string>> = {
  width: "Width",
  height: "Height",
  weightInBytes: "File size",
};

const SIZE_PARAMETERS: Record<SizeName, string> = { width: "width", height: "height", weightInBytes: "bytes" };
const DATE_PARAMETERS: Record<DateName, string> = {
  captureDate: "taken",
  fileCreationDate: "created",
  fileModificationDate: "modified",
  importDate: "imported",
  updateDate: "updated",
};
const OTHER_NAMES: Readonly<Record<string, string>> = { creationDate: "importDate", modificationDate: "updateDate" };
const MONTH = new Intl.DateTimeFormat(undefined, { year: "numeric", month: "long", timeZone: "UTC" });
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" });

const BYTES_PER_MEGABYTE = 1_000_000;

export interface PropertiesMembers {
  readonly sizes: Readonly<Partial<Record<SizeName, Range>>>;
  readonly dates: Readonly<Partial<Record<DateName, Range>>>;
  /** Months of UTC such as `2026-01`; the image was taken in one of them. */
  readonly months: readonly string[];
}

export const properties: PageCriterion<PropertiesMembers> = {
  none: { sizes: {}, dates: {}, months: [] },
  /** A range of exactly one month is that month. */
  normal({ sizes, months, ...given }) {
    const dates = presentRanges(DATE_NAMES, given.dates);
    const month = dates.captureDate === undefined ? undefined : monthOf(dates.captureDate);
    const isMonthOnly = month !== undefined && months.length === 0;
    return {
      sizes: presentRanges(SIZE_NAMES, sizes),
      dates: isMonthOnly ? presentRanges(DATE_NAMES, { ...dates, captureDate: {} }) : dates,
      months: isMonthOnly ? [month] : distinct(months).sort(),
    };
  },
  conditions(members) {
    const { sizes, dates } = members;
    const conditions: Condition<PropertiesMembers>[] = [];
    for (const name of SIZE_NAMES) {
      const text = name === "weightInBytes" ? size : (value: number) => `${count(value)} px`;
      for (const range of optional(sizes[name])) {
        const label = `${SIZE_LABELS[name]} ${rangeLabel(range, text)}`;
        conditions.push({ kind: "range", label, without: { sizes: { ...sizes, [name]: {} } } });
      }
    }
    for (const name of DATE_NAMES) {
      for (const range of optional(dates[name])) {
        const label = `${DATE_LABELS[name]} ${dateRangeLabel(range)}`;
        conditions.push({ kind: "date", label, without: { dates: { ...dates, [name]: {} } } });
      }
    }
    return [...conditions, ...eachOf(members, "months", "date", monthLabel)];
  },
  write: ({ sizes, dates, months }) => [
    ...SIZE_NAMES.flatMap((name) => each(SIZE_PARAMETERS[name], optional(sizes[name]).map(rangeText))),
    ...DATE_NAMES.flatMap((name) => each(DATE_PARAMETERS[name], optional(dates[name]).map(dateRangeText))),
    ...each("month", months),
  ],
  read: (query) => ({
    sizes: Object.fromEntries(SIZE_NAMES.map((name) => [name, query.one(SIZE_PARAMETERS[name], rangeOf)])),
    dates: Object.fromEntries(DATE_NAMES.map((name) => [name, query.one(DATE_PARAMETERS[name], dateRangeOf)])),
    months: query.all("month", (text) => (isMonth(text) ? text : undefined)),
  }),
  criteria(members) {
    const month = oneMonthOf(members);
    const taken = month === undefined ? {} : { captureDate: rangeOfMonth(month) };
    const ranges = { ...members.sizes, ...taken, ...members.dates };
    return Object.keys(ranges).length === 0 ? [] : [{ properties: ranges }];
  },
  take(draft, part) {
    const [[given, range] = ["", undefined]] = Object.entries(part.properties ?? {}) as [string, SearchDateRange?][];
    const sizeName = SIZE_NAMES.find((name) => name === given);
    const dateName = DATE_NAMES.find((name) => name === (OTHER_NAMES[given] ?? given));
    if (range === undefined) return false;
    if (sizeName !== undefined && draft.sizes?.[sizeName] === undefined) {
      draft.sizes = { ...draft.sizes, [sizeName]: range as Range };
      return true;
    }
    if (dateName === undefined || draft.dates?.[dateName] !== undefined) return false;
    draft.dates = { ...draft.dates, [dateName]: range as Range };
    return true;
  },
  fields: ({ sizes, dates }, set) =>
    html`<div class="grid wide">
      ${DATE_NAMES.map((name) => dateFields(name, dates[name] ?? {}, (range) => set({ dates: { ...dates, [name]: range } })))}
      ${SIZE_NAMES.map((name) => sizeFields(name, sizes[name] ?? {}, (range) => set({ sizes: { ...sizes, [name]: range } })))}
    </div>`,
};

function dateFields(name: DateName, range: Range, set: (range: Range) => void): TemplateResult {
  const input = (end: keyof Range, label: string, read: (text: string) => number) => {
    const value = range[end];
    return html`<input
      type="date"
      aria-label=${`${DATE_LABELS[name]} ${label}`}
      .value=${value === undefined ? "" : dayOf(value)}
      @change=${(event: Event) => {
        const day = read((event.target as HTMLInputElement).value);
        set({ ...range, [end]: Number.isNaN(day) ? undefined : day });
      }}
    />`;
  };
  return pairOf(DATE_LABELS[name], input("minimum", "from", startOf), input("maximum", "to", endOf));
}

function sizeFields(name: SizeName, range: Range, set: (range: Range) => void): TemplateResult {
  const unit = name === "weightInBytes" ? BYTES_PER_MEGABYTE : 1;
  const label = `${SIZE_LABELS[name]} (${name === "weightInBytes" ? "MB" : "pixels"})`;
  const input = (end: keyof Range, word: string) => {
    const value = range[end];
    return html`<input
      type="number"
      min="0"
      step=${unit === 1 ? "1" : "any"}
      aria-label=${`${label} ${word}`}
      .value=${value === undefined ? "" : String(value / unit)}
      @change=${(event: Event) => {
        const number = (event.target as HTMLInputElement).valueAsNumber;
        set({ ...range, [end]: number >= 0 ? Math.round(number * unit) : undefined });
      }}
    />`;
  };
  return pairOf(label, input("minimum", "at least"), input("maximum", "at most"));
}

function pairOf(label: string, minimum: TemplateResult, maximum: TemplateResult): TemplateResult {
  return html`<div class="field" role="group" aria-label=${label}>
    <span class="small">${label}</span>
    <div class="pair">${minimum}<span>–</span>${maximum}</div>
  </div>`;
}

/** The month of a search, if it has one that stands beside its other ranges. */
export function oneMonthOf({ months, dates }: PropertiesMembers): string | undefined {
  return months.length === 1 && dates.captureDate === undefined ? months[0] : undefined;
}

/** `January 2026`. */
export function monthLabel(month: string): string {
  return MONTH.format(Date.parse(`${month}-01`));
}

function presentRanges<Name extends string>(
  names: readonly Name[],
  ranges: Readonly<Partial<Record<Name, Range>>>,
): Partial<Record<Name, Range>> {
  const present: Partial<Record<Name, Range>> = {};
  for (const name of names) {
    const { minimum, maximum } = ranges[name] ?? {};
    if (minimum === undefined && maximum === undefined) continue;
    present[name] = { ...(minimum === undefined ? {} : { minimum }), ...(maximum === undefined ? {} : { maximum }) };
  }
  return present;
}

function rangeLabel({ minimum, maximum }: Range, text: (value: number) => string): string {
  if (minimum === undefined) return `≤ ${text(maximum ?? 0)}`;
  return maximum === undefined ? `≥ ${text(minimum)}` : `${text(minimum)} – ${text(maximum)}`;
}

function dateRangeLabel({ minimum, maximum }: Range): string {
  if (minimum === undefined) return `until ${DAY.format(maximum)}`;
  if (maximum === undefined) return `since ${DAY.format(minimum)}`;
  return dayOf(minimum) === dayOf(maximum) ? DAY.format(minimum) : `${DAY.format(minimum)} – ${DAY.format(maximum)}`;
}
