"""Capture dates: when a picture was taken, as its metadata says."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final, Literal

from generated.limits import CAPTURE_OFFSET_MAXIMUM, CAPTURE_OFFSET_MINIMUM

CaptureSource = Literal["exif", "xmp", "iptc"]
"""The kind of metadata that has the date."""

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_DATE_AND_TIME: Final = re.compile(
    r"(?P<year>\d{4})(?:[:\-/](?P<month>\d{1,2})(?:[:\-/](?P<day>\d{1,2})"
    r"(?:[T ]+(?P<hour>\d{1,2}):(?P<minute>\d{1,2})(?::(?P<second>\d{1,2})(?:\.(?P<fraction>\d+))?)?"
    r"[ ]*(?P<offset>Z|[+-]\d{1,2}(?::?\d{2})?)?)?)?)?",
    re.ASCII,
)
"""EXIF (`2009:05:17 10:15:00`) and ISO 8601 (`2009-05-17T10:15:00.25+02:00`). A date may end after year or month."""
_OFFSET: Final = re.compile(r"(?P<sign>[+-])(?P<hours>\d{1,2})(?::?(?P<minutes>\d{2}))?", re.ASCII)
_IPTC_DATE: Final = re.compile(r"(\d{4})-?(\d{2})-?(\d{2})", re.ASCII)
_IPTC_TIME: Final = re.compile(r"(\d{2}):?(\d{2}):?(\d{2})([+-]\d{2}:?\d{2}|Z)?", re.ASCII)
_SUBSECOND_DIGITS: Final = 3

_EXIF_TAGS: Final = (
    ("DateTimeOriginal", "SubsecTimeOriginal", "OffsetTimeOriginal"),
    ("DateTimeDigitized", "SubsecTimeDigitized", "OffsetTimeDigitized"),
)
_XMP_PROPERTIES: Final = ("exif:DateTimeOriginal", "photoshop:DateCreated", "xmp:CreateDate", "exif:DateTimeDigitized")
_IPTC_FIELDS: Final = (("DateCreated", "TimeCreated"), ("DigitalCreationDate", "DigitalCreationTime"))


@dataclass(frozen=True, slots=True)
class CaptureDate:
    """When a picture was taken.

    `time` is in milliseconds since the epoch. `offset` is the offset of the camera's clock from UTC in minutes; if the
    metadata does not have it, `offset` is None and the time of the clock was read as UTC.
    """

    time: int
    offset: int | None
    source: CaptureSource


def capture_date_of(metadata: Mapping[str, str]) -> CaptureDate | None:
    """The capture date in the metadata texts of a picture; None when no valid date is in them.

    The first valid date counts: EXIF before XMP before IPTC; in each of them, taken before digitised. The date of the
    last change of a file (`DateTime` in EXIF, `xmp:ModifyDate`) is not a capture date.
    """
    return next(_dates(metadata), None)


def _dates(metadata: Mapping[str, str]) -> Iterator[CaptureDate]:
    exif = _object(metadata.get("exif")).get("Exif")
    if isinstance(exif, dict):
        for date, subseconds, offset in _EXIF_TAGS:
            text = _text(exif.get(date))
            moment = _moment(text, fraction=_text(exif.get(subseconds)), offset=_text(exif.get(offset)))
            if moment is not None:
                yield CaptureDate(*moment, "exif")
    xmp = _object(metadata.get("xmp"))
    for name in _XMP_PROPERTIES:
        moment = _moment(_text(xmp.get(name)))
        if moment is not None:
            yield CaptureDate(*moment, "xmp")
    iptc = _object(metadata.get("iptc"))
    for date, time in _IPTC_FIELDS:
        moment = _moment(_iptc_text(_text(iptc.get(date)), _text(iptc.get(time))))
        if moment is not None:
            yield CaptureDate(*moment, "iptc")


def _object(text: str | None) -> dict[str, Any]:
    """The object of a metadata text; an empty one for a text that is no JSON object."""
    try:
        value = json.loads(text or "{}")
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def _text(value: object) -> str:
    return value.strip(" \0") if isinstance(value, str) else ""


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


def _moment(text: str, *, fraction: str = "", offset: str = "") -> tuple[int, int | None] | None:
    """The milliseconds since the epoch and the offset in minutes; None for an invalid date.

    `fraction` has digits of the second and `offset` a time zone, for dates that have none of their own.
    """
    match = _DATE_AND_TIME.fullmatch(text)
    if match is None:
        return None
    parts = match.groupdict()
    digits = parts["fraction"] or (fraction if fraction.isascii() and fraction.isdigit() else "")
    milliseconds = int(digits[:_SUBSECOND_DIGITS].ljust(_SUBSECOND_DIGITS, "0"))
    day = (int(parts["year"]), int(parts["month"] or 1), int(parts["day"] or 1))
    time = (int(parts["hour"] or 0), int(parts["minute"] or 0), int(parts["second"] or 0))
    minutes = _minutes(parts["offset"] or offset)
    try:
        clock = datetime(*day, *time, tzinfo=UTC)
        moment = clock - timedelta(minutes=minutes or 0)
    except (ValueError, OverflowError):
        return None
    return (moment - _EPOCH) // timedelta(milliseconds=1) + milliseconds, minutes


def _minutes(offset: str) -> int | None:
    """The offset from UTC in minutes; None when there is none, or an impossible one."""
    if offset == "Z":
        return 0
    match = _OFFSET.fullmatch(offset)
    if match is None:
        return None
    minutes = int(match["hours"]) * 60 + int(match["minutes"] or 0)
    signed = -minutes if match["sign"] == "-" else minutes
    return signed if CAPTURE_OFFSET_MINIMUM <= signed <= CAPTURE_OFFSET_MAXIMUM else None
