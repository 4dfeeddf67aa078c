"""Checks of documents that clients send: beside the event loop, bounded in time, with the places that editors count."""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Final

from facetry.errors import RULE_PAGES, unavailable
from facetry.system.turns import own_turn
from facetry.validate.kinds import Kind
from generated import models
from generated.limits import (
    DOCUMENT_CHECK_MAX_SECONDS,
    DOCUMENT_FINDING_TEXT_MAX_LENGTH,
    DOCUMENT_FINDINGS_MAX_ITEMS,
)

if TYPE_CHECKING:
    from facetry.validate.located import LocatedFinding
    from facetry.validate.ranges import Position

_LANE: Final = ThreadPoolExecutor(1, "validation")
"""One check at a time: a thread cannot be ended, and none must take the processor from all other requests."""
_TURN_SECONDS: Final = 0.01
"""Time between two attempts to take the turn of this process."""
_NOT_OF_TWO_UNITS: Final = bytes([*range(0xF0), *range(0xF8, 0x100)])
"""All bytes but those that start a character of two units in UTF-16."""


async def check(path: Path, kind: Kind, turn: Path) -> models.DocumentCheck:
    """The findings on the text of a file. Processes with the same file `turn` check one text at a time. Raises a 503
    fault when there is no time for it.
    """
    loop = asyncio.get_running_loop()
    until = time.monotonic() + DOCUMENT_CHECK_MAX_SECONDS
    try:
        async with asyncio.timeout(DOCUMENT_CHECK_MAX_SECONDS):
            return await loop.run_in_executor(_LANE, _check_in_turn, path, kind, turn, until)
    except TimeoutError:
        detail = f"The check of the document had no answer within {DOCUMENT_CHECK_MAX_SECONDS} seconds."
        raise unavailable("validation.busy", detail) from None


def check_text(text: bytes, kind: Kind) -> models.DocumentCheck:
    """The findings on a text, in its order."""
    from facetry.validate.documents import findings  # loads the schemas of all kinds
    from facetry.validate.located import locate

    found = sorted(findings(text, kind), key=lambda finding: finding.level == "warning")
    located = locate("", text, found[:DOCUMENT_FINDINGS_MAX_ITEMS])
    return models.DocumentCheck(
        is_valid=not any(finding.level == "error" for finding in found),
        findings=[_finding(text, each) for each in located],
    )


def _check_in_turn(path: Path, kind: Kind, turn: Path, until: float) -> models.DocumentCheck:
    with own_turn(turn, lambda: time.monotonic() >= until, _TURN_SECONDS):
        if time.monotonic() >= until:
            raise TimeoutError
        return _check(path, kind)


def _check(path: Path, kind: Kind) -> models.DocumentCheck:
    return check_text(path.read_bytes(), kind)


def _finding(text: bytes, located: LocatedFinding) -> models.DocumentFinding:
    finding, place = located.finding, located.range
    if place is None:
        raise ValueError(f"{finding.rule} has no place in its text")
    return models.DocumentFinding(
        rule=finding.rule,
        severity=finding.level,
        message=_cut(finding.detail),
        pointer=finding.pointer if len(finding.pointer) <= DOCUMENT_FINDING_TEXT_MAX_LENGTH else None,
        remedy=_cut(finding.remedy) if finding.remedy else None,
        line=place.start.line,
        column=_column(text, place.start),
        end_line=place.end.line,
        end_column=_column(text, place.end),
        documentation=f"{RULE_PAGES}{finding.rule}",
    )


def _column(text: bytes, position: Position) -> int:
    """The column in UTF-16 code units, of which characters beyond the basic plane take two."""
    line_start = text.rfind(b"\n", 0, position.offset) + 1
    return position.column + len(text[line_start : position.offset].translate(None, _NOT_OF_TWO_UNITS))


def _cut(text: str) -> str:
    return text if len(text) <= DOCUMENT_FINDING_TEXT_MAX_LENGTH else f"{text[: DOCUMENT_FINDING_TEXT_MAX_LENGTH - 1]}…"
