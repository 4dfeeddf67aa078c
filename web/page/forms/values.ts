/** JSON values: whether two are equal, and whether one number is a multiple of another one. */

import { isMembers } from "../../view/values.js";

/** A text that equal values have in common: members have no order, and 1 is 1.0. */
export function keyOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(keyOf).join()}]`;
  if (!isMembers(value)) return JSON.stringify(value) ?? "";
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${keyOf(value[name])}`).join()}}`;
}

/** Whether a number is a multiple of another one, both as they are written: 0.3 is one of 0.1. */
export function isMultiple(value: number, step: number): boolean {
  const [one, other] = [decimalOf(value), decimalOf(step)];
  const scale = Math.min(one.exponent, other.exponent);
  const divisor = other.digits * 10n ** BigInt(other.exponent - scale);
  return divisor !== 0n && (one.digits * 10n ** BigInt(one.exponent - scale)) % divisor === 0n;
}

function decimalOf(value: number): { readonly digits: bigint; readonly exponent: number } {
  const [, sign = "", whole = "0", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
  return { digits: BigInt(`${sign}${whole}${fraction}`), exponent: Number(exponent) - fraction.length };
}
