"""Backups of a library by the settings: what they have, and when they are made."""

from __future__ import annotations

from facetry.backup.data_folder import DataFolder
from facetry.backup.errors import BackupError
from facetry.backup.retention import Retention
from facetry.backup.schedule import BackupSchedule, ScheduledBackups
from facetry.service.data_folder import EXTENSIONS, MASTER_KEY
from facetry.service.library_database import DATABASE, lack_of_library
from facetry.settings import FILE_NAME, Settings


def backup_source(settings: Settings) -> DataFolder:
    """What a backup of the data folder has. Raises `BackupError` when there is no library, or it is on a server."""
    if settings.database_url is not None:
        raise BackupError(
            "the library is in a database on a server, which backs it up by its own means, such as pg_dump. Copy the "
            f"data folder {settings.data_dir} and the folders of pictures with another program."
        )
    if (lack := lack_of_library(settings)) is not None:
        raise BackupError(lack)
    return DataFolder(settings.data_dir, DATABASE, (FILE_NAME, MASTER_KEY), EXTENSIONS)


def scheduled_backups(settings: Settings) -> ScheduledBackups | None:
    """The backups that the settings ask for, or None. Raises `BackupError` for a folder in the data folder."""
    options = settings.backup
    if options.folder is None:
        return None
    if options.folder.resolve().is_relative_to(settings.data_dir.resolve()):
        raise BackupError(f"{options.folder} is in the data folder. A backup belongs on another disk.")
    schedule = BackupSchedule(
        folder=options.folder,
        seconds=options.hours * 3600,
        with_pictures=options.pictures,
        retention=Retention(options.keep_daily, options.keep_weekly),
        bytes_per_second=options.megabytes_per_second * 1_000_000,
    )
    return ScheduledBackups(backup_source(settings), schedule)
