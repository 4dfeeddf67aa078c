"""In what a record and exiftool differ: date, size, orientation, position and texts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from PIL import ExifTags

from facetry.imaging.metadata.capture_date import capture_date_of
from facetry.imaging.protocol import WorkerAnswer
from tests.support.readers.exiftool import Tags

_DATES: Final = (
    *(("ExifIFD", "0x9003"), ("IFD0", "0x9003"), ("ExifIFD", "0x9004"), ("IFD0", "0x9004")),
    *(("XMP-exif", "DateTimeOriginal"), ("XMP-photoshop", "DateCreated")),
    *(("XMP-xmp", "CreateDate"), ("XMP-exif", "DateTimeDigitized")),
    *(("IPTC", "0x0037"), ("IPTC", "0x003e"), ("PNG", "Creation Time"), ("PNG", "create-date")),
    *(("IFD0", "0x0132"), ("QuickTime", "0x0001")),
)
"""Where a date may be, in the order of D260."""
_TAKEN: Final = -2
"""The last two are no dates of taking."""
_IPTC_TIMES: Final = {"0x0037": "0x003c", "0x003e": "0x003f"}
_DATE: Final = re.compile(r"(\d{4}):?(\d{2})(?::?(\d{2})(?:[ T](\d{2}):?(\d{2})(?::?(\d{2}))?)?)?")
_UNKNOWN: Final = re.compile(r"(?::00)+$")
"""How IPTC writes a month or a day that is not known."""
_DIRECTORIES: Final = {"IFD0": "", "ExifIFD": "Exif", "GPS": "GPSInfo"}
"""The directories of EXIF, as exiftool and as the record name them."""
_TAG_NAMES: Final = {**ExifTags.TAGS, 0x9214: "SubjectArea"}
_TEXT_TAGS: Final = frozenset(
    {
        *(0x000B, 0x010D, 0x010E, 0x010F, 0x0110, 0x011D, 0x0131, 0x0132, 0x013B, 0x013C, 0x8298, 0x8824),
        *(0x9003, 0x9004, 0x9010, 0x9011, 0x9012, 0x9286, 0x9290, 0x9291, 0x9292, *range(0x9C9B, 0x9CA0)),
        *(0xA004, 0xA420, 0xA430, 0xA431, 0xA433, 0xA434, 0xA435, *range(0xA436, 0xA43D), 0xC614),
    }
)
_GPS_TEXT_TAGS: Final = frozenset({1, 3, 8, 9, 10, 12, 14, 16, 18, 19, 21, 23, 25, 27, 28, 29})
_NO_TEXTS_OF_IPTC: Final = frozenset(
    {"CodedCharacterSet", "EnvelopeRecordVersion", "ApplicationRecordVersion", "Prefs", "EnvelopePriority"}
)
_NO_TEXTS_OF_PNG: Final = frozenset(
    {"PLTE", "tRNS", "bKGD", "gAMA", "tIME", "sRGB", "sBIT", "iCCP", "iCCP-name", "eXIf", "hIST", "cICP", "oFFs"}
)
_LANGUAGE: Final = re.compile(r"-[a-z]{2}(-[A-Z]{2})?$")
"""What exiftool adds to the name of a text in one of several languages."""
_NO_TEXTS_OF_OTHERS: Final = frozenset({"unreadable", "leftOut", "movieHeader"})
_PREFIXES: Final = {
    "iptcCore": "Iptc4xmpCore",
    "iptcExt": "Iptc4xmpExt",
    "microsoft": "MicrosoftPhoto",
    "photomech": "photomechanic",
}
"""Prefixes of XMP that exiftool calls otherwise."""
_COMPUTED: Final = frozenset(
    {f"exif:{name}" for name in ("ApertureValue", "MaxApertureValue", "ShutterSpeedValue")}
    | {f"exif:{name}" for name in ("GPSLatitude", "GPSLongitude", "GPSDestLatitude", "GPSDestLongitude")}
)
"""Properties of XMP that exiftool computes from what is in the file."""
_TOLERANCES: Final = {"latitude": 0.000_001, "longitude": 0.000_001, "altitude": 0.001}


@dataclass(frozen=True, slots=True)
class Difference:
    """What the readers read differently: its kind, its name, and both values."""

    kind: str
    name: str
    ours: object
    theirs: object


def differences(answer: WorkerAnswer, tags: Tags, other: Tags) -> list[Difference]:
    """The differences of an examined picture. `other`: what exiftool reads when texts have their other encoding."""
    record = {name: json.loads(text) for name, text in answer["metadata"].items() if name != "all"}
    exif = record.get("exif", {})
    return [
        *_of_date(answer, tags),
        *_of_size(answer, tags),
        *_of_orientation(exif, tags),
        *_of_position(exif, tags),
        *_of_exif(exif, tags, other),
        *_of_iptc(record.get("iptc", {}), tags, other),
        *_of_xmp(record.get("xmp", {}), tags),
        *_of_others(record.get("others", {}), tags),
    ]


def _of_date(answer: WorkerAnswer, tags: Tags) -> Iterator[Difference]:
    found = capture_date_of(answer["metadata"])
    ours = None
    if found is not None:
        ours = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=found.time // 1000, minutes=found.offset or 0)
    theirs = _date_in(tags)
    if ours != theirs:
        yield Difference("date", "captureDate", ours and ours.isoformat(), theirs and theirs.isoformat())


def _date_in(tags: Tags) -> datetime | None:
    """The first date; one without a time has that of a later one of this day."""
    texts = []
    for group, number in _DATES:
        text = str(tags.by_number.get((group, number), "")).replace("-", ":", 2).strip()
        time = tags.by_number.get((group, _IPTC_TIMES.get(number, "")), "") if group == "IPTC" else ""
        texts.append(_UNKNOWN.sub("", text) if group == "IPTC" and _UNKNOWN.search(text) else f"{text} {time}".strip())
    moments = list(map(_moment, texts))
    first, has_time = next((each for each in moments if each[0] is not None), (None, False))
    if first is None or has_time:
        return first
    timed = (moment for moment, has_time in moments[:_TAKEN] if moment is not None and has_time)
    return next((moment for moment in timed if moment.date() == first.date()), first)


def _moment(text: str) -> tuple[datetime | None, bool]:
    """The date in a text, and whether it has a time."""
    match = _DATE.match(text)
    if match is None:
        return None, False
    year, month = int(match[1]), int(match[2])
    day = int(match[3] or 1)
    hour, minute, second = (int(part or 0) for part in match.groups()[3:])
    if (hour, minute, second) == (24, 0, 0):
        hour, minute, second = 23, 59, 59
    try:
        return datetime(year, month, day, hour, minute, min(second, 59), tzinfo=UTC), match[4] is not None
    except ValueError:
        return None, False


def _of_size(answer: WorkerAnswer, tags: Tags) -> Iterator[Difference]:
    """Both sides in any order: what is upright is judged by what is shown."""
    groups = [group for group in ("File", "PNG", "GIF", "RIFF") if f"{group}:ImageWidth" in tags.by_name]
    part = tags.by_name.get("QuickTime:CleanAperture")
    if part is None and groups:
        theirs = [int(tags.by_name[f"{groups[0]}:{side}"]) for side in ("ImageWidth", "ImageHeight")]
    else:
        part = part or tags.by_name.get("QuickTime:ImageSpatialExtent", "")
        theirs = [round(float(side)) for side in str(part).split()[:2]]
    ours = sorted((answer["width"], answer["height"]))
    if ours != sorted(theirs):
        yield Difference("size", "dimensions", ours, theirs)


def _of_orientation(exif: Mapping[str, Any], tags: Tags) -> Iterator[Difference]:
    ours, theirs = exif.get("Orientation"), tags.by_name.get("IFD0:Orientation")
    if str(ours) != str(theirs):
        yield Difference("orientation", "Orientation", ours, theirs)


def _of_position(exif: Mapping[str, Any], tags: Tags) -> Iterator[Difference]:
    place = exif.get("GPSInfo", {})
    for name, number in (("latitude", "0x0002"), ("longitude", "0x0004"), ("altitude", "0x0006")):
        stored = _number(tags.by_number.get(("GPS", number)))
        signed = _number(tags.by_name.get(f"Composite:GPS{name.capitalize()}"))
        theirs = stored if stored is None or signed is None else signed
        ours = place.get(name)
        is_same = ours is theirs if ours is None or theirs is None else abs(ours - theirs) <= _TOLERANCES[name]
        if not is_same:
            yield Difference("position", name, ours, theirs)


def _number(text: object) -> float | None:
    return float(text) if isinstance(text, str) and re.fullmatch(r"-?\d+(\.\d+)?(e-?\d+)?", text) else None


def _of_exif(exif: Mapping[str, Any], tags: Tags, other: Tags) -> Iterator[Difference]:
    for group, directory in _DIRECTORIES.items():
        members = exif.get(directory, {}) if directory else exif
        names, numbers = (ExifTags.GPSTAGS, _GPS_TEXT_TAGS) if group == "GPS" else (_TAG_NAMES, _TEXT_TAGS)
        for number in sorted(numbers):
            name, key = names.get(number, f"Tag{number}"), (group, f"0x{number:04x}")
            readings = {_text(each.by_number.get(key)) for each in (tags, other)}
            if _text(members.get(name)) not in readings:
                yield Difference("exif", f"{group}:{name}", members.get(name), tags.by_number.get(key))


def _of_iptc(iptc: Mapping[str, Any], tags: Tags, other: Tags) -> Iterator[Difference]:
    ours = _texts_of_iptc(value for name, value in iptc.items() if name != "leftOut")
    readings = [
        _texts_of_iptc(
            value
            for name, value in each.by_name.items()
            if name.startswith("IPTC:") and name[len("IPTC:") :] not in _NO_TEXTS_OF_IPTC
        )
        for each in (tags, other)
    ]
    if ours not in readings:
        yield Difference("iptc", "all", ours, readings[0])


def _texts_of_iptc(values: Iterable[object]) -> list[str]:
    """All texts; exiftool writes dates and times with colons."""
    return sorted(filter(None, (re.sub(r"(?<=\d):(?=\d)", "", text) for text in _leaves(list(values)))))


def _of_xmp(xmp: Mapping[str, Any], tags: Tags) -> Iterator[Difference]:
    theirs: dict[str, list[str]] = {}
    for (group, name), value in tags.by_number.items():
        prefix = group.removeprefix("XMP-")
        if prefix != group and prefix not in ("x", "rdf"):
            local = _LANGUAGE.sub("", name.rpartition(":")[2])
            theirs.setdefault(f"{_PREFIXES.get(prefix, prefix)}:{local}".lower(), []).extend(_leaves(value))
    ours = {name.lower(): _leaves(value) for name, value in xmp.items()}
    left_out = {"leftout", "packet", *map(str.lower, xmp.get("leftOut", ()))}
    for name in sorted({*ours, *theirs} - left_out - set(map(str.lower, _COMPUTED))):
        left, right = (sorted(filter(None, map(_plain, each.get(name, [])))) for each in (ours, theirs))
        if left != right:
            yield Difference("xmp", name, left, right)


def _plain(text: str) -> str:
    """One form of what exiftool converts: dates, fractions, truths, names of a vocabulary."""
    if re.fullmatch(r"\d{4}[:-]\d\d([:-]\d\d([T ]\d\d:\d\d.*)?)?", text):
        return text.replace("-", ":").replace("T", " ").replace("Z", "")
    if re.fullmatch(r"\d\d:?\d\d:?\d\d[+-]\d\d:?\d\d", text):
        return text.replace(":", "")
    text = text.removeprefix("http://ns.useplus.org/ldf/vocab/").replace("0/0", "undef")
    if text.lower() in ("true", "false"):
        return text.lower()
    if re.fullmatch(r"(-?\d+/\d+|undef)( (-?\d+/\d+|undef))+", text):
        return " ".join(map(_plain, text.split()))
    fraction = re.fullmatch(r"(-?\d+)/(\d+)", text)
    if fraction and int(fraction[2]):
        text = str(int(fraction[1]) / int(fraction[2]))
    return f"{float(text):.6g}" if re.fullmatch(r"[+-]?\d+(\.\d*)?(e[+-]?\d+)?", text) else text


def _of_others(others: Mapping[str, Any], tags: Tags) -> Iterator[Difference]:
    """Texts of PNG, and comments: exiftool shows one of several with one name, and `?` for a letter of another set."""
    ours = {name.lower(): _leaves(text) for name, text in others.items() if name not in _NO_TEXTS_OF_OTHERS}
    theirs = {
        _LANGUAGE.sub("", name).lower(): _leaves(text)
        for name, text in tags.group("PNG").items()
        if not name.startswith(("0x", "Raw profile")) and name not in _NO_TEXTS_OF_PNG
    }
    if "File:Comment" in tags.by_name:
        theirs["comment"] = _leaves(tags.by_name["File:Comment"])
    for name in sorted({*ours, *theirs} - set(map(str.lower, others.get("leftOut", ())))):
        left, right = (list(filter(None, map(_plain, each.get(name, [])))) for each in (ours, theirs))
        is_same = not left and not right
        for text in left:
            is_same = is_same or any(len(text) == len(each) and _is_like(text, each) for each in right)
        if not is_same:
            yield Difference("others", name, left, right)


def _is_like(text: str, pattern: str) -> bool:
    return all(letter == other or other == "?" for letter, other in zip(text, pattern, strict=True))


def _leaves(value: object) -> list[str]:
    if isinstance(value, Mapping):
        return [leaf for each in value.values() for leaf in _leaves(each)]
    if isinstance(value, list):
        return [leaf for each in value for leaf in _leaves(each)]
    return [] if value is None else [_text(value)]


def _text(value: object) -> str:
    return "" if value is None else " ".join(str(value).replace("\0", " ").split())
