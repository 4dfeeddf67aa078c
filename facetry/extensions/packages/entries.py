"""The entries of an archive: how they may be named, and that no two of them are one file on some disk."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from facetry.errors import Fault, FaultError, Kind, shown

SEGMENT_BYTES: Final = 255
NAME_BYTES: Final = 1_024
_DRIVE: Final = re.compile(r"[A-Za-z]:")
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})


@dataclass(frozen=True, slots=True)
class Limits:
    """What an archive may have. `ratio` holds for what is larger than `ratio_from` bytes when it is unpacked."""

    archive_bytes: int = 8_388_608
    entries: int = 5_000
    unpacked_bytes: int = 268_435_456
    ratio: int = 100
    ratio_from: int = 1_048_576


@dataclass(frozen=True, slots=True)
class Entry:
    """A file or a folder: `name` is its path, with `/` between the steps and none at the end."""

    name: str
    size: int
    is_folder: bool = False
    is_executable: bool = False


def refused(rule: str, detail: str, name: str | bytes | None = None, remedy: str | None = None) -> FaultError:
    """The archive is not unpacked: 400. `name` is that of the entry at fault."""
    text = name.decode("utf-8", "backslashreplace") if isinstance(name, bytes) else name
    return FaultError(
        Fault(
            kind=Kind.BAD_PARAMETER,
            rule=f"archive.{rule}",
            detail=detail if text is None else f"{detail} That is the entry {shown(text)}.",
            value=text,
            remedy=remedy,
        )
    )


def named(raw: bytes) -> str:
    """The path of an entry that the archive calls `raw`, which names one place below the folder and no other."""
    if not raw:
        raise refused("name", "An entry has no name.")
    if len(raw) > NAME_BYTES:
        raise refused("name", f"The name is longer than {NAME_BYTES} bytes.", raw)
    try:
        name = raw.decode("utf-8")
    except UnicodeDecodeError:
        raise refused("name", "The name is not UTF-8.", raw, "Give it a name of plain letters.") from None
    if any(unicodedata.category(character) in _UNSEEN for character in name):
        raise refused("name", "The name has control characters.", name)
    if "\\" in name:
        raise refused("name", "The name has a backslash.", name, "Pack it with / between folders.")
    if name.startswith("/") or _DRIVE.match(name):
        raise refused("path", "The path does not begin in the archive.", name, "Pack it by a relative path.")
    steps = name.removesuffix("/").split("/")
    if ".." in steps:
        raise refused("path", "The path leads upwards.", name)
    if "" in steps or "." in steps:
        remedy = "Name what is packed, as in tar -czf archive.tgz *."
        raise refused("path", "The path has a step that is empty or a dot.", name, remedy)
    if any(len(step.encode()) > SEGMENT_BYTES for step in steps):
        raise refused("name", f"The name of a file or folder is longer than {SEGMENT_BYTES} bytes.", name)
    return "/".join(steps)


def hold_apart(entries: Sequence[Entry]) -> None:
    """Every path stands once, on disks too that do not tell capitals or accents apart, and none is both a file and a
    folder.
    """
    spelled: dict[str, str] = {}
    files: set[str] = set()
    folders: set[str] = set()
    for entry in entries:
        if entry.name in (folders if entry.is_folder else files):
            raise refused("duplicate", "The archive has two entries of this name.", entry.name)
        (folders if entry.is_folder else files).add(entry.name)
        for path in (entry.name, *_above(entry.name)):
            if spelled.setdefault(_folded(path), path) != path:
                raise refused("twin", f"On some disks it is the same as {shown(spelled[_folded(path)])}.", entry.name)
    for entry in entries:
        for path in (*([entry.name] if entry.is_folder else []), *_above(entry.name)):
            if path in files:
                raise refused("conflict", "What it needs as a folder is also a file.", entry.name)


def _above(name: str) -> list[str]:
    """The folders that a path leads through."""
    steps = name.split("/")
    return ["/".join(steps[:length]) for length in range(len(steps) - 1, 0, -1)]


def _folded(path: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", path).casefold())
