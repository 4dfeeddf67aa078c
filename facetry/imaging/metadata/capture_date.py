"""Capture dates: when a picture was taken, as its metadata says."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_tz
from typing import Any, Final, Literal

from generated.limits import CAPTURE_OFFSET_MAXIMUM, CAPTURE_OFFSET_MINIMUM

CaptureSource = Literal["exif", "xmp", "iptc", "text", "movie"]
"""The kind of metadata that has the date: `text` is a text of a PNG, `movie` the header of a sequence of pictures."""

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_DATE_AND_TIME: Final = re.compile(
    r"(?P<year>\d{4})(?:[:\-/.] ?(?P<month>\d{1,2})(?:[:\-/.] ?(?P<day>\d{1,2})"
    r"(?:[Tt ]+(?P<hour>\d{1,2}): ?(?P<minute>\d{1,2})(?:: ?(?P<second>\d{1,2})(?:[.,](?P<fraction>\d+))?)?"
    r"[ ]*(?P<offset>[Zz]|(?:GMT|UTC)?[+-]\d{1,2}(?::?\d{2})?|GMT|UTC)?)?)?)?",
    re.ASCII,
)
"""EXIF (`2009:05:17 10:15:00`) and ISO 8601 (`2009-05-17T10:15:00.25+02:00`), and what devices make of both
(`2009-05-17T10:15:00.250GMT+02:00`). A date may end after year or month."""
_BASIC: Final = re.compile(r"^(\d{4})(\d{2})(\d{2})[Tt](\d{2})(\d{2})(\d{2})", re.ASCII)
"""The beginning of a date in the basic form of ISO 8601: `20090517T101530Z`."""
_OFFSET: Final = re.compile(r"(?:GMT|UTC)?(?P<sign>[+-])(?P<hours>\d{1,2})(?::?(?P<minutes>\d{2}))?", re.ASCII)
_IPTC_DATE: Final = re.compile(r"(\d{4})-?(\d{2})-?(\d{2})", re.ASCII)
_IPTC_TIME: Final = re.compile(r"(\d{2}):?(\d{2}):?(\d{2})([+-]\d{2}:?\d{2}|Z)?", re.ASCII)
_ZONE: Final = re.compile(r"(?:[+-]\d{4}|[A-Za-z]{1,5})(?:\s*\(.*\))?$", re.ASCII)
_SUBSECOND_DIGITS: Final = 3
_FIRST_MOMENT: Final = (1, 1, 1, 0, 0, 0)
_LAST_SECOND: Final = (23, 59, 59)
_DAY_PARTS: Final = 3

_EXIF_TAGS: Final = (
    ("DateTimeOriginal", "SubsecTimeOriginal", "OffsetTimeOriginal"),
    ("DateTimeDigitized", "SubsecTimeDigitized", "OffsetTimeDigitized"),
)
_EXIF_CHANGE: Final = ("DateTime", "SubsecTime", "OffsetTime")
_XMP_PROPERTIES: Final = ("exif:DateTimeOriginal", "photoshop:DateCreated", "xmp:CreateDate", "exif:DateTimeDigitized")
_IPTC_FIELDS: Final = (("DateCreated", "TimeCreated"), ("DigitalCreationDate", "DigitalCreationTime"))
_TEXT_KEY: Final = "creation time"
MOVIE: Final = "movieHeader"
"""The member of `others` with what the header of a sequence of pictures says: its date is in `creationDate`."""


@dataclass(frozen=True, slots=True)
class CaptureDate:
    """When a picture was taken.

    `time` is in milliseconds since the epoch. `offset` is the offset of the camera's clock from UTC in minutes; if the
    metadata does not have it, `offset` is None and the time of the clock was read as UTC.
    """

    time: int
    offset: int | None
    source: CaptureSource


@dataclass(frozen=True, slots=True)
class _Moment:
    """A date in metadata. `clock` has what the text has of year, month, day, hour, minute and second."""

    clock: tuple[int, ...]
    time: int
    offset: int | None

    def is_day_of(self, other: _Moment) -> bool:
        """Whether this is a day without a time, and the other one a time of that day."""
        return len(self.clock) == _DAY_PARTS < len(other.clock) and other.clock[:_DAY_PARTS] == self.clock


def capture_date_of(metadata: Mapping[str, str]) -> CaptureDate | None:
    """The capture date in the metadata texts of a picture; None when no valid date is in them.

    The first valid date counts: EXIF before XMP before IPTC; in each of them, taken before digitised. A day without a
    time gets that of a later one that has the same day. Then come the texts of a PNG, the date of the last change in
    EXIF, which a camera sets as well, and the header of a sequence of pictures. `xmp:ModifyDate` is no capture date.
    """
    parts = {name: _object(metadata.get(name)) for name in ("exif", "xmp", "iptc", "others")}
    taken = _valid(
        {
            "exif": _exif_dates(parts["exif"]),
            "xmp": _xmp_dates(parts["xmp"]),
            "iptc": _iptc_dates(parts["iptc"]),
            "text": _text_dates(parts["others"]),
        }
    )
    others = _valid({"exif": _change_dates(parts["exif"]), "movie": _movie_dates(parts["others"])})
    first = next(taken, None) or next(others, None)
    if first is None:
        return None
    source, moment = next((date for date in taken if first[1].is_day_of(date[1])), first)
    return CaptureDate(moment.time, moment.offset, source)


def _valid(dates: Mapping[CaptureSource, Iterator[_Moment | None]]) -> Iterator[tuple[CaptureSource, _Moment]]:
    return ((source, moment) for source, moments in dates.items() for moment in moments if moment is not None)


def _exif_dates(exif: Mapping[str, Any]) -> Iterator[_Moment | None]:
    """The dates in the directory where they belong, and in the main one, where some programs write them."""
    details = exif.get("Exif")
    for tags in _EXIF_TAGS:
        for directory in (details if isinstance(details, dict) else {}, exif):
            yield _exif_moment(directory, directory, tags)


def _change_dates(exif: Mapping[str, Any]) -> Iterator[_Moment | None]:
    details = exif.get("Exif")
    yield _exif_moment(exif, details if isinstance(details, dict) else {}, _EXIF_CHANGE)


def _exif_moment(dates: Mapping[str, Any], details: Mapping[str, Any], tags: tuple[str, str, str]) -> _Moment | None:
    date, subseconds, offset = tags
    return _moment(_text(dates.get(date)), fraction=_text(details.get(subseconds)), offset=_text(details.get(offset)))


def _xmp_dates(xmp: Mapping[str, Any]) -> Iterator[_Moment | None]:
    for name in _XMP_PROPERTIES:
        for text in _texts(xmp.get(name)):
            yield _moment(text)


def _iptc_dates(iptc: Mapping[str, Any]) -> Iterator[_Moment | None]:
    for date, time in _IPTC_FIELDS:
        yield _moment(_iptc_text(_text(iptc.get(date)), _text(iptc.get(time))))


def _text_dates(texts: Mapping[str, Any]) -> Iterator[_Moment | None]:
    """Dates in texts of PNG, in a form of above or in that of the standard: `Mon, 18 May 2009 10:15:30 +0200`."""
    for key, value in texts.items():
        if key.strip().lower().replace("_", " ") == _TEXT_KEY:
            for text in _texts(value):
                yield _moment(text) or _mail_moment(text)


def _movie_dates(others: Mapping[str, Any]) -> Iterator[_Moment | None]:
    header = others.get(MOVIE)
    if isinstance(header, dict):
        yield _moment(_text(header.get("creationDate")))


def _object(text: str | None) -> dict[str, Any]:
    """The object of a metadata text; an empty one for a text that is no JSON object."""
    try:
        value = json.loads(text or "{}")
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def _texts(value: object) -> list[str]:
    """The texts of a value, which may be a list."""
    return [_text(each) for each in (value if isinstance(value, list) else [value])]


def _text(value: object) -> str:
    return value.strip(" \0\t\r\n") if isinstance(value, str) else ""


def _iptc_text(date: str, time: str) -> str:
    """An IPTC date with its time in the form of ISO 8601. Unknown months and days are zeros in IPTC."""
    date_parts, time_parts = _IPTC_DATE.fullmatch(date), _IPTC_TIME.fullmatch(time)
    if date_parts is None:
        return ""
    year, month, day = date_parts.groups()
    if month == "00" or day == "00":
        return year if month == "00" else f"{year}-{month}"
    if time_parts is None:
        return f"{year}-{month}-{day}"
    hour, minute, second, offset = time_parts.groups()
    return f"{year}-{month}-{day}T{hour}:{minute}:{second}{offset or ''}"


def _moment(text: str, *, fraction: str = "", offset: str = "") -> _Moment | None:
    """The date in a text; None for an invalid one. `fraction` has digits of the second and `offset` a time zone, for
    dates that have none of their own.

    A leap second, and the midnight that ends a day, become the last second before.
    """
    match = _DATE_AND_TIME.fullmatch(_BASIC.sub(r"\1-\2-\3T\4:\5:\6", text))
    if match is None:
        return None
    parts = match.groupdict()
    clock = tuple(int(parts[name]) for name in ("year", "month", "day", "hour", "minute", "second") if parts[name])
    if clock[_DAY_PARTS:] in ((24, 0), (24, 0, 0)):
        clock = (*clock[:_DAY_PARTS], *_LAST_SECOND)
    elif clock[_DAY_PARTS + 2 :] == (60,):
        clock = (*clock[:-1], 59)
    digits = parts["fraction"] or (fraction if fraction.isascii() and fraction.isdigit() else "")
    milliseconds = int(digits[:_SUBSECOND_DIGITS].ljust(_SUBSECOND_DIGITS, "0"))
    return _moment_of(clock, milliseconds, _minutes(parts["offset"] or offset))


def _mail_moment(text: str) -> _Moment | None:
    """The date in a text of the form of mails (RFC 5322)."""
    try:
        found = parsedate_tz(text)
    except (ValueError, IndexError, OverflowError):
        return None
    if found is None:
        return None
    zone = found[9]
    has_zone = zone is not None and _ZONE.search(text) is not None  # without one, the parser says UTC
    return _moment_of(found[:6], 0, (zone or 0) // 60 if has_zone else None)


def _moment_of(clock: tuple[int, ...], milliseconds: int, offset: int | None) -> _Moment | None:
    year, month, day, hour, minute, second = (*clock, *_FIRST_MOMENT[len(clock) :])
    try:
        at = datetime(year, month, day, hour, minute, second, tzinfo=UTC) - timedelta(minutes=offset or 0)
    except (ValueError, OverflowError):
        return None
    return _Moment(clock, (at - _EPOCH) // timedelta(milliseconds=1) + milliseconds, offset)


def _minutes(offset: str) -> int | None:
    """The offset from UTC in minutes; None when there is none, or an impossible one."""
    if offset.upper() in ("Z", "GMT", "UTC"):
        return 0
    match = _OFFSET.fullmatch(offset)
    if match is None:
        return None
    minutes = int(match["hours"]) * 60 + int(match["minutes"] or 0)
    signed = -minutes if match["sign"] == "-" else minutes
    return signed if CAPTURE_OFFSET_MINIMUM <= signed <= CAPTURE_OFFSET_MAXIMUM else None
