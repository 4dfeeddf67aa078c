"""Shutting a worker in before it meets its first file: what the kernel can take away from it is taken away."""

from __future__ import annotations

import ctypes
import struct
import sys
import sysconfig
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from facetry.imaging.worker import seccomp
from facetry.system import landlock

_CAPABILITY_VERSION: Final = 0x2008_0522
_MAY_READ: Final = 1 << 1 | 1 << 2  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH
_SYSTEM_LIBRARIES: Final = ("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib")
_PACKAGE: Final = str(Path(__file__).resolve().parents[2])


def enter(roots: Iterable[str]) -> list[str]:
    """Confine the calling process for good: no network, no other process, no program, no change of any file; only what
    lies beneath `roots`, and the interpreter's own libraries, can be opened, for reading.

    For a process of one thread that has `PR_SET_NO_NEW_PRIVS`. Returns what the kernel provides of `seccomp` and
    `landlock`; without the second any file can be opened for reading.
    """
    if sys.platform == "linux":
        _drop_capabilities()
    layers = (
        ("landlock", landlock.restrict([*roots, *interpreter()])),
        ("seccomp", seccomp.restrict()),  # last, for it refuses what sets it up
    )
    return sorted(name for name, holds in layers if holds)


def interpreter() -> set[str]:
    """The folders that modules and libraries are loaded from: codecs and plugins come late."""
    python = sysconfig.get_paths()
    return {_PACKAGE, *_SYSTEM_LIBRARIES, *(python[kind] for kind in ("stdlib", "platstdlib", "purelib", "platlib"))}


def _drop_capabilities() -> None:
    """A worker of the superuser keeps the right to read what it is asked to, and no other."""
    capset = getattr(ctypes.CDLL(None, use_errno=True), "capset", None)
    if capset is None:
        return
    libc = ctypes.CDLL(None, use_errno=True)
    held = ctypes.create_string_buffer(24)
    header = struct.pack("=Ii", _CAPABILITY_VERSION, 0)
    if libc.capget(header, held) != 0:
        raise OSError(ctypes.get_errno(), "capget failed")
    effective, permitted, _, *_upper = struct.unpack("=6I", held.raw)
    kept = struct.pack("=6I", effective & _MAY_READ, permitted & _MAY_READ, 0, 0, 0, 0)
    if capset(header, kept) != 0:
        raise OSError(ctypes.get_errno(), "capset failed")
