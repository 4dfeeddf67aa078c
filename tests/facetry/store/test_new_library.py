"""A new library is what the migrations would have made of an empty database."""

from __future__ import annotations

from pathlib import Path

from facetry.store.migrations import HEAD
from facetry.store.store import Store
from tests.crash.durability.old_libraries import make_old
from tests.facetry.store import new_library


def test_a_new_library_equals_a_migrated_one(tmp_path: Path) -> None:
    """If it does not, run `python -m tests.facetry.store.new_library`."""
    Store(tmp_path / "new.db").close()
    make_old(tmp_path / "migrated.db", HEAD)
    assert new_library.contents(tmp_path / "new.db") == new_library.contents(tmp_path / "migrated.db")


def test_the_statements_are_those_of_the_migrations() -> None:
    assert new_library.FILE.read_text(encoding="utf-8") == new_library.text()
