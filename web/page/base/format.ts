/** Numbers, sizes and dates as people read them. */

const SIZES = ["B", "kB", "MB", "GB", "TB"] as const;
const number = new Intl.NumberFormat();
const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });
const UNITS = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

/** `12,345` in the language of the browser. */
export function count(value: number): string {
  return number.format(value);
}

/** `1 image`, `2 images`. */
export function counted(value: number, one: string, several = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : several}`;
}

/** `4.2 MB`, for a number of bytes. */
export function size(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), SIZES.length - 1);
  const value = bytes / 1_000 ** power;
  return `${value.toLocaleString(undefined, { maximumFractionDigits: value < 10 && power > 0 ? 1 : 0 })} ${SIZES[power]}`;
}

/** The date and time of milliseconds since the epoch. */
export function date(milliseconds: number): string {
  return dateTime.format(milliseconds);
}

/** `3 minutes ago`, for milliseconds since the epoch. */
export function ago(milliseconds: number, now = Date.now()): string {
  const seconds = Math.round((milliseconds - now) / 1_000);
  const [unit, length] = UNITS.find(([, each]) => Math.abs(seconds) >= each) ?? ["second", 1];
  return relative.format(Math.trunc(seconds / length), unit);
}
