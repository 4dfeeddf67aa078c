"""Programs that a failed test leaves behind are ended."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support import guarded_programs as kept


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Path]:
    """A folder for programs."""
    yield tmp_path
    kept.sweep(tmp_path)
