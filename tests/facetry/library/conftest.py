"""A folder that every user may enter: pytest's own folders are accessible only to the user who runs the tests."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture
def unprivileged_folder() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="facetry-"))
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        for parent, names, _ in os.walk(folder):
            for name in names:
                (Path(parent) / name).chmod(0o755)
        shutil.rmtree(folder)
