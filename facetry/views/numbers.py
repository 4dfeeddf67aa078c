"""Elements of numbers, truth values and points in time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

from rich.text import Text

from facetry.views.layout import Element, Options
from facetry.views.modifiers import styled
from facetry.views.safe_text import safe_line

MAX_STARS: Final = 20
METER_COLUMNS: Final = 20
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_BADGES: Final = {"neutral": "bold", "success": "bold green", "warning": "bold yellow", "danger": "bold red"}
_FORMATS: Final = {"datetime": "%Y-%m-%d %H:%M:%S UTC", "date": "%Y-%m-%d", "time": "%H:%M:%S UTC"}
_UNITS: Final = (("year", 31_557_600), ("month", 2_629_800), ("day", 86_400), ("hour", 3_600), ("minute", 60))


def number(value: float) -> str:
    """A number of JSON in its shortest form."""
    text = repr(value)
    return text.removesuffix(".0")


def unbounded(element: Element, _: Options) -> Text:
    """A number with its unit."""
    return styled(element, _with_unit(element, number(element["value"])))


def stars(element: Element, _: Options) -> Text:
    """Filled and empty stars, with a half one if need be, and the numbers. Stars that are too many are not drawn."""
    value, maximum = element["value"], element.get("maximum", 5)
    figures = f"{number(value)} / {number(maximum)}"
    if not (0 < maximum <= MAX_STARS and maximum == int(maximum)):
        return styled(element, f"{figures} ★")
    halves = round(2 * min(max(value, 0), maximum))
    filled, has_half = divmod(halves, 2)
    drawn = "★" * filled + "½" * has_half + "☆" * (int(maximum) - filled - has_half)
    return Text.assemble((drawn, "yellow"), " ", styled(element, figures))


def meter(element: Element, _: Options) -> Text:
    """A bar and the numbers. A scale without length has no bar."""
    value, minimum, maximum = element["value"], element.get("minimum", 0), element.get("maximum", 100)
    label = safe_line(element.get("label", ""))
    scale = number(maximum) if minimum == 0 else f"{number(minimum)} to {number(maximum)}"
    figures = (
        f"{_with_unit(element, number(value))} ({scale})"
        if minimum
        else _with_unit(element, f"{number(value)} / {scale}")
    )
    bar = Text("")
    if maximum > minimum:
        share = (value / 2 - minimum / 2) / (maximum / 2 - minimum / 2)  # halves, so that no difference overflows
        filled = round(METER_COLUMNS * min(max(share, 0), 1))
        bar = Text.assemble(("█" * filled, "cyan"), ("░" * (METER_COLUMNS - filled), "dim"), " ")
    return Text.assemble(f"{label} " if label else "", bar, styled(element, figures))


def boolean(element: Element, _: Options) -> Text:
    """The word for the value; a badge stands in brackets."""
    default = "true" if element["value"] else "false"
    word = safe_line(element.get(f"{default}Label", default))
    if element.get("representation") != "badge":
        return styled(element, word)
    return Text.assemble("[", styled(element, word, _BADGES[element.get("variant", "neutral")]), "]")


def timestamp(element: Element, options: Options) -> Text:
    """A point in time in UTC, or relative to now. A point after the year 9999 stays a number."""
    milliseconds = int(element["value"])
    try:
        moment = _EPOCH + timedelta(milliseconds=milliseconds)
    except OverflowError:
        return styled(element, f"{milliseconds} ms since 1970")
    kind = element.get("format", "datetime")
    if kind == "relative":
        return styled(element, relative(moment, options.now))
    # strftime pads no year below 1000 on some platforms
    return styled(element, moment.strftime(_FORMATS[kind].replace("%Y", f"{moment.year:04}")))


def relative(moment: datetime, now: datetime) -> str:
    """The distance of two points in time in the largest unit that fits."""
    seconds = (moment - now).total_seconds()
    for unit, length in _UNITS:
        if abs(seconds) >= length:
            count = int(abs(seconds) // length)
            words = f"{count} {unit}{'s' if count > 1 else ''}"
            return f"in {words}" if seconds > 0 else f"{words} ago"
    return "now"


def _with_unit(element: Element, figures: str) -> str:
    unit = safe_line(element.get("unit", ""))
    return f"{figures} {unit}" if unit else figures
