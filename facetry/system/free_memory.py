"""What the C library does with memory that a process has freed."""

from __future__ import annotations

import ctypes
from typing import Any, Final

_MMAP_THRESHOLD: Final = -3
"""The parameter of `mallopt` for the size from which on memory is mapped; see `man 3 mallopt`."""
_LARGE_BYTES: Final = 1024 * 1024
_library: Final = ctypes.CDLL(None)


def return_large_memory() -> None:
    """Have pieces of a MiB and more given back to the system as soon as they are freed.

    By default, the C library keeps pieces of up to 32 MiB once it has freed one of that size. Other libraries than that
    of GNU are left as they are.
    """
    _call("mallopt", _MMAP_THRESHOLD, _LARGE_BYTES)


def release_free_memory() -> None:
    """Give free memory back to the system, where the C library can do that. Takes some milliseconds."""
    _call("malloc_trim", 0)


def _call(name: str, *arguments: int) -> None:
    function: Any = getattr(_library, name, None)
    if function is not None:
        function(*arguments)
