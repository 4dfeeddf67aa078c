"""ARCHITECTURE.md says who may import whom; here the imports are read."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

HOME = Path(__file__).parent.parent
PACKAGES = ("codegen", "facetry", "generated", "handlers")
STANDARD_AND_PYDANTIC = {
    "__future__",
    "collections",
    "dataclasses",
    "pathlib",
    "typing",
    "typing_extensions",
    "uuid",
    "pydantic",
}


def imports(file: Path) -> Iterator[str]:
    """The dotted names that a file imports; `from a import b` gives `a` and `a.b`."""
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: relative import"
            assert node.module is not None
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def importers(folder: str, *, but: tuple[str, ...] = ()) -> list[tuple[str, str]]:
    """(file, imported name) of every import below a folder, files named in `but` left out."""
    files = sorted((HOME / folder).rglob("*.py"))
    assert files, f"{folder} holds no Python file"
    return [
        (path, name)
        for file in files
        if (path := file.relative_to(HOME).as_posix()) not in but
        for name in imports(file)
    ]


def within(name: str, *packages: str) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in packages)


@pytest.mark.parametrize(
    ("folder", "forbidden"),
    [
        ("facetry", ("handlers", "codegen")),
        ("handlers", ("codegen",)),
        ("codegen", ("facetry", "handlers", "generated")),
        ("facetry/store", ("facetry.events", "facetry.library", "facetry.http", "facetry.app")),
        ("facetry/events", ("facetry.library", "facetry.http", "facetry.app", "facetry.extensions")),
        ("facetry/http", ("facetry.library", "facetry.store", "facetry.events", "facetry.app")),
        (
            "facetry/validate",
            ("facetry.library", "facetry.store", "facetry.events", "facetry.extensions", "facetry.app", "connexion"),
        ),
        ("facetry/authoring", ("facetry.library", "facetry.store", "facetry.events", "facetry.app", "facetry.cli")),
        ("facetry/library", ("facetry.cli", "facetry.app", "facetry.connexion31", "facetry.extensions")),
    ],
)
def test_a_folder_does_not_import(folder: str, forbidden: tuple[str, ...]) -> None:
    assert [pair for pair in importers(folder) if within(pair[1], *forbidden)] == []


def test_a_handler_module_does_not_import_another() -> None:
    pairs = importers("handlers", but=("handlers/__init__.py",))
    assert [pair for pair in pairs if within(pair[1], "handlers")] == []


def test_generated_needs_pydantic_and_the_standard_library_only() -> None:
    foreign = {name.partition(".")[0] for _, name in importers("generated")} - STANDARD_AND_PYDANTIC - {"generated"}
    assert foreign == set()


@pytest.mark.parametrize(
    ("library", "door"),
    [
        ("connexion", "facetry/connexion31.py"),
        ("sqlite3", "facetry/store/engine.py"),
        ("pysqlite3", "facetry/store/engine.py"),
        ("socketio.packet", "facetry/extensions/packets.py"),
    ],
)
def test_one_file_alone_knows_a_library(library: str, door: str) -> None:
    pairs = [pair for package in ("facetry", "handlers") for pair in importers(package, but=(door,))]
    assert [pair for pair in pairs if within(pair[1], library)] == []
    assert any(within(name, library) for name in imports(HOME / door))


def test_files_stay_small() -> None:
    lengths = {
        path: len(path.read_text().splitlines())
        for package in ("codegen", "facetry", "handlers", "tests", "bench")
        for path in (HOME / package).rglob("*.py")
    }
    assert {str(path.relative_to(HOME)): length for path, length in lengths.items() if length > 400} == {}
