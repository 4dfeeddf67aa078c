"""Records of moves in buckets: an object store has no renaming, so an object is copied, and then removed.

A record is a file in the data folder. It is written before the copy and removed after the removal, so what a crash
left can be completed. A process holds a lock on the records of its own moves.
"""

from __future__ import annotations

import fcntl
import json
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from facetry.system.files.durable_folders import flush_folder

_MAX_RECORD_BYTES: Final = 64 * 1024
_PREFIX: Final = "move-"
_CREATE_FLAGS: Final = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC


@dataclass(frozen=True, slots=True)
class MoveRecord:
    """A move of the object at `old`, whose entity tag was `etag`, to `new`, where its metadata has `id`."""

    id: str
    root: str
    old: str
    new: str
    etag: str


class MoveRecords:
    """The records of one library, in a folder of their own."""

    def __init__(self, folder: Path) -> None:
        """`folder` is created with the first record."""
        self._folder = folder

    @contextmanager
    def moving(self, root: str, old: str, new: str, etag: str) -> Iterator[MoveRecord]:
        """Within the context, the move is recorded durably, and `complete` of other processes leaves it alone.

        If the block fails with an exception other than `UnfinishedMoveError`, it has left nothing to complete.
        """
        self._folder.mkdir(mode=0o700, exist_ok=True)
        record = MoveRecord(secrets.token_hex(16), root, old, new, etag)
        path = self._folder / f"{_PREFIX}{record.id}"
        unlocked = self._folder / f".{record.id}"
        descriptor = os.open(unlocked, _CREATE_FLAGS, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            content = {"root": root, "old": old, "new": new, "etag": etag}
            os.write(descriptor, json.dumps(content).encode())
            os.fsync(descriptor)
            unlocked.rename(path)
            flush_folder(self._folder)
            try:
                yield record
            except UnfinishedMoveError:
                raise
            except BaseException:
                path.unlink()
                raise
            path.unlink()
        finally:
            os.close(descriptor)

    def interrupted(self, root: str) -> Iterator[MoveRecord]:
        """The moves of a root that a crash interrupted. A record is removed when the next one is asked for: the caller
        has then completed its move.
        """
        try:
            names = sorted(entry.name for entry in self._folder.iterdir() if entry.name.startswith(_PREFIX))
        except FileNotFoundError:
            return
        for name in names:
            path = self._folder / name
            try:
                descriptor = os.open(path, os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC)
            except FileNotFoundError:
                continue
            try:
                try:
                    fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except OSError:
                    continue  # the move runs
                record = _read(descriptor, name.removeprefix(_PREFIX))
                if record is not None and record.root != root:
                    continue
                if record is not None:
                    yield record
                with suppress(FileNotFoundError):
                    path.unlink()
            finally:
                os.close(descriptor)


class UnfinishedMoveError(Exception):
    """What is left of a move could not be removed now; its record stays."""


def _read(descriptor: int, id: str) -> MoveRecord | None:
    """The record; None for one that was not written completely: its object was never copied."""
    try:
        content = json.loads(os.pread(descriptor, _MAX_RECORD_BYTES, 0))
        return MoveRecord(id, *(str(content[name]) for name in ("root", "old", "new", "etag")))
    except (OSError, ValueError, KeyError, TypeError):
        return None
