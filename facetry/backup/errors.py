"""Why a backup is not made, or not restored. The message names the file, and what to do."""

from __future__ import annotations

import errno
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_MAX_NAMED = 5


class BackupError(Exception):
    """A backup cannot be made, read or restored."""


class BackupCancelledError(BackupError):
    """The service stops, or somebody ended the backup."""


class DamagedBackupError(BackupError):
    """Parts of a backup are missing or have changed. `parts` names each."""

    def __init__(self, name: str, parts: Sequence[str]) -> None:
        named = "; ".join(parts[:_MAX_NAMED])
        more = f"; and {len(parts) - _MAX_NAMED} more" if len(parts) > _MAX_NAMED else ""
        super().__init__(f"the backup {name} is damaged: {named}{more}. Use another backup.")
        self.parts = tuple(parts)


@contextmanager
def writing_errors(target: Path) -> Iterator[None]:
    """Turn errors of the operating system while `target` is written into `BackupError`s."""
    try:
        yield
    except OSError as error:
        if error.errno in _FULL:
            raise BackupError(
                f"the disk of {target} is full. Nothing of this backup is kept; make room, and try again."
            ) from error
        location = error.filename if error.filename is not None else target
        raise BackupError(f"{location} cannot be used: {error.strerror or error}") from error
