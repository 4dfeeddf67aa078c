"""The memory of a worker process: how much is mapped, and its release after a picture."""

from __future__ import annotations

import os
import resource
import sys
from pathlib import Path
from typing import Final

from facetry.imaging.pixels import set_memory_reuse
from facetry.system.free_memory import release_free_memory

_STATM: Final = Path("/proc/self/statm")


class ProcessMemory:
    """The memory of the calling process. Create it before the sandbox is entered, because it opens a file in /proc."""

    def __init__(self) -> None:
        self._statm = os.open(_STATM, os.O_RDONLY | os.O_CLOEXEC) if sys.platform == "linux" else -1
        self._page_bytes = resource.getpagesize()

    def mapped_bytes(self) -> int:
        """Bytes of address space in use; 0 where the system does not report them."""
        if self._statm < 0:
            return 0
        return int(os.pread(self._statm, 32, 0).split(maxsplit=1)[0]) * self._page_bytes

    def release_free_memory(self) -> None:
        """Release free memory to the system, including that kept for the next picture."""
        set_memory_reuse(is_enabled=False)
        release_free_memory()
