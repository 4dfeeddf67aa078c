"""Fixtures for extensions; they end programs that a failed test leaves behind."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.extensions import guarded_programs


@pytest.fixture
def programs_folder(tmp_path: Path) -> Iterator[Path]:
    """A folder for programs. Programs of it that are left after the test are ended."""
    yield tmp_path
    guarded_programs.kill_remaining(tmp_path)
