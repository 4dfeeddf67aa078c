"""Preconditions of requests (RFC 9110 §13): what a client knows of a representation, compared with what it is now.

A condition is a pure function of headers and of `Validators`, so that handlers can ask it within the unit of work that
changes something.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final, Literal

from facetry.errors import Fault, FaultError, FaultKind, bad_parameter
from generated.limits import PRECONDITION_MAX_LENGTH

HEADERS: Final[Mapping[bytes, str]] = {
    b"if-match": "If-Match",
    b"if-unmodified-since": "If-Unmodified-Since",
    b"if-none-match": "If-None-Match",
    b"if-modified-since": "If-Modified-Since",
}
"""The headers with preconditions, by the names that ASGI gives them. `If-Range` only chooses what a range is of."""

Outcome = Literal["perform", "unmodified", "failed"]
"""What to do with a request: what it asks for, 304, or 412."""

_LIST_ITEM: Final = re.compile(rb'[ \t]*+(?:((?:W/)?"[\x21\x23-\x7e\x80-\xff]*+")[ \t]*+)?+(?:,|\Z)')
_MONTHS: Final = (b"Jan", b"Feb", b"Mar", b"Apr", b"May", b"Jun", b"Jul", b"Aug", b"Sep", b"Oct", b"Nov", b"Dec")
_DAY: Final = b"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)"
_LONG_DAY: Final = b"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day"
_TIME: Final = rb"(?P<hour>\d\d):(?P<minute>\d\d):(?P<second>\d\d)"
_MONTH: Final = b"(?P<month>" + b"|".join(_MONTHS) + b")"
# The three forms of §5.6.7: today's, that of RFC 850, and that of the function asctime of C.
_DATES: Final = tuple(
    re.compile(pattern)
    for pattern in (
        rb"%b, (?P<day>\d\d) %b (?P<year>\d{4}) %b GMT" % (_DAY, _MONTH, _TIME),
        rb"%b, (?P<day>\d\d)-%b-(?P<year>\d\d) %b GMT" % (_LONG_DAY, _MONTH, _TIME),
        rb"%b %b (?P<day>[\d ]\d) %b (?P<year>\d{4})" % (_DAY, _MONTH, _TIME),
    )
)
_MAX_YEARS_AHEAD: Final = 50
"""A year of two digits that would be further in the future is one of the past century (§5.6.7)."""


@dataclass(frozen=True, slots=True)
class Validators:
    """What tells the versions of a representation apart, each None if it has none.

    `etag` is the entity tag without quotes; all tags of this service are strong. `modified` is the date of the last
    change in whole seconds since the epoch. `is_date_strong`: no other version had the same date. `is_date_told`: no
    later one gets it either; before that, no client has it for this version.
    """

    etag: str | None = None
    modified: int | None = None
    is_date_strong: bool = False
    is_date_told: bool = True


NO_VALIDATORS: Final = Validators()

Precondition = Callable[[Validators], None]
"""Raises 412 unless what exists with these validators may be changed."""


class Preconditions:
    """The preconditions of one request, which has at least one."""

    __slots__ = ("_headers",)

    def __init__(self, headers: Mapping[bytes, bytes]) -> None:
        """Raises 400 for a header that is too long. The lines of a repeated header are joined by commas in `headers`,
        so a date that is sent twice is no date.
        """
        self._headers = headers
        for name, text in HEADERS.items():
            if len(headers.get(name, b"")) > PRECONDITION_MAX_LENGTH:
                raise bad_parameter(
                    text,
                    f"The header has more than {PRECONDITION_MAX_LENGTH} characters.",
                    rule="schema.maxLength",
                    remedy="Send the tags of the versions that you have, or none.",
                )

    def outcome(self, current: Validators) -> Outcome:
        """What to do with GET or HEAD, in the order of §13.2.2."""
        if self._failed(current) is not None:
            return "failed"
        held = self._headers.get(b"if-none-match")
        if held is not None:  # a reader that holds nothing gets the whole answer, which is never wrong
            return "unmodified" if current.etag is not None and _names(held, current.etag, weakly=True) else "perform"
        since = http_date(self._headers.get(b"if-modified-since", b""))
        if since is None or current.modified is None or not current.is_date_told:
            return "perform"
        return "perform" if current.modified > since else "unmodified"

    def require_match(self, current: Validators) -> None:
        """Raise 412 unless this is the version that the client wants to read."""
        failed = self._failed(current)
        if failed is not None:
            raise self._fault(failed, current)

    def require_change(self, current: Validators) -> None:
        """Raise 412 unless what exists with these validators may be changed."""
        self.require_match(current)
        named = self._headers.get(b"if-none-match")
        if named is None:
            return
        tags = _tags(named)
        # A malformed list cannot be shown to hold.
        if tags is None or tags == "*" or (current.etag is not None and _names(named, current.etag, weakly=True)):
            raise self._fault(b"if-none-match", current)

    def _failed(self, current: Validators) -> bytes | None:
        """The header, of the two that protect a version, whose condition is false."""
        wanted = self._headers.get(b"if-match")
        if wanted is not None:
            is_met = _tags(wanted) == "*" or (current.etag is not None and _names(wanted, current.etag, weakly=False))
            return None if is_met else b"if-match"
        date = http_date(self._headers.get(b"if-unmodified-since", b""))
        if date is None or current.modified is None or current.modified <= date:
            return None
        return b"if-unmodified-since"

    def _fault(self, header: bytes, current: Validators) -> FaultError:
        value = self._headers[header].decode("latin-1")
        is_malformed = header in (b"if-match", b"if-none-match") and _tags(self._headers[header]) is None
        return FaultError(
            Fault(
                kind=FaultKind.PRECONDITION_FAILED,
                rule="precondition.failed",
                detail=f"The condition in {HEADERS[header]} is not met"
                + (", because its value is no list of entity tags." if is_malformed else "."),
                parameter=HEADERS[header],
                value=value,
                remedy=f"Leave {HEADERS[header]} out: nothing here has an entity tag."
                if current is NO_VALIDATORS
                else "Get the present version with its ETag, decide anew, and send this tag.",
            )
        )


def preconditions_of(headers: Mapping[bytes, bytes]) -> Preconditions | None:
    """The preconditions of a request; None if it has none, as most."""
    return None if HEADERS.keys().isdisjoint(headers) else Preconditions(headers)


def range_applies(if_range: bytes, current: Validators) -> bool:
    """Whether a range is of the version that the value of `If-Range` names (§13.1.5). Otherwise the whole is sent."""
    value = if_range.strip(b" \t")
    if value.endswith(b'"'):
        return current.etag is not None and value == b'"%s"' % current.etag.encode("ascii")
    date = http_date(value)
    is_strong = current.is_date_strong and current.is_date_told
    return date is not None and is_strong and current.modified is not None and current.modified == date


def http_date(value: bytes) -> int | None:
    """The seconds since the epoch of a date in one of the three forms of HTTP; None for anything else."""
    text = value.strip(b" \t")
    match = next((found for pattern in _DATES if (found := pattern.fullmatch(text)) is not None), None)
    if match is None:
        return None
    year, month = int(match["year"]), _MONTHS.index(match["month"]) + 1
    if len(match["year"]) == 2:
        now = datetime.now(UTC).year
        year += now - now % 100
        if year > now + _MAX_YEARS_AHEAD:
            year -= 100
    second = int(match["second"])
    try:  # a leap second is as the second before
        date = datetime(
            year, month, int(match["day"]), int(match["hour"]), int(match["minute"]), min(second, 59), tzinfo=UTC
        )
    except ValueError:
        return None
    return int(date.timestamp()) if second <= 60 else None


def _names(value: bytes, etag: str, *, weakly: bool) -> bool:
    """Whether a list of entity tags names a strong one: weakly, also as a weak tag (§8.8.3.2). `*` names all."""
    tags = _tags(value)
    if tags is None or tags == "*":
        return tags == "*"
    strong = b'"%s"' % etag.encode("ascii")
    return strong in tags or (weakly and b"W/" + strong in tags)


def _tags(value: bytes) -> list[bytes] | Literal["*"] | None:
    """The entity tags of a list, as they stand there. None for a malformed list, which names nothing."""
    if value.strip(b" \t") == b"*":
        return "*"
    tags, position = [], 0
    while position < len(value):
        match = _LIST_ITEM.match(value, position)
        if match is None:
            return None
        if match[1] is not None:
            tags.append(match[1])
        position = match.end()
    return tags
