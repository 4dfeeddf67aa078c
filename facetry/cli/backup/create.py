"""`facetry backup TARGET`: makes a backup."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from facetry.cli.backup.places import backup_errors, is_archive, opened_writer
from facetry.cli.opening import CommandError, data_folder_errors, print_message, settings_of
from facetry.cli.progress_bar import Report, progress_bar
from facetry.cli.service.output import print_json, print_record

if TYPE_CHECKING:
    from facetry.backup.create import BackupResult

_MAX_NAMED = 20


def run(arguments: argparse.Namespace) -> int:
    """Make a backup, and remove old ones if that was asked for."""
    keeps = arguments.keep_daily is not None or arguments.keep_weekly is not None
    target = Path(arguments.target).expanduser().resolve()
    if keeps and is_archive(target):
        raise CommandError("--keep-daily and --keep-weekly need a folder of backups", code=2)
    if keeps and not (arguments.keep_daily or arguments.keep_weekly):
        raise CommandError("--keep-daily or --keep-weekly must keep at least one backup", code=2)
    settings = settings_of(arguments)
    from facetry.backup.create import create
    from facetry.backup.folder import BackupFolder
    from facetry.backup.retention import Retention, prune
    from facetry.service.library_backups import backup_source

    removed: list[str] = []
    with backup_errors(), data_folder_errors(settings):
        source = backup_source(settings)
        if target.is_relative_to(settings.data_dir.resolve()):
            raise CommandError(f"{target} is in the data folder. A backup belongs on another disk.", code=2)
        with opened_writer(target) as writer:
            with progress_bar("database", unit="bytes", is_quiet=arguments.quiet) as show:
                result = create(source, writer, with_pictures=arguments.pictures, report=_counted(show))
            if keeps and isinstance(writer, BackupFolder):
                removed = prune(writer, Retention(arguments.keep_daily or 0, arguments.keep_weekly or 0))
    if arguments.json:
        print_json({**_document(result), "removed": removed})
    else:
        _print(result, target, removed)
    return 0


def _counted(show: Report) -> Callable[[str, int], None]:
    """Shows the sum of the bytes of all steps."""
    done = 0

    def report(what: str, count: int) -> None:
        nonlocal done
        done += count
        show(done, what=what)

    return report


def _document(result: BackupResult) -> dict[str, Any]:
    manifest = result.manifest
    return {
        "name": result.name,
        "created": manifest.created,
        "databaseRevision": manifest.database_revision,
        "hasPictures": manifest.has_pictures,
        "size": manifest.size,
        "newBytes": manifest.new_bytes,
        "files": len(manifest.files),
        "counts": dict(manifest.counts),
        "missing": list(result.missing),
        "skipped": list(result.skipped),
    }


def _print(result: BackupResult, target: Path, removed: list[str]) -> None:
    manifest = result.manifest
    print_record(
        [
            ("backup", result.name),
            ("in", target),
            ("images", manifest.counts.get("image")),
            ("files", len(manifest.files)),
            ("bytes", manifest.size),
            ("new bytes", manifest.new_bytes),
            ("removed", ", ".join(removed) or None),
        ]
    )
    sys.stdout.flush()  # before the messages that follow
    for what, paths in (
        ("Pictures whose files cannot be read are not in it", result.missing),
        ("Links and special files are not in it", result.skipped),
    ):
        if paths:
            more = f", and {len(paths) - _MAX_NAMED} more" if len(paths) > _MAX_NAMED else ""
            print_message(f"{what}: {', '.join(paths[:_MAX_NAMED])}{more}")
