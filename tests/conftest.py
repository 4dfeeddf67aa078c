"""The order of test files when several run at once: those that take longest come first.

A file that begins last would keep one process busy while the others have nothing to do. By default, xdist begins with
the files that have the most tests, which are quick ones.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

TESTS: Final = Path(__file__).parent
SLOWEST: Final = (
    "test_benches.py",
    "contract/test_schemathesis.py",
    "contract/test_schemathesis_over_http.py",
    "contract/test_authorization.py",
    "test_docs.py",
    "facetry/cli/test_end_signals.py",
    "hostile/test_archives.py",
    "contract/test_answered.py",
)
"""Files that take a minute or more."""
SLOW_FOLDERS: Final = ("contract", "crash", "deploy", "end_to_end", "hostile", "page", "web")
"""Folders whose tests start servers, programs and browsers."""

if missing := [name for name in SLOWEST if not (TESTS / name).is_file()]:
    raise FileNotFoundError(f"tests/conftest.py names files that do not exist: {missing}")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Sort the tests by their files; those of one folder keep their order."""
    items.sort(key=lambda item: _place(item.path))


def _place(path: Path) -> int:
    name = path.relative_to(TESTS).as_posix()
    if name in SLOWEST:
        return SLOWEST.index(name)
    return len(SLOWEST) + (name.partition("/")[0] not in SLOW_FOLDERS)
