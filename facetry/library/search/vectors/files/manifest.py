"""The manifest of the files of a space: their names, sizes and checksums, and the properties of the index."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import orjson

from facetry.library.search.vectors.files.atomic_files import FileWriter, StoredFile
from facetry.system.files.durable_folders import flush_folder
from facetry.system.files.file_kinds import open_regular

NAME: Final = "manifest.json"
VERSION: Final = 3
_VERSION_WITH_COSINES: Final = 2
"""Differs from the current one in its index, which compares vectors by their cosine."""
_MAX_BYTES: Final = 65_536


class DamagedError(Exception):
    """The files are damaged or do not match the rows; the message says how."""


@dataclass(frozen=True, slots=True)
class CandidateCounts:
    """The number of candidates (`ef`) that reaches the target recall; None where no measured number did."""

    ten: int | None
    """For 10 neighbours."""
    hundred: int | None
    """For 100 neighbours."""


@dataclass(frozen=True, slots=True)
class Recall:
    """The measured recall of an index."""

    share: float
    """The recall of the ten nearest for usual queries, with `efs.ten` candidates, or the most if that is None."""
    efs: CandidateCounts
    """For usual queries, which resemble the vectors."""
    far_efs: CandidateCounts
    """For far queries, which do not resemble the vectors."""
    usual_distance: float
    """A query whose nearest neighbour is farther away than this is a far query."""

    def ef(self, count: int, is_far: bool = False) -> int | None:
        """The number of candidates to examine for `count` neighbours, for a far query if `is_far` (see `planner.py`).

        None when no measured number suffices.
        """
        efs = self.far_efs if is_far else self.efs
        ten, hundred = efs.ten, efs.hundred
        if count <= 10:
            return ten
        if ten is None or hundred is None:
            return None
        if count >= 100:
            return hundred * count // 100
        return ten + max(0, hundred - ten) * (count - 10) // 90


@dataclass(frozen=True, slots=True)
class IndexFile:
    """An index over all vectors with keys up to `newest` that existed when it was built."""

    file: StoredFile
    newest: int
    count: int
    """Number of vectors in the index."""
    made: int
    """Number of vectors at the last full rebuild."""
    churn: int
    """Number of vectors that were added and removed since the last full rebuild."""
    recall: Recall


@dataclass(frozen=True, slots=True)
class Manifest:
    """The files of one space, and its index if there is one."""

    space: int
    length: int
    count: int
    number: int
    """The number of the files; newer files have a greater one."""
    upper: StoredFile
    lower: StoredFile
    slots: StoredFile
    index: IndexFile | None

    def file_names(self) -> list[str]:
        """The names of all files of the space, including the manifest."""
        files = (self.upper, self.lower, self.slots, *([] if self.index is None else [self.index.file]))
        return [NAME, *(file.name for file in files)]


def read(folder: Path) -> Manifest | None:
    """Read the manifest of the folder; None when there is none. Raises `DamagedError`."""
    try:
        with open_regular(folder / NAME) as file:
            data = file.read(_MAX_BYTES + 1)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise DamagedError(f"the manifest cannot be read: {error}") from None
    try:
        document = orjson.loads(data)
        version = document.pop("version")
        if version == _VERSION_WITH_COSINES:
            document["index"] = None  # so that a new one is built
        elif version != VERSION:
            raise DamagedError("the manifest was written by another version of Facetry")
        return manifest_of(document)
    except (orjson.JSONDecodeError, AttributeError, KeyError, TypeError, ValueError):
        raise DamagedError("the manifest is invalid") from None


def read_if_intact(folder: Path) -> Manifest | None:
    """The manifest of the folder; None when there is none that can be used."""
    try:
        return read(folder)
    except DamagedError:
        return None


def write(folder: Path, manifest: Manifest) -> None:
    """Write the manifest of the folder, durably and after its files are durable. Raises `OSError`."""
    flush_folder(folder)
    writer = FileWriter(folder / NAME)
    try:
        writer.write(orjson.dumps({"version": VERSION, **asdict(manifest)}, option=orjson.OPT_INDENT_2))
        writer.commit()
    except BaseException:
        writer.discard()
        raise
    flush_folder(folder)


def index_of(document: dict[str, Any]) -> IndexFile:
    """Parse the description of an index. Raises `KeyError`, `TypeError` and `ValueError`."""
    recall = recall_of(document.pop("recall"))
    file = _stored_file(document.pop("file"))
    numbers = {name: _number(document.pop(name)) for name in ("newest", "count", "made", "churn")}
    return IndexFile(file=file, recall=recall, **numbers)


def manifest_of(document: dict[str, Any]) -> Manifest:
    """Parse a manifest. Raises as `index_of` does."""
    index = document.pop("index")
    space, length, count, number = (_number(document.pop(name)) for name in ("space", "length", "count", "number"))
    upper, lower, slots = (_stored_file(document.pop(name)) for name in ("upper", "lower", "slots"))
    if document:
        raise ValueError(document)
    index_file = None if index is None else index_of(index)
    return Manifest(space, length, count, number, upper, lower, slots, index_file)


def recall_of(document: dict[str, Any]) -> Recall:
    """Parse a measured recall. Raises as `index_of` does."""
    efs, far_efs = _candidate_counts(document["efs"]), _candidate_counts(document["far_efs"])
    return Recall(float(document["share"]), efs, far_efs, float(document["usual_distance"]))


def _candidate_counts(document: dict[str, Any]) -> CandidateCounts:
    ten, hundred = (None if ef is None else _number(ef) for ef in (document["ten"], document["hundred"]))
    return CandidateCounts(ten, hundred)


def _stored_file(document: dict[str, Any]) -> StoredFile:
    name, size, checksum = document["name"], document["size"], document["checksum"]
    if not (isinstance(name, str) and isinstance(checksum, str)) or "/" in name or name in ("", ".", "..", NAME):
        raise ValueError(document)
    return StoredFile(name, _number(size), checksum)


def _number(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ValueError(value)
    return value
