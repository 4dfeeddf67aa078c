"""What the supervisor does before it forks, so that its children need not: each of them would take time and memory."""

from __future__ import annotations

import importlib
import tempfile
from pathlib import Path
from typing import Final

from facetry.system.late_modules import import_numerics

_MODULES: Final = ("facetry.processes.api_process", "facetry.processes.coordinator", "handlers", "pyroaring", "uvloop")


def preload() -> None:
    """Import what every process needs, and use a temporary database once. Starts no thread, and leaves no file open.

    Raises `UnsafeSQLiteError`, and `OSError` for a temporary folder that cannot be written to.
    """
    import_numerics()
    for name in _MODULES:
        importlib.import_module(name)
    _use_database()


def _use_database() -> None:
    """Have SQLAlchemy prepare its dialect, tables and statements, which takes more memory than all of a small index."""
    from facetry.library.renditions import media_urls
    from facetry.store import revision
    from facetry.store.engine import close, connect
    from facetry.store.migrations import migrate

    with tempfile.TemporaryDirectory(prefix="facetry-") as folder:
        connection = connect(Path(folder) / "library.db")
        try:
            migrate(connection)
            media_urls.find_secret(connection)
            revision.current(connection)
        finally:
            close(connection)
