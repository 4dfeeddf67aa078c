"""The memory that is available to this process, also inside of a container or a unit with a limit."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

_MEMORY_INFO: Final = Path("/proc/meminfo")
_MEMBERSHIP: Final = Path("/proc/self/cgroup")
_CONTROL_GROUPS: Final = Path("/sys/fs/cgroup")


def available_bytes() -> int:
    """The memory that can be taken without pushing out other processes; 0 when the system does not say.

    Limits of control groups count as a whole, because what is in use there includes pages of files.
    """
    try:
        lines = dict(line.split(":", 1) for line in _MEMORY_INFO.read_text().splitlines())
        available = int(lines["MemAvailable"].split()[0]) * 1024
    except (OSError, KeyError, ValueError):
        return 0
    return min((available, *_limits_of_groups()))


def _limits_of_groups() -> Iterator[int]:
    """The limits of the control groups that this process belongs to, in bytes, in both versions of the interface."""
    with contextlib.suppress(OSError):
        for line in _MEMBERSHIP.read_text().splitlines():
            number, controllers, path = line.split(":", 2)
            if number == "0":
                root, name = _CONTROL_GROUPS, "memory.max"
            elif "memory" in controllers.split(","):
                root, name = _CONTROL_GROUPS / "memory", "memory.limit_in_bytes"
            else:
                continue
            folder = root / path.lstrip("/")
            for each in (folder, *folder.parents):
                with contextlib.suppress(OSError, ValueError):  # not visible in a container, or "max"
                    yield int((each / name).read_text())
