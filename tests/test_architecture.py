"""The import rules of ARCHITECTURE.md, checked on the source files."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

HOME = Path(__file__).parent.parent
MAX_MODULES = 20
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


@cache
def imports(file: Path) -> tuple[str, ...]:
    """The dotted names that a file imports; `from a import b` gives `a` and `a.b`."""
    return tuple(_imports(file))


def _imports(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: relative import"
            assert node.module is not None
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def importers(folder: str, *, except_files: tuple[str, ...] = ()) -> list[tuple[str, str]]:
    """(file, imported name) of every import below a folder, files named in `except_files` left out."""
    files = sorted((HOME / folder).rglob("*.py"))
    assert files, f"{folder} holds no Python file"
    return [
        (path, name)
        for file in files
        if (path := file.relative_to(HOME).as_posix()) not in except_files
        for name in imports(file)
    ]


def within(name: str, *packages: str) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in packages)


LIBRARY = (
    "facetry.library",
    "facetry.extensions",
    "facetry.service",
    "facetry.handling",
    "facetry.cli",
    "facetry.processes",
    "facetry.cluster",
)
STORE = ("facetry.store", "facetry.events", *LIBRARY)


@pytest.mark.parametrize(
    ("folder", "forbidden"),
    [
        ("facetry", ("handlers", "codegen")),
        ("handlers", ("codegen",)),
        ("codegen", ("facetry", "handlers", "generated")),
        ("facetry/system", ("facetry.errors", "facetry.settings", "facetry.schema", "facetry.imaging", *STORE)),
        (
            "facetry/observability",
            ("facetry.http", "facetry.settings", "facetry.schema", "facetry.imaging", "facetry.errors", *STORE),
        ),
        ("facetry/schema", ("facetry.http", "facetry.validate", "facetry.imaging", "connexion", *STORE)),
        ("facetry/backup", ("facetry.events", "facetry.http", *LIBRARY)),
        ("facetry/imaging", ("facetry.http", "facetry.schema", "facetry.errors", "connexion", *STORE)),
        ("facetry/validate", ("facetry.http", "facetry.imaging", "connexion", "pydantic", "generated.models", *STORE)),
        (
            "facetry/views",
            ("facetry.errors", "facetry.http", "facetry.schema", "facetry.validate", "connexion", *STORE),
        ),
        ("facetry/http", ("facetry.imaging", "facetry.validate", "facetry.views", *STORE)),
        ("facetry/store", ("facetry.events", "facetry.http", *LIBRARY)),
        ("facetry/events", ("facetry.http", *LIBRARY)),
        ("facetry/library", (*LIBRARY[1:], "facetry.http.connexion31", "facetry.server")),
        ("facetry/extensions", (*LIBRARY[2:], "facetry.http.connexion31", "facetry.settings")),
        ("facetry/handling", ("facetry.service", "facetry.cli", "facetry.processes", "facetry.cluster")),
        ("facetry/service", ("facetry.cli", "facetry.processes", "facetry.cluster")),
        ("facetry/processes", ("facetry.cli", "facetry.cluster", "handlers")),
        ("facetry/cluster", ("facetry.cli", "handlers")),
        ("facetry/contract", ("facetry.http", "facetry.imaging", "facetry.validate", "connexion", *STORE)),
        ("facetry/authoring", ("facetry.store", "facetry.events", "facetry.library", "facetry.service", "facetry.cli")),
    ],
)
def test_a_folder_does_not_import(folder: str, forbidden: tuple[str, ...]) -> None:
    assert [pair for pair in importers(folder) if within(pair[1], *forbidden)] == []


def rooms() -> list[Path]:
    return [HOME / "facetry", *(path for path in (HOME / "facetry").rglob("*") if (path / "__init__.py").is_file())]


@pytest.mark.parametrize("folder", [path.relative_to(HOME).as_posix() for path in rooms()])
def test_files_and_folders_of_a_room_import_each_other_in_one_direction(folder: str) -> None:
    """A folder counts as one: what it imports lies below it, and nothing below it imports the folder."""
    package = folder.replace("/", ".")
    graph: dict[str, set[str]] = {}
    for path, name in importers(folder):
        importer = Path(path).relative_to(folder).parts[0].removesuffix(".py")
        if name.startswith(f"{package}."):
            imported = name.removeprefix(f"{package}.").partition(".")[0]
            if imported != importer:
                graph.setdefault(importer, set()).add(imported)
    list(TopologicalSorter(graph).static_order())  # raises CycleError with the circle


@pytest.mark.parametrize("folder", [path.relative_to(HOME).as_posix() for path in rooms()])
def test_a_room_has_few_files(folder: str) -> None:
    modules = [path.name for path in (HOME / folder).glob("*.py") if path.name != "__init__.py"]
    assert len(modules) <= MAX_MODULES, sorted(modules)


def test_tests_mirror_the_rooms() -> None:
    known = {path.relative_to(HOME).as_posix() for path in rooms()}
    folders = {
        path.parent.relative_to(HOME / "tests").as_posix() for path in (HOME / "tests/facetry").rglob("test_*.py")
    }
    assert folders - known == set()


def test_a_handler_module_does_not_import_another() -> None:
    pairs = importers("handlers", except_files=("handlers/__init__.py",))
    assert [pair for pair in pairs if within(pair[1], "handlers")] == []


def test_generated_imports_only_pydantic_and_the_standard_library() -> None:
    foreign = {name.partition(".")[0] for _, name in importers("generated")} - STANDARD_AND_PYDANTIC - {"generated"}
    assert foreign == set()


@pytest.mark.parametrize(
    ("library", "importer"),
    [
        ("connexion", "facetry/http/connexion31.py"),
        ("obstore", "facetry/library/file_stores/bucket/client.py"),
        ("socketio.packet", "facetry/extensions/socket/packets.py"),
    ],
)
def test_a_library_is_imported_by_one_file_only(library: str, importer: str) -> None:
    pairs = [pair for package in ("facetry", "handlers") for pair in importers(package, except_files=(importer,))]
    assert [pair for pair in pairs if within(pair[1], library)] == []
    assert any(within(name, library) for name in imports(HOME / importer))


@pytest.mark.parametrize(
    ("driver", "room"),
    [
        ("psycopg", "facetry/store/engines/postgresql/"),
        ("sqlite3", "facetry/store/engines/sqlite/"),
        ("pysqlite3", "facetry/store/engines/sqlite/"),
    ],
)
def test_the_driver_of_an_engine_is_imported_in_its_room_only(driver: str, room: str) -> None:
    pairs = [pair for package in ("facetry", "handlers") for pair in importers(package)]
    assert {path for path, name in pairs if within(name, driver) and not path.startswith(room)} == set()
    assert any(within(name, driver) for _, name in importers(room))


@pytest.mark.parametrize(
    "word", ["pragma", "sqlite_master", "sqlite_schema", "sqlite_sequence", "fts5", "_docsize", "query plan"]
)
def test_what_only_sqlite_has_stands_in_its_room_alone(word: str) -> None:
    files = [path for package in ("facetry", "handlers") for path in (HOME / package).rglob("*.py")]
    room = HOME / "facetry/store/engines/sqlite"
    having = [path for path in files if word in path.read_text().lower()]
    assert [path.relative_to(HOME).as_posix() for path in having if not path.is_relative_to(room)] == []
    assert having


def test_one_file_asks_for_the_name_of_an_engine() -> None:
    words = ("dialect.name ==", "_engine_named(")
    files = [path for package in ("facetry", "handlers") for path in (HOME / package).rglob("*.py")]
    asking = {path.relative_to(HOME).as_posix() for path in files if any(word in path.read_text() for word in words)}
    assert asking == {"facetry/store/engine.py"}


def test_files_stay_small() -> None:
    lengths = {
        path: len(path.read_text().splitlines())
        for package in ("codegen", "facetry", "handlers", "tests", "bench")
        for path in (HOME / package).rglob("*.py")
    }
    assert {str(path.relative_to(HOME)): length for path, length in lengths.items() if length > 400} == {}


def test_no_docstring_begins_with_a_reference() -> None:
    """A docstring says what its function does, also where a protocol says it at length."""
    begin = '"""' + "See "
    files = [path for package in ("codegen", "facetry", "handlers", "bench") for path in (HOME / package).rglob("*.py")]
    assert [path.relative_to(HOME).as_posix() for path in files if begin in path.read_text()] == []
