"""The paths, tests and lint rules that the pages for contributors name exist."""

from __future__ import annotations

import re
from pathlib import Path

import nox
import pytest

import noxfile

HOME = Path(__file__).parent.parent
PAGES = (
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "docs/files.md",
    "docs/glossary.md",
    "docs/indexes.md",
    "docs/processes.md",
    "docs/runtime.md",
)
MAX_WORDS = 1_300
FOLDERS = ("codegen", "facetry", "tests")


def named_in_code(page: str, pattern: str) -> set[str]:
    """The texts between backticks on a page that match a pattern."""
    return set(re.findall(f"`({pattern})`", (HOME / page).read_text()))


@pytest.mark.parametrize("page", PAGES)
def test_the_files_and_folders_of_a_page_exist(page: str) -> None:
    paths = named_in_code(page, r"[\w./-]+(?:\.(?:py|md|yaml|json)|/)")
    rooms = ("facetry", "facetry/contract", "facetry/extensions", "facetry/library", "facetry/events")
    roots = (HOME, *(HOME / room for room in rooms))
    missing = [path for path in paths if "/" in path and not any((root / path).exists() for root in roots)]
    names = {file.name for folder in FOLDERS for file in (HOME / folder).rglob("*")}
    missing += [path for path in paths if "/" not in path and path not in names and not (HOME / path).exists()]
    assert missing == []


def test_the_architecture_is_a_short_page() -> None:
    assert len((HOME / "ARCHITECTURE.md").read_text().split()) <= MAX_WORDS


@pytest.mark.parametrize("page", PAGES)
def test_the_tests_of_a_page_exist(page: str) -> None:
    code = "\n".join(file.read_text() for file in (HOME / "tests").rglob("*.py"))
    assert named_in_code(page, r"test_\w+") - set(re.findall(r"^def (test_\w+)", code, re.MULTILINE)) == set()


def test_the_lint_rules_of_the_guide_exist() -> None:
    code = "\n".join(file.read_text() for file in (HOME / "codegen").rglob("*.py"))
    rows = re.findall(r"\| the lint, ([^|]+)\|", (HOME / "CONTRIBUTING.md").read_text())
    rules = {rule for row in rows for rule in re.findall(r"`(\w+\.\w+)`", row)}
    assert len(rules) >= 8
    assert [rule for rule in sorted(rules) if f'"{rule}"' not in code] == []


def test_the_sessions_of_the_guide_exist() -> None:
    assert Path(noxfile.__file__) == HOME / "noxfile.py"
    sessions = set(nox.registry.get())
    guide = (HOME / "CONTRIBUTING.md").read_text()
    named = set(re.findall(r"(?:`nox -s |\| `nox -s [a-z_]+` / `)([a-z_]+)", guide))
    assert len(named) >= 12
    assert named - sessions == set()
