/** Formats of texts. Those whose rules fill whole books are left to the service. */

import { Dialect } from "./dialects.js";

interface Format {
  readonly first: Dialect;
  readonly isMet: (text: string) => boolean;
  readonly sentence: string;
}

const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const TIME = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:z|([+-])(\d\d):(\d\d))$/i;
const DURATION =
  /^P(?:\d+W|(?=[\dT])(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)?(?:T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S))?)$/;
const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;
const POINTER = /^(?:\/(?:[^~/]|~[01])*)*$/u;
const RELATIVE_POINTER = /^(?:0|[1-9]\d*)(?:#|(?:\/(?:[^~/]|~[01])*)*)$/u;
const LABEL = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i;
const BYTE = /^(?:0|[1-9]\d{0,2})$/;
const LOCAL_PART = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const PART = "(?:[\\w.~!$&'()*+,;=:@-]|%[\\da-f]{2})";
const PATH = `(?:\\/${PART}*)*`;
const AUTHORITY = `\\/\\/(?:(?:[\\w.~!$&'()*+,;=:-]|%[\\da-f]{2})*@)?(?:\\[([^\\]]*)\\]|(?:[\\w.~!$&'()*+,;=-]|%[\\da-f]{2})*)(?::\\d*)?`;
const REST = `(?:\\?(?:${PART}|[/?])*)?(?:#(?:${PART}|[/?])*)?$`;
const URI = new RegExp(
  `^[a-z][a-z\\d+.-]*:(?:${AUTHORITY}${PATH}|\\/(?:${PART}+${PATH})?|${PART}+${PATH})?${REST}`,
  "i",
);
const RELATIVE = new RegExp(
  `^(?:${AUTHORITY}${PATH}|\\/(?:${PART}+${PATH})?|(?!:)(?:(?!:)${PART})+${PATH})?${REST}`,
  "i",
);

const FORMATS: ReadonlyMap<unknown, Format> = new Map<unknown, Format>([
  ["date", format(Dialect.Draft04, isDate, "Write a date such as 2026-01-31.")],
  ["time", format(Dialect.Draft04, isTime, "Write a time such as 13:30:00Z.")],
  ["date-time", format(Dialect.Draft04, isMoment, "Choose a date and a time.")],
  ["duration", format(Dialect.Draft201909, (text) => DURATION.test(text), "Write a duration such as P1DT2H.")],
  ["email", format(Dialect.Draft04, isEmail, "Write an e-mail address.")],
  ["hostname", format(Dialect.Draft04, isHost, "Write the name of a host such as example.org.")],
  ["ipv4", format(Dialect.Draft04, isIpv4, "Write an address such as 192.0.2.1.")],
  ["ipv6", format(Dialect.Draft04, isIpv6, "Write an address such as 2001:db8::1.")],
  ["uri", format(Dialect.Draft04, (text) => isUri(text, URI), "Write an address such as https://example.org/.")],
  [
    "uri-reference",
    format(Dialect.Draft06, (text) => isUri(text, URI) || isUri(text, RELATIVE), "Write an address or a path."),
  ],
  ["uuid", format(Dialect.Draft201909, (text) => UUID.test(text), "Write a UUID.")],
  ["json-pointer", format(Dialect.Draft06, (text) => POINTER.test(text), "Write a JSON Pointer such as /a/0.")],
  [
    "relative-json-pointer",
    format(Dialect.Draft07, (text) => RELATIVE_POINTER.test(text), "Write a relative JSON Pointer such as 1/a."),
  ],
]);

/** The first dialect of each format that is left to the service. */
const LEFT: ReadonlyMap<unknown, Dialect> = new Map<unknown, Dialect>([
  ["idn-email", Dialect.Draft04],
  ["regex", Dialect.Draft04],
  ["uri-template", Dialect.Draft06],
  ["idn-hostname", Dialect.Draft07],
  ["iri", Dialect.Draft07],
  ["iri-reference", Dialect.Draft07],
]);

/** A sentence if a text does not have a format of the dialect; `null` if only the service can say so. */
export function formatFault(name: unknown, text: string, dialect: Dialect): string | null | undefined {
  const known = FORMATS.get(name);
  if (known !== undefined) return known.first > dialect || known.isMet(text) ? undefined : known.sentence;
  const left = LEFT.get(name);
  return left !== undefined && dialect >= left ? null : undefined;
}

function format(first: Dialect, isMet: (text: string) => boolean, sentence: string): Format {
  return { first, isMet, sentence };
}

function isDate(text: string): boolean {
  const [year = -1, month = 0, day = 0] = DATE.exec(text)?.slice(1).map(Number) ?? [];
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  return year >= 0 && day >= 1 && day <= days;
}

function isTime(text: string): boolean {
  const found = TIME.exec(text);
  if (found === null) return false;
  const [hour, minute, second] = found.slice(1, 4).map(Number) as [number, number, number];
  const [offsetHours, offsetMinutes] = [Number(found[5] ?? 0), Number(found[6] ?? 0)];
  if (hour > 23 || minute > 59 || second > 60 || offsetHours > 23 || offsetMinutes > 59) return false;
  if (second < 60) return true;
  // A leap second is the last one of a day of UTC.
  const offset = (offsetHours * 60 + offsetMinutes) * (found[4] === "-" ? -1 : 1);
  return (((hour * 60 + minute - offset) % 1440) + 1440) % 1440 === 1439;
}

function isMoment(text: string): boolean {
  return isDate(text.slice(0, 10)) && /^[t]$/i.test(text.charAt(10)) && isTime(text.slice(11));
}

function isHost(text: string): boolean {
  return text.length <= 253 && text.split(".").every((label) => LABEL.test(label));
}

function isIpv4(text: string): boolean {
  const parts = text.split(".");
  return parts.length === 4 && parts.every((part) => BYTE.test(part) && Number(part) <= 255);
}

function isIpv6(text: string): boolean {
  const halves = text.split("::");
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === "" ? [] : half.split(":")));
  const last = groups.at(-1) ?? "";
  const isMixed = last.includes(".");
  const plain = isMixed ? groups.slice(0, -1) : groups;
  if (isMixed && (!isIpv4(last) || text.endsWith("::"))) return false;
  if (!plain.every((group) => /^[\da-f]{1,4}$/i.test(group))) return false;
  const count = plain.length + (isMixed ? 2 : 0);
  return halves.length === 2 ? count <= 7 : count === 8;
}

function isUri(text: string, form: RegExp): boolean {
  const found = form.exec(text);
  if (found === null) return false;
  const address = found[1];
  return address === undefined || isIpv6(address) || /^v[\da-f]+\.[\w.~!$&'()*+,;=:-]+$/i.test(address);
}

function isEmail(text: string): boolean {
  const at = text.lastIndexOf("@");
  return at > 0 && at <= 64 && LOCAL_PART.test(text.slice(0, at)) && isHost(text.slice(at + 1));
}
