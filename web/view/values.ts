/** Reading of members whose types nobody has checked: a document may come from anywhere. */

export type Members = Readonly<Record<string, unknown>>;

/** An element, an action or an entry as it was sent. */
export interface Part extends Members {
  readonly type?: unknown;
}

/** Whether a value is a JSON object. */
export function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function text(value: unknown, fallback = ""): string {
  return typeof value === "string" ? value : fallback;
}

export function number(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

export function flag(value: unknown, fallback = false): boolean {
  return typeof value === "boolean" ? value : fallback;
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** One of the allowed words, else the first of them, which is the default. */
export function word<W extends string>(value: unknown, first: W, ...others: readonly W[]): W {
  return others.find((other) => other === value) ?? first;
}

/** The value as JSON with indents; what JSON cannot express is left out. */
export function asJson(value: unknown): string {
  try {
    return JSON.stringify(value, undefined, 2) ?? "";
  } catch {
    return String(value);
  }
}
