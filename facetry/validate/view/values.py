"""Warnings on values that satisfy the schema and cannot be shown as their element promises."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import orjson

from facetry.schema.edits import SetValue
from facetry.validate.checks.times import seconds_finding
from facetry.validate.finding import Finding
from facetry.validate.formats.bad_text import BadTextError
from facetry.validate.view.walk import Part, view_warning

_DECIMAL: Final = r"[0-9]{1,15}(?:\.[0-9]{1,15})?"
_ASPECT_RATIO: Final = re.compile(rf"({_DECIMAL}):({_DECIMAL})")
_OTHER_RATIO: Final = re.compile(rf"\s*({_DECIMAL})\s*[:/x×]\s*({_DECIMAL})\s*")
_BASE64: Final = ";base64,"
_EARLIEST_MILLISECONDS: Final = -62_135_596_800_000  # the year 1
_LATEST_MILLISECONDS: Final = 253_402_300_799_999  # the end of the year 9999


def check_meter(part: Part) -> Iterator[Finding]:
    """The value of a meter lies between its ends."""
    value, low, high = part.number("value"), part.number("minimum"), part.number("maximum")
    if low is None or high is None:
        return
    if low >= high:
        end = "minimum" if "minimum" in part.value else "maximum"
        detail = f"The minimum {low} is not below the maximum {high}."
        yield view_warning(
            "meter", part.pointer_to(end), detail, part.get(end), "Make the minimum less than the maximum."
        )
    elif value is not None and not low <= value <= high:
        detail = f"The value is not between the minimum {low} and the maximum {high}."
        remedy = "Set minimum and maximum so that every value is between them."
        yield view_warning("meter", part.pointer_to("value"), detail, value, remedy)


def check_stars(part: Part) -> Iterator[Finding]:
    """The lit stars are some of all stars."""
    value, maximum = part.number("value"), part.number("maximum")
    if maximum is None:
        return
    if maximum <= 0:
        detail = "A rating needs at least one star."
        yield view_warning(
            "stars", part.pointer_to("maximum"), detail, maximum, "Set the maximum to 5 or leave it out."
        )
    elif value is not None and not 0 <= value <= maximum:
        detail = f"The value is not between 0 and the maximum {maximum}."
        yield view_warning("stars", part.pointer_to("value"), detail, value, "Correct the value, or set the maximum.")


def check_ratio(part: Part) -> Iterator[Finding]:
    """A ratio is above zero."""
    text = part.text("value")
    if text is not None and re.fullmatch(r"[0-9.]+", text) and not text.strip("0."):
        detail = "A width divided by a height is not zero."
        yield view_warning("ratio", part.pointer_to("value"), detail, text, "Write the width divided by the height.")


def check_timestamp(part: Part) -> Iterator[Finding]:
    """A timestamp is one that every client can show, and is not in seconds."""
    text, pointer = part.text("value"), part.pointer_to("value")
    if text is None or not re.fullmatch(r"-?[0-9]{1,15}", text):
        return
    milliseconds = int(text)
    if not _EARLIEST_MILLISECONDS <= milliseconds <= _LATEST_MILLISECONDS:
        detail = "The timestamp is not in the years 1 to 9999."
        yield view_warning("timestamp", pointer, detail, text, "Write milliseconds since 1970.")
    yield from seconds_finding("view.timestamp", pointer, milliseconds)


def check_image(part: Part) -> Iterator[Finding]:
    """A picture has words for people who cannot see it, a shape, and whole bytes."""
    if "src" in part.value and "alt" not in part.value:
        detail = "The picture has no alt text, so people who cannot see it do not learn what it shows."
        remedy = "Add alt with a few words; an empty text says that the picture is decoration."
        yield view_warning("alt", part.pointer, detail, remedy=remedy)
    yield from _check_aspect_ratio(part)
    for member in ("src", "placeholder"):
        text = part.text(member)
        if text is not None and text.startswith("data:") and not _is_whole_base64(text):
            detail = "The base64 text of the picture is cut off: its length is not possible."
            yield view_warning("base64", part.pointer_to(member), detail, text, "Encode the whole picture again.")


def _check_aspect_ratio(part: Part) -> Iterator[Finding]:
    text, pointer = part.text("aspectRatio"), part.pointer_to("aspectRatio")
    if text is None or _is_ratio(_ASPECT_RATIO.fullmatch(text)):
        return
    detail = "The aspect ratio is not width and height above zero, with a colon between them."
    other = _OTHER_RATIO.fullmatch(text)
    if other is not None and _is_ratio(other):
        fixed = f"{other[1]}:{other[2]}"
        found = view_warning("ratio", pointer, detail, text, f"Write {fixed}.")
        yield replace(found, edit=SetValue(pointer, fixed))
    else:
        yield view_warning("ratio", pointer, detail, text, "Write width and height, such as 3:2.")


def _is_ratio(match: re.Match[str] | None) -> bool:
    return match is not None and float(match[1]) > 0 and float(match[2]) > 0


def _is_whole_base64(address: str) -> bool:
    """Whether base64 of this length can be decoded. Padding may be left out."""
    encoded = address.partition(_BASE64)[2]
    length = len(encoded)
    return length % 4 == 0 if encoded.endswith("=") else length % 4 != 1


def check_variant(part: Part) -> Iterator[Finding]:
    """The variant of a boolean is the tone of a badge."""
    if part.text("variant") not in (None, part.shape.defaults["variant"]) and part.get("representation") == "plain":
        pointer, value = part.pointer_to("variant"), part.value["variant"]
        yield view_warning("variant", pointer, "Only a badge has a variant.", value, "Set the representation to badge.")


def check_xml(part: Part) -> Iterator[Finding]:
    """The text of an element of type xml is a document."""
    text = part.text("value")
    reason = None if text is None else _xml_fault(text)
    if reason is not None:
        pointer = part.pointer_to("value")
        yield view_warning("xml", pointer, reason, text, "Correct the XML, or show it as string-code.")


def check_code(part: Part) -> Iterator[Finding]:
    """Source text is in the language that the element names."""
    text, language = part.text("value"), part.text("language")
    if text is None or language not in ("json", "xml", "yaml"):
        return
    reason = {"json": _json_fault, "xml": _xml_fault, "yaml": _yaml_fault}[language](text)
    if reason is not None:
        remedy = "Correct the text, or leave language out for a fragment."
        yield view_warning("code", part.pointer_to("value"), reason, text, remedy)


def _json_fault(text: str) -> str | None:
    try:
        orjson.loads(text)
    except orjson.JSONDecodeError as error:
        return f"The text is not JSON: {error.msg.partition(':')[0]}, at line {error.lineno}, column {error.colno}."
    return None


def _xml_fault(text: str) -> str | None:
    from facetry.validate.formats import xml_text  # loaded for documents with XML only

    try:
        xml_text.check(text)
    except BadTextError as error:
        return str(error)
    return None


def _yaml_fault(text: str) -> str | None:
    from facetry.validate.formats import yaml_text  # loaded for documents with YAML only

    try:
        yaml_text.check(text)
    except BadTextError as error:
        return str(error)
    return None
