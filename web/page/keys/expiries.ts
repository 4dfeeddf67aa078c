/** When a new key shall expire. */

const DAY_MILLISECONDS = 86_400_000;

/** The choices, as the value of the field with its label. */
export const EXPIRIES = [
  ["never", "Never"],
  ["7", "In 7 days"],
  ["30", "In 30 days"],
  ["90", "In 90 days"],
  ["365", "In a year"],
  ["date", "On a date…"],
] as const;

/** The moment of a choice in milliseconds, `undefined` for never. `day` is that of a date field: its end is meant. */
export function expiryOf(choice: string, day: string, now = Date.now()): number | undefined {
  if (choice === "never") return undefined;
  if (choice === "date") return new Date(`${day}T23:59:59.999`).getTime();
  return now + Number(choice) * DAY_MILLISECONDS;
}
