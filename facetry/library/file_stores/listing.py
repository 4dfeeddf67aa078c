"""Listings of file stores: what a walk finds, in batches."""

from __future__ import annotations

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


def is_hidden(path: str) -> bool:
    """Whether scans skip the file or folder at `path`, relative to the root and with `/`."""
    return any(part.startswith(".") for part in path.split("/"))
