"""Fixtures of the tests of commands."""

from pathlib import Path

import pytest

from facetry.authoring import kits
from facetry.authoring.starter import write_extension


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty current folder, outside of a GitHub workflow."""
    monkeypatch.chdir(tmp_path)
    for name in ("GITHUB_ACTIONS", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@pytest.fixture
def extension(home: Path) -> Path:
    write_extension(home / "tagger", "sky-tagger", "python", kits.python_kit())
    return home / "tagger"
