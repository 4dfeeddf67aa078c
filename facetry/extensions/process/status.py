"""The status of a program, and the description of how it ended."""

from __future__ import annotations

import signal
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from facetry.extensions.process.guarded_process import ExitStatus

ProgramState = Literal["stopped", "starting", "running", "waiting", "failed"]

_EXIT_CODES: Final[Mapping[int, str]] = {
    1: "the initialisation failed",
    2: "the connection failed",
    3: "the ready hook failed",
}
"""The meanings of the exit codes of the extension kits."""


@dataclass(frozen=True, slots=True)
class ProgramStatus:
    """The status of a program.

    `since`, `next_start`: Unix time in milliseconds; `crashes`: number since the last stable run; `reason`: why the
    program is not running, or the latest error.
    """

    state: ProgramState
    reason: str | None = None
    pid: int | None = None
    since: int = 0
    starts: int = 0
    crashes: int = 0
    next_start: int | None = None


def describe_exit(exit_status: ExitStatus) -> str:
    """How a program ended, in a sentence."""
    if exit_status.reason is not None:
        return exit_status.reason
    if exit_status.signal is not None:
        return f"It was ended by {_signal_name(exit_status.signal)}."
    meaning = _EXIT_CODES.get(exit_status.code or 0)
    explanation = f" ({meaning})" if meaning else ""
    last_error = f": {exit_status.last_error}" if exit_status.code and exit_status.last_error else "."
    return f"It ended with exit code {exit_status.code}{explanation}{last_error}"


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:  # a signal without a name
        return f"signal {number}"
