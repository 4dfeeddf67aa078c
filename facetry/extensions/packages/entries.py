"""Entries of archives: their limits, the rules for their paths, and the check that no two paths collide."""

import mmap
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from facetry.errors import FaultError, bad_parameter, printable_text

SEGMENT_BYTES: Final = 255
NAME_BYTES: Final = 1_024
_DRIVE: Final = re.compile(r"[A-Za-z]:")
_CONTROL_CATEGORIES: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})


ArchiveBytes = bytes | mmap.mmap
"""The bytes of an archive, in memory or on the disk. A part of them is always `bytes`."""


@dataclass(frozen=True, slots=True)
class ArchiveLimits:
    """Limits of an archive. `ratio`, of unpacked to packed size, applies above `ratio_min_bytes` unpacked bytes."""

    archive_bytes: int = 8_388_608
    entries: int = 5_000
    unpacked_bytes: int = 268_435_456
    ratio: int = 100
    ratio_min_bytes: int = 1_048_576


MAX_ARCHIVE_BYTES: Final = 2**32 - 1
"""The largest limit on the size of an archive: that of the zip format, without its extension Zip64."""


def limits_for(archive_bytes: int) -> ArchiveLimits:
    """The limits for archives of at most `archive_bytes`; unpacked, they may be four times as large."""
    return ArchiveLimits(archive_bytes, unpacked_bytes=max(ArchiveLimits().unpacked_bytes, 4 * archive_bytes))


@dataclass(frozen=True, slots=True)
class ArchiveEntry:
    """A file or a folder in an archive. `path` has `/` between its segments and none at the end."""

    path: str
    size: int
    is_folder: bool = False
    is_executable: bool = False


def archive_error(rule: str, detail: str, name: str | bytes | None = None, remedy: str | None = None) -> FaultError:
    """The error for an archive that is refused: 400, with the rule `archive.{rule}`; `name`: of the entry at fault."""
    text = name.decode("utf-8", "backslashreplace") if isinstance(name, bytes) else name
    named = detail if text is None else f"{detail} Entry: {printable_text(text)}."
    return bad_parameter(None, named, rule=f"archive.{rule}", value=text, remedy=remedy)


def entry_path(raw: bytes) -> str:
    """The validated path of an entry from its raw name; it always lies below the target folder. Raises `FaultError`."""
    if not raw:
        raise archive_error("name", "An entry has no name.")
    if len(raw) > NAME_BYTES:
        raise archive_error("name", f"The name is longer than {NAME_BYTES} bytes.", raw)
    try:
        name = raw.decode("utf-8")
    except UnicodeDecodeError:
        raise archive_error("name", "The name is not UTF-8.", raw, "Use a name of ASCII letters.") from None
    if any(unicodedata.category(character) in _CONTROL_CATEGORIES for character in name):
        raise archive_error("name", "The name has control characters.", name)
    if "\\" in name:
        raise archive_error("name", "The name has a backslash.", name, "Pack it with / between the folders.")
    if name.startswith("/") or _DRIVE.match(name):
        raise archive_error("path", "The path is absolute.", name, "Pack it with a relative path.")
    segments = name.removesuffix("/").split("/")
    if ".." in segments:
        raise archive_error("path", "The path has a segment `..`.", name)
    if "" in segments or "." in segments:
        remedy = "Pack the files by their names, as in tar -czf archive.tgz *."
        raise archive_error("path", "The path has a segment that is empty or a dot.", name, remedy)
    if any(len(segment.encode()) > SEGMENT_BYTES for segment in segments):
        raise archive_error("name", f"The name of a file or folder is longer than {SEGMENT_BYTES} bytes.", name)
    return "/".join(segments)


def require_distinct_paths(entries: Sequence[ArchiveEntry]) -> None:
    """Require that no path occurs twice and that none is both a file and a folder. Raises `FaultError`.

    Paths that differ only in case or in Unicode normalization also collide: some file systems do not distinguish them.
    """
    path_by_casefold: dict[str, str] = {}
    files: set[str] = set()
    folders: set[str] = set()
    for entry in entries:
        if entry.path in (folders if entry.is_folder else files):
            raise archive_error("duplicate", "The archive has two entries of this name.", entry.path)
        (folders if entry.is_folder else files).add(entry.path)
        for path in (entry.path, *_parent_folders(entry.path)):
            if path_by_casefold.setdefault(_casefolded(path), path) != path:
                raise archive_error(
                    "twin",
                    f"Some file systems treat it as {printable_text(path_by_casefold[_casefolded(path)])}.",
                    entry.path,
                )
    for entry in entries:
        for path in (*([entry.path] if entry.is_folder else []), *_parent_folders(entry.path)):
            if path in files:
                raise archive_error("conflict", "A folder of the path is also a file.", entry.path)


def _parent_folders(path: str) -> list[str]:
    """The parent folders of a path, the nearest first."""
    segments = path.split("/")
    return ["/".join(segments[:length]) for length in range(len(segments) - 1, 0, -1)]


def _casefolded(path: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", path).casefold())
