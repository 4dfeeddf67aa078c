"""The sandbox of a worker, entered before its first file: Landlock, seccomp, and no capabilities."""

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
_READ_CAPABILITIES: Final = 1 << 1 | 1 << 2  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH
_SYSTEM_LIBRARIES: Final = ("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib")
_PACKAGE_FOLDER: Final = str(Path(__file__).resolve().parents[2])


def enter(roots: Iterable[str]) -> list[str]:
    """Confine the calling process permanently.

    It has no network, starts no process and no program, and changes no file. It can only read files beneath `roots` and
    the libraries of the interpreter. The process must have one thread and `PR_SET_NO_NEW_PRIVS`. Returns those of
    `seccomp` and `landlock` that the kernel provides. Without `landlock`, any file can be opened for reading.
    """
    if sys.platform == "linux":
        _drop_capabilities()
    results = (
        ("landlock", landlock.confine_to_reading([*roots, *interpreter_folders()])),
        ("seccomp", seccomp.restrict()),  # last, because it denies the calls that set up a sandbox
    )
    return sorted(name for name, is_active in results if is_active)


def interpreter_folders() -> set[str]:
    """The folders that modules and libraries are loaded from: codecs and plugins are loaded after confinement."""
    python = sysconfig.get_paths()
    return {
        _PACKAGE_FOLDER,
        *_SYSTEM_LIBRARIES,
        *(python[kind] for kind in ("stdlib", "platstdlib", "purelib", "platlib")),
    }


def _drop_capabilities() -> None:
    """Drop all capabilities except those to read files, which a worker of the superuser may need. Raises OSError."""
    capset = getattr(ctypes.CDLL(None, use_errno=True), "capset", None)
    if capset is None:
        return
    libc = ctypes.CDLL(None, use_errno=True)
    capabilities = ctypes.create_string_buffer(24)
    header = struct.pack("=Ii", _CAPABILITY_VERSION, 0)
    if libc.capget(header, capabilities) != 0:
        raise OSError(ctypes.get_errno(), "capget failed")
    effective, permitted, _, *_upper = struct.unpack("=6I", capabilities.raw)
    reduced = struct.pack("=6I", effective & _READ_CAPABILITIES, permitted & _READ_CAPABILITIES, 0, 0, 0, 0)
    if capset(header, reduced) != 0:
        raise OSError(ctypes.get_errno(), "capset failed")
