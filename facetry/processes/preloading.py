"""Modules that the supervisor imports, so that the processes which it forks have them in memory once."""

from __future__ import annotations

import importlib
from typing import Final

from facetry.system.late_modules import import_numerics

_MODULES: Final = (
    "facetry.processes.api_process",
    "facetry.processes.coordinator",
    "handlers",
    "pyroaring",
    "uvloop",
)


def preload() -> None:
    """Import what every process needs. None of it starts a thread or opens a file."""
    import_numerics()
    for name in _MODULES:
        importlib.import_module(name)
