"""A database on a real server for each test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from facetry.store.engine import DatabaseUrl
from facetry.store.store import Store
from tests.support.engines.databases import server_url


@pytest.fixture
def url(tmp_path: Path) -> DatabaseUrl:
    """A database with an empty library."""
    return server_url(tmp_path)


@pytest.fixture
def store(url: DatabaseUrl) -> Iterator[Store]:
    """The store of the database."""
    opened = Store(url)
    yield opened
    opened.close()
