"""How a program is, for people and for whoever decides by it."""

from __future__ import annotations

import signal
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from facetry.extensions.process.guarded_process import End

State = Literal["stopped", "starting", "running", "waiting", "failed"]

_EXIT_CODES: Final[Mapping[int, str]] = {
    1: "the initialisation failed",
    2: "the connection failed",
    3: "the hook of being ready failed",
}
"""What the codes mean that the extension kits end with."""


@dataclass(frozen=True, slots=True)
class Status:
    """`since`, `next_start`: Unix time in milliseconds; `crashes`: those that are not forgotten; `reason`: why it is
    not running, or what went wrong last.
    """

    state: State
    reason: str | None = None
    pid: int | None = None
    since: int = 0
    starts: int = 0
    crashes: int = 0
    next_start: int | None = None


def told(end: End) -> str:
    """How a program ended, in a sentence."""
    if end.reason is not None:
        return end.reason
    if end.signal is not None:
        return f"It was ended by {_name(end.signal)}."
    meaning = _EXIT_CODES.get(end.code or 0)
    what = f" ({meaning})" if meaning else ""
    said = f": {end.said}" if end.code and end.said else "."
    return f"It ended with exit code {end.code}{what}{said}"


def _name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:  # one without a name
        return f"signal {number}"
