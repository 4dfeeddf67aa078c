"""A small source of the real one's shape, copied for each test so that the test may spoil it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    return Path(shutil.copytree(Path(__file__).with_name("sample"), tmp_path / "specs"))
