"""The limits of extensions: their defaults, and what the operator sets for all of them or for one."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from facetry.extensions.process.program import ProcessLimits

GIB: Final = 1024**3
DEFAULT_PROCESSES: Final = 512
DEFAULT_OPEN_FILES: Final = 4096
DEFAULT_DISK_BYTES: Final = 64 * GIB
DEFAULT_CPU_WEIGHT: Final = 33
_MEMORY_SHARE: Final = 0.75
_LEAST_MEMORY: Final = 2 * GIB
_FULL_WEIGHT: Final = 100
_WEIGHT_OF_ONE_STEP: Final = 1.25
"""The scheduler gives a process this many times the share of one whose niceness is one step higher."""
_GREATEST_NICENESS: Final = 19
UNLIMITED: Final = 0


@dataclass(frozen=True, slots=True)
class ExtensionLimits:
    """Limits as the operator states them: None is the default, 0 unlimited. `cpu_weight` is 1 to 100."""

    memory_bytes: int | None = None
    processes: int | None = None
    open_files: int | None = None
    disk_bytes: int | None = None
    cpu_weight: int | None = None


@dataclass(frozen=True, slots=True)
class LimitsOfExtensions:
    """The limits for all extensions, and those for single ones by their ids, which win."""

    common: ExtensionLimits = field(default_factory=ExtensionLimits)
    single: Mapping[str, ExtensionLimits] = field(default_factory=dict)

    def of(self, id: str) -> ProcessLimits:
        """The limits of an extension's program."""
        own = self.single.get(id, ExtensionLimits())
        weight = _first(own.cpu_weight, self.common.cpu_weight, DEFAULT_CPU_WEIGHT)
        return ProcessLimits(
            memory_bytes=_limit(own.memory_bytes, self.common.memory_bytes, default_memory_bytes()),
            processes=_limit(own.processes, self.common.processes, DEFAULT_PROCESSES),
            open_files=_limit(own.open_files, self.common.open_files, DEFAULT_OPEN_FILES),
            disk_bytes=_limit(own.disk_bytes, self.common.disk_bytes, DEFAULT_DISK_BYTES),
            niceness=niceness_of(weight),
        )


def default_memory_bytes() -> int:
    """Three quarters of the memory of the machine, and at least 2 GiB."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return max(_LEAST_MEMORY, int(memory * _MEMORY_SHARE))


def niceness_of(cpu_weight: int) -> int:
    """The niceness with which a process gets about this share, where 100 is that of a usual process."""
    return min(_GREATEST_NICENESS, round(math.log(_FULL_WEIGHT / cpu_weight, _WEIGHT_OF_ONE_STEP)))


def _limit(own: int | None, common: int | None, default: int) -> int | None:
    value = _first(own, common, default)
    return None if value == UNLIMITED else value


def _first(own: int | None, common: int | None, default: int) -> int:
    return own if own is not None else common if common is not None else default
