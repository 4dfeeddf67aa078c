"""The manifest of a space's files: what they are, and how they were when they were written."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import orjson

from facetry.library.search.vectors.files import Stored, Writing, flush

NAME: Final = "manifest.json"
VERSION: Final = 2
_MOST_BYTES: Final = 65_536


class DamagedError(Exception):
    """The files are not what they should be; the message says in what."""


@dataclass(frozen=True, slots=True)
class Efs:
    """How many candidates to look at; None where no number of them was enough."""

    ten: int | None
    """For 10 neighbours."""
    hundred: int | None
    """For 100 neighbours."""


@dataclass(frozen=True, slots=True)
class Recall:
    """How well an index finds."""

    share: float
    """Of the ten nearest of queries that are like the vectors, with `efs.ten` or, where that is None, the most."""
    efs: Efs
    """For queries that are like the vectors."""
    far_efs: Efs
    """For queries that come from elsewhere."""
    usual_distance: float
    """A query whose nearest neighbour is farther away than this comes from elsewhere."""


@dataclass(frozen=True, slots=True)
class IndexFile:
    """An index over the vectors with keys up to `newest`, all of them that were there when it was made."""

    file: Stored
    newest: int
    count: int
    """Vectors in it."""
    made: int
    """Vectors that it was made of from nothing."""
    churn: int
    """Vectors that were added and removed since."""
    recall: Recall


@dataclass(frozen=True, slots=True)
class Manifest:
    """The files of one space, and the index over it if there is one."""

    space: int
    length: int
    count: int
    number: int
    """Of the files: a greater one is newer."""
    upper: Stored
    lower: Stored
    slots: Stored
    index: IndexFile | None

    def names(self) -> list[str]:
        """The names of all files that belong to it, its own included."""
        files = (self.upper, self.lower, self.slots, *([] if self.index is None else [self.index.file]))
        return [NAME, *(file.name for file in files)]


def read(folder: Path) -> Manifest | None:
    """The manifest of the folder, or None when there is none. Raises `DamagedError`."""
    try:
        with (folder / NAME).open("rb") as file:
            data = file.read(_MOST_BYTES + 1)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise DamagedError(f"the manifest cannot be read: {error}") from None
    try:
        document = orjson.loads(data)
        if document.pop("version") != VERSION:
            raise DamagedError("another version of Facetry wrote it")
        return manifest_of(document)
    except (orjson.JSONDecodeError, AttributeError, KeyError, TypeError, ValueError):
        raise DamagedError("the manifest makes no sense") from None


def write(folder: Path, manifest: Manifest) -> None:
    """Make it the manifest of the folder, in which its files lie. Raises `OSError`."""
    flush(folder)
    writing = Writing(folder / NAME)
    try:
        writing.write(orjson.dumps({"version": VERSION, **asdict(manifest)}, option=orjson.OPT_INDENT_2))
        writing.done()
    except BaseException:
        writing.abandon()
        raise
    flush(folder)


def index_of(document: dict[str, Any]) -> IndexFile:
    """The index that a document is about. Raises `KeyError`, `TypeError` and `ValueError`."""
    recall = _recall(document.pop("recall"))
    file = _file(document.pop("file"))
    numbers = {name: _number(document.pop(name)) for name in ("newest", "count", "made", "churn")}
    return IndexFile(file=file, recall=recall, **numbers)


def manifest_of(document: dict[str, Any]) -> Manifest:
    """The manifest that a document is. Raises as `index_of` does."""
    index = document.pop("index")
    space, length, count, number = (_number(document.pop(name)) for name in ("space", "length", "count", "number"))
    upper, lower, slots = (_file(document.pop(name)) for name in ("upper", "lower", "slots"))
    if document:
        raise ValueError(document)
    made = None if index is None else index_of(index)
    return Manifest(space, length, count, number, upper, lower, slots, made)


def _recall(document: dict[str, Any]) -> Recall:
    efs, far_efs = _efs(document["efs"]), _efs(document["far_efs"])
    return Recall(float(document["share"]), efs, far_efs, float(document["usual_distance"]))


def _efs(document: dict[str, Any]) -> Efs:
    ten, hundred = (None if ef is None else _number(ef) for ef in (document["ten"], document["hundred"]))
    return Efs(ten, hundred)


def _file(document: dict[str, Any]) -> Stored:
    name, size, checksum = document["name"], document["size"], document["checksum"]
    if not (isinstance(name, str) and isinstance(checksum, str)) or "/" in name or name in ("", ".", "..", NAME):
        raise ValueError(document)
    return Stored(name, _number(size), checksum)


def _number(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ValueError(value)
    return value
