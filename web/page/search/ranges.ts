/** Ranges of numbers and of dates as short texts: `1920..`, `2026-01-01..2026-02-14`. Dates are those of UTC. */

import { TIMESTAMP_MAXIMUM, TIMESTAMP_MINIMUM } from "../../api/limits.js";

/** Numbers, of bytes, of pixels or of milliseconds since the epoch. Both ends belong to the range. */
export interface Range {
  readonly minimum?: number;
  readonly maximum?: number;
}

const DAY = 86_400_000;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const MONTH = /^(\d{4})-(0[1-9]|1[0-2])$/;

/** `1920..3840`. */
export function rangeText(range: Range): string {
  return `${range.minimum ?? ""}..${range.maximum ?? ""}`;
}

/** The range of a text, `undefined` if it is none. */
export function rangeOf(text: string): Range | undefined {
  const [, minimum = "", maximum = ""] = /^(\d{0,16})\.\.(\d{0,16})$/.exec(text) ?? [];
  return present(minimum, maximum, Number, Number, (value) => Number.isSafeInteger(value));
}

/** `2026-01-01..2026-02-14`; ends within a day are written with their time. */
export function dateRangeText({ minimum, maximum }: Range): string {
  return `${minimum === undefined ? "" : startText(minimum)}..${maximum === undefined ? "" : endText(maximum)}`;
}

/** The range of a text, `undefined` if it is none. */
export function dateRangeOf(text: string): Range | undefined {
  const [minimum = "", maximum = "", rest] = text.split("..");
  if (rest !== undefined) return undefined;
  return present(minimum, maximum, startOf, endOf, (value) => value >= TIMESTAMP_MINIMUM && value <= TIMESTAMP_MAXIMUM);
}

/** The milliseconds at which a day such as `2026-01-31` begins; NaN if it is none. */
export function startOf(text: string): number {
  if (!DATE.test(text) && !MOMENT.test(text)) return Number.NaN;
  const value = Date.parse(text);
  // The parser takes the 31st of a shorter month for a day of the next one.
  return Number.isNaN(value) || new Date(value).toISOString().startsWith(text.slice(0, 10)) ? value : Number.NaN;
}

/** The last millisecond of a day; NaN if it is none. */
export function endOf(text: string): number {
  return startOf(text) + (DATE.test(text) ? DAY - 1 : 0);
}

/** The day of milliseconds, as fields of the browser have it. */
export function dayOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}

/** Whether a text is a month such as `2026-01`. */
export function isMonth(text: string): boolean {
  return MONTH.test(text) && Number(text.slice(0, 4)) > 0;
}

/** The range of a month. */
export function rangeOfMonth(month: string): { readonly minimum: number; readonly maximum: number } {
  const next = new Date(startOf(`${month}-01`));
  next.setUTCMonth(next.getUTCMonth() + 1);
  return { minimum: startOf(`${month}-01`), maximum: next.getTime() - 1 };
}

/** The month that a range is, if it is one. */
export function monthOf({ minimum, maximum }: Range): string | undefined {
  if (minimum === undefined || maximum === undefined) return undefined;
  const month = dayOf(minimum).slice(0, 7);
  if (!isMonth(month)) return undefined;
  const range = rangeOfMonth(month);
  return range.minimum === minimum && range.maximum === maximum ? month : undefined;
}

function startText(milliseconds: number): string {
  return milliseconds === startOf(dayOf(milliseconds)) ? dayOf(milliseconds) : new Date(milliseconds).toISOString();
}

function endText(milliseconds: number): string {
  return milliseconds === endOf(dayOf(milliseconds)) ? dayOf(milliseconds) : new Date(milliseconds).toISOString();
}

function present(
  minimum: string,
  maximum: string,
  start: (text: string) => number,
  end: (text: string) => number,
  isValid: (value: number) => boolean,
): Range | undefined {
  if (minimum === "" && maximum === "") return undefined;
  const range: Range = {
    ...(minimum === "" ? {} : { minimum: start(minimum) }),
    ...(maximum === "" ? {} : { maximum: end(maximum) }),
  };
  return Object.values(range).every(isValid) ? range : undefined;
}
