"""A program to be kept, and the bounds that it is kept in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Fence:
    """Folders that a program cannot look into, and those that alone it can write to; see `fence.py`."""

    hidden: tuple[Path, ...]
    writable: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class Program:
    """What is started for an extension: `argv` as it stands, in `folder`, with exactly that environment.

    The path of the program is absolute. What it says goes into files in `logs`. One that does not connect by design
    counts as running once it is started. A fence holds where the kernel can build one, which `fence.version` tells.
    """

    id: str
    folder: Path
    argv: tuple[str, ...]
    environment: Mapping[str, str]
    logs: Path
    connects: bool = True
    fence: Fence | None = None


@dataclass(frozen=True, slots=True)
class Limits:
    """What a program may take; None for as much as it likes.

    `processes` and `memory_bytes` (resident, all its processes together) are counted each second, and who passes them
    is ended. The others are the kernel's: `address_bytes` is of little use for programs that reserve what they never
    touch, as Node and PyTorch do, and `user_processes` counts everything that the user of the server runs, and does
    not hold the superuser.
    """

    open_files: int | None = 4096
    processes: int | None = 512
    memory_bytes: int | None = None
    file_bytes: int | None = 64 * 1024**3
    address_bytes: int | None = None
    user_processes: int | None = None
    niceness: int = 5


@dataclass(frozen=True, slots=True)
class LogCaps:
    """How much is kept of what a program says: `files` files of `file_bytes`, and `rate_bytes` in a second."""

    file_bytes: int = 5 * 1024**2
    files: int = 4
    line_bytes: int = 8192
    rate_bytes: int = 256 * 1024
