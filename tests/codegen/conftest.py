"""A small source with the structure of specs/, copied for each test, which may change it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    return Path(shutil.copytree(Path(__file__).with_name("sample"), tmp_path / "specs"))
