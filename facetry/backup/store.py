"""Where backups are kept: what a backup is written to, and what it is read from."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Protocol

from facetry.backup.errors import DamagedBackupError
from facetry.backup.manifest import BackupFile, BackupManifest


class BackupWriter(Protocol):
    """Takes the chunks of one backup, and then its manifest, which makes it a backup."""

    @property
    def scratch(self) -> Path:
        """An empty folder for temporary files on the same disk."""

    def former(self) -> BackupManifest | None:
        """The newest backup that is kept at the same location, but for those with a date in the future."""

    def has(self, digest: str, size: int) -> bool:
        """Whether a chunk with this hash and size is there. It is not read."""

    def add(self, digest: str, data: bytes) -> int:
        """Keep a chunk, and read it again. Returns its size if it is new, or 0. Raises `OSError`."""

    def commit(self, name: str, manifest: bytes) -> None:
        """Make the backup valid, after all its chunks are durable. Raises `OSError`."""


class BackupReader(Protocol):
    """Reads backups."""

    def names(self) -> list[str]:
        """The names of all backups, the oldest first."""

    def manifest(self, name: str) -> BackupManifest:
        """The manifest of a backup. Raises `BackupError`."""

    def chunk(self, digest: str) -> bytes | None:
        """The bytes of a chunk as they are kept; None if it is missing. Raises `OSError`."""


def read_chunk(reader: BackupReader, name: str, file: BackupFile, index: int) -> bytes:
    """A chunk of a file, compared with its hash. Raises `DamagedBackupError`, which names the file."""
    digest = file.chunks[index]
    try:
        data = reader.chunk(digest)
    except OSError as error:
        raise DamagedBackupError(name, [f"{file.path} cannot be read: {error.strerror or error}"]) from error
    if data is None:
        raise DamagedBackupError(name, [f"{file.path} lacks the chunk {digest[:16]}"])
    if len(data) != file.chunk_size(index) or hashlib.sha256(data).hexdigest() != digest:
        raise DamagedBackupError(name, [f"{file.path} has changed in the chunk {digest[:16]}"])
    return data
