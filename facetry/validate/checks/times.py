"""Points in time that were probably written in seconds instead of milliseconds."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final

from facetry.validate.finding import Finding

_PROBABLE_SECONDS: Final = range(1_000_000_000, 10_000_000_000)
"""In seconds the years 2001 to 2286, in milliseconds the first months of 1970."""


def seconds_finding(rule: str, pointer: str, milliseconds: object) -> Iterator[Finding]:
    """A warning with this rule if a time in milliseconds since 1970 is probably a number of seconds."""
    if not isinstance(milliseconds, int) or milliseconds not in _PROBABLE_SECONDS:
        return
    day = datetime.fromtimestamp(milliseconds / 1000, UTC).date()
    yield Finding(
        rule=rule,
        pointer=pointer,
        detail=f"The time is in milliseconds, so this is {day}. It looks like a number of seconds.",
        level="warning",
        value=str(milliseconds),
        remedy="Multiply it by 1000.",
    )
