"""Fixtures of the tests of commands on a library."""

from __future__ import annotations

from pathlib import Path

import pytest

from facetry.store.store import Store


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """The database of a library that was stopped."""
    path = tmp_path / "data" / "library.db"
    path.parent.mkdir(mode=0o700)
    Store(path).close()
    return path
