"""Deviations: what a service does and its contract does not allow."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from facetry.contract.traffic.exchange import Exchange

_VARYING: Final = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}|\d+|\?\S*|'[^']*'|\"[^\"]*\"")


@dataclass(frozen=True, slots=True)
class Deviation:
    """A behaviour that differs from the contract. `check` is the broken rule in dotted words, `operation` the id of the
    operation or empty, and `pointer` the JSON Pointer into the body of the answer (or of the request, for checks of
    requests). `entry` is the index of the entry in recorded traffic.
    """

    check: str
    operation: str
    detail: str
    exchange: Exchange | None = None
    pointer: str = ""
    entry: int | None = None

    @property
    def kind(self) -> tuple[str, str, str]:
        """Equal for deviations that differ in identifiers and numbers only; one of them is reported."""
        return self.check, self.operation, _VARYING.sub("…", self.detail)[:200]


@dataclass(frozen=True, slots=True)
class Skip:
    """A part that was not tested, and the reason."""

    part: str
    reason: str
