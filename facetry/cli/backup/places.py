"""The places of backups: a folder, or a file whose name ends in .zip."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from facetry.cli.opening import CommandError

if TYPE_CHECKING:
    from facetry.backup.store import BackupReader, BackupWriter


@contextmanager
def backup_errors() -> Iterator[None]:
    """Turn errors of backups into `CommandError`s."""
    from facetry.backup.errors import BackupError

    try:
        yield
    except BackupError as error:
        raise CommandError(str(error)) from None


def is_archive(path: Path) -> bool:
    """Whether a target is one file. Raises `CommandError` for a file with another name."""
    from facetry.backup.archive import SUFFIX

    if path.suffix.lower() == SUFFIX and not path.is_dir():
        return True
    if path.exists() and not path.is_dir():
        raise CommandError(f"{path} is a file. A backup is a folder, or a file whose name ends in {SUFFIX}.", code=2)
    return False


@contextmanager
def opened_reader(path: Path) -> Iterator[BackupReader]:
    """The backups at a place. Raises `BackupError`."""
    from facetry.backup.archive import reading_archive
    from facetry.backup.folder import reading_folder

    if is_archive(path):
        with reading_archive(path) as archive:
            yield archive
    else:
        with reading_folder(path) as folder:
            yield folder


@contextmanager
def opened_writer(path: Path) -> Iterator[BackupWriter]:
    """The place of a new backup. Raises `BackupError`."""
    from facetry.backup.archive import writing_archive
    from facetry.backup.errors import writing_errors
    from facetry.backup.folder import writing_folder

    with writing_errors(path):
        if is_archive(path):
            with writing_archive(path) as archive:
                yield archive
        else:
            with writing_folder(path) as folder:
                yield folder
