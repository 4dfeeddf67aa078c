"""The description of a guarded program, and its limits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from facetry.system.files.folder_identity import FolderIdentity


@dataclass(frozen=True, slots=True)
class LandlockPolicy:
    """Files and folders that a program cannot read, what it can read beneath them, and the only folders that it can
    write to; see `landlock.py`. Folders with an identity are used only if they are in their place, without a link.
    """

    hidden_paths: tuple[Path, ...]
    readable_folders: tuple[Path, ...]
    writable_folders: tuple[Path, ...]
    identities: Mapping[Path, FolderIdentity] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ProcessLimits:
    """Resource limits of a program; None is unlimited.

    The guardian counts `processes` and `memory_bytes` (of all processes together) each second, and `disk_bytes` (of its
    folders) from time to time. It ends a program that exceeds them. The kernel enforces the others. `address_bytes` is
    of little use for programs that reserve memory that they never touch, such as Node and PyTorch. `user_processes`
    counts all processes of the server's user, and does not apply to the superuser.
    """

    open_files: int | None = 4096
    processes: int | None = 512
    memory_bytes: int | None = None
    disk_bytes: int | None = None
    file_bytes: int | None = 64 * 1024**3
    address_bytes: int | None = None
    user_processes: int | None = None
    niceness: int = 5


@dataclass(frozen=True, slots=True)
class Program:
    """What is started for an extension: `argv` unchanged, in `folder`, with exactly this environment.

    The path of the program is absolute. Its output goes into files in `logs`. With `connects` False it counts as
    running once it is started. The policy applies where the kernel supports Landlock, see `landlock.version`. Without
    `limits`, those of the restart policy apply; `disk_folders` count for the limit on the disk.
    """

    id: str
    folder: Path
    argv: tuple[str, ...]
    environment: Mapping[str, str]
    logs: Path
    connects: bool = True
    landlock_policy: LandlockPolicy | None = None
    limits: ProcessLimits | None = None
    disk_folders: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True)
class LogLimits:
    """Limits of a program's log: `files` files of `file_bytes`, lines of `line_bytes`, and `rate_bytes` in a second."""

    file_bytes: int = 5 * 1024**2
    files: int = 4
    line_bytes: int = 8192
    rate_bytes: int = 256 * 1024
