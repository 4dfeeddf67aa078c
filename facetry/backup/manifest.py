"""The manifest of a backup: all its files, with the hashes of their chunks. `specs/documents/` has its schema."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from typing import Any, Final, Literal

import orjson

from facetry.backup.errors import BackupError, DamagedBackupError
from facetry.schema.document import Document
from facetry.schema.published import BACKUP_MANIFEST

FORMAT: Final = "facetry-backup"
VERSION: Final = 1
_TOLERANCE_SECONDS: Final = 60.0
_NAME: Final = re.compile(r"[0-9]{8}T[0-9]{6}Z-([0-9a-f]{16})")

Role = Literal["database", "settings", "extension", "picture"]


@dataclass(frozen=True, slots=True)
class BackupFile:
    """One file of a backup: its path in the data folder, and the SHA-256 of each of its chunks."""

    path: str
    role: Role
    size: int
    modified_ns: int
    executable: bool
    chunk_bytes: int
    chunks: tuple[str, ...]

    def chunk_size(self, index: int) -> int:
        """The size of a chunk in bytes."""
        return min(self.chunk_bytes, self.size - index * self.chunk_bytes)


@dataclass(frozen=True, slots=True)
class BackupManifest:
    """What one backup has. `created` is its moment, in milliseconds since the epoch."""

    created: int
    facetry: str
    database_revision: str
    database: str
    has_pictures: bool
    counts: Mapping[str, int]
    new_bytes: int
    files: tuple[BackupFile, ...] = field(repr=False)

    @property
    def size(self) -> int:
        """The bytes of all files."""
        return sum(file.size for file in self.files)

    def encode(self) -> bytes:
        """The JSON text of the manifest."""
        files = [
            {
                "path": each.path,
                "role": each.role,
                "size": each.size,
                "modifiedNs": str(each.modified_ns),
                "executable": each.executable,
                "chunkBytes": each.chunk_bytes,
                "chunks": each.chunks,
            }
            for each in self.files
        ]
        document = {
            "format": FORMAT,
            "version": VERSION,
            "created": self.created,
            "facetry": self.facetry,
            "databaseRevision": self.database_revision,
            "database": self.database,
            "hasPictures": self.has_pictures,
            "counts": dict(self.counts),
            "newBytes": self.new_bytes,
            "files": files,
        }
        return orjson.dumps(document)


def name_of(created: int, text: bytes) -> str:
    """The name of a backup: its moment in UTC, and the first digits of the hash of its manifest."""
    moment = datetime.fromtimestamp(created / 1000, UTC)
    return f"{moment:%Y%m%dT%H%M%SZ}-{hashlib.sha256(text).hexdigest()[:16]}"


def moment_of(name: str) -> datetime:
    """The moment in the name of a backup."""
    return datetime.strptime(name.partition("-")[0], "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)


def is_in_future(name: str, now: float) -> bool:
    """Whether a backup has a date in the future; `now` is in seconds since the epoch.

    Then the clock was wrong when it was made, or is now. The clocks of two machines may differ a little.
    """
    return moment_of(name).timestamp() > now + _TOLERANCE_SECONDS


def is_name(name: str) -> bool:
    """Whether this is the form of a name of a backup."""
    return _NAME.fullmatch(name) is not None


def decode(name: str, text: bytes) -> BackupManifest:
    """The manifest with this name from its JSON text.

    Raises `DamagedBackupError` unless the text is the one that was written, and `BackupError` for a later format.
    """
    match = _NAME.fullmatch(name)
    if match is None or hashlib.sha256(text).hexdigest()[:16] != match[1]:
        raise DamagedBackupError(name, ["its manifest has changed"])
    try:
        document: Any = orjson.loads(text)
    except orjson.JSONDecodeError:
        raise DamagedBackupError(name, ["its manifest is no JSON text"]) from None
    if isinstance(document, dict) and isinstance(document.get("version"), int) and document["version"] > VERSION:
        raise BackupError(
            f"the backup {name} has the format {document['version']}; this Facetry knows formats up to {VERSION}. "
            "Install a newer version."
        )
    fault = next(iter(_schema().validator("#").iter_errors(document)), None)
    if fault is not None:
        raise DamagedBackupError(name, [f"its manifest is invalid: {fault.message[:200]}"])
    files = tuple(
        BackupFile(
            each["path"],
            each["role"],
            each["size"],
            int(each["modifiedNs"]),
            each["executable"],
            each["chunkBytes"],
            tuple(each["chunks"]),
        )
        for each in document["files"]
    )
    _require_sound(name, document["database"], files)
    return BackupManifest(
        document["created"],
        document["facetry"],
        document["databaseRevision"],
        document["database"],
        document["hasPictures"],
        document["counts"],
        document["newBytes"],
        files,
    )


def _require_sound(name: str, database: str, files: tuple[BackupFile, ...]) -> None:
    """Raise `DamagedBackupError` for what no schema can say about the files."""
    seen: set[str] = set()
    for file in files:
        if {".", ".."} & set(file.path.split("/")) or file.path in seen:
            raise DamagedBackupError(name, [f"the path {file.path} is not possible"])
        seen.add(file.path)
        if len(file.chunks) != -(-file.size // file.chunk_bytes):
            raise DamagedBackupError(name, [f"{file.path} has a wrong number of chunks"])
    if [file.path for file in files if file.role == "database"] != [database]:
        raise DamagedBackupError(name, ["it has no database, or several"])


@cache
def _schema() -> Document:
    return Document(orjson.loads(BACKUP_MANIFEST.read()))
