"""Listings of file stores: what a walk finds, in batches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from facetry.imaging.rules import Rule
from facetry.library.pictures import FileFacts

BATCH_ENTRIES: Final = 256


@dataclass(frozen=True, slots=True)
class InaccessibleEntry:
    """A file or folder that cannot be examined. The contents of such a folder are unknown."""

    file: FileFacts
    rule: Rule
    reason: str
    is_folder: bool


@dataclass(slots=True)
class Batch:
    """A part of a folder's contents: at most 256 regular files and inaccessible entries."""

    files: list[FileFacts] = field(default_factory=list)
    inaccessible: list[InaccessibleEntry] = field(default_factory=list)

    @property
    def is_full(self) -> bool:
        """Whether nothing more may be added."""
        return len(self.files) + len(self.inaccessible) >= BATCH_ENTRIES


def outermost(paths: Iterable[str]) -> list[str]:
    """Those of the paths that do not lie beneath another one, in their order. A walk lists the others with it."""
    given = set(paths)
    return [path for path in sorted(given) if not any(folder in given for folder in _folders_of(path))]


def _folders_of(path: str) -> Iterator[str]:
    parts = path.split("/")
    return ("/".join(parts[:length]) for length in range(1, len(parts)))


def is_hidden(path: str) -> bool:
    """Whether scans skip the file or folder at `path`, relative to the root and with `/`."""
    return any(part.startswith(".") for part in path.split("/"))
