"""The memory of a worker process: how much it has mapped, and giving back what one picture took."""

from __future__ import annotations

import ctypes
import os
import resource
import sys
from pathlib import Path
from typing import Final

from facetry.imaging.pixels import keep_memory

_STATM: Final = Path("/proc/self/statm")


class Memory:
    """The calling process's memory. Made before the process is shut in, for it reads a file of the system's."""

    def __init__(self) -> None:
        self._statm = os.open(_STATM, os.O_RDONLY | os.O_CLOEXEC) if sys.platform == "linux" else -1
        self._page = resource.getpagesize()
        self._trim = getattr(ctypes.CDLL(None), "malloc_trim", None)

    def mapped(self) -> int:
        """Bytes of address space in use; 0 where the system does not tell."""
        if self._statm < 0:
            return 0
        return int(os.pread(self._statm, 32, 0).split(maxsplit=1)[0]) * self._page

    def give_back(self) -> None:
        """Return what is free to the system, and what is kept for the next picture."""
        keep_memory(keep=False)
        if self._trim is not None:
            self._trim(0)
