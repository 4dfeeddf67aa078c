"""System clocks for a service that are wrong, or that a test sets meanwhile. The time that passes is the real one."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Final

_LIBRARIES: Final = sorted(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))
_AT_START: Final = Path(__file__).with_name("faked_clock")


class SetClock:
    """The clock of all processes with this environment. It needs the Debian package `libfaketime`."""

    def __init__(self, file: Path) -> None:
        """`file` says what the clock shows; it is created."""
        self._file = file
        self.set("+0")

    def set(self, offset: str) -> None:
        """Set the clock, to the right time or to some hours (`+1h`) or days (`-60d`) from it."""
        new = self._file.with_suffix(".new")
        new.write_text(f"{offset}\n")
        new.replace(self._file)  # a process reads the old or the new offset

    @property
    def environment(self) -> Mapping[str, str]:
        """The environment of a process with this clock."""
        return {**_library(), "FAKETIME_TIMESTAMP_FILE": str(self._file), "FAKETIME_NO_CACHE": "1"}

    def shown(self) -> str:
        """The date that the clock shows, by a program of the system."""
        done = subprocess.run(["date", "-u", "+%Y-%m-%d"], env=dict(self.environment), capture_output=True, check=True)
        return done.stdout.decode().strip()


def wrong_clock(offset: str) -> Mapping[str, str]:
    """The environment of a process whose clock is wrong by some hours or days. It is faster than a `SetClock`."""
    return {**_library(), "FAKETIME": offset}


def _library() -> Mapping[str, str]:
    assert _LIBRARIES, "the Debian package libfaketime is not installed"
    return {
        "LD_PRELOAD": str(_LIBRARIES[0]),
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        "PYTHONPATH": str(_AT_START),
    }
