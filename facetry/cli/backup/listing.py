"""`facetry backup list` and `facetry backup check`."""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

from facetry.cli.backup.places import backup_errors, opened_reader
from facetry.cli.opening import print_message
from facetry.cli.progress_bar import progress_bar
from facetry.cli.service.output import date_text, print_json, print_table


def run_list(arguments: argparse.Namespace) -> int:
    """List backups. The exit code is 1 if the manifest of one is damaged."""
    from facetry.backup.errors import BackupError
    from facetry.backup.manifest import is_in_future

    now = time.time()
    records: list[dict[str, Any]] = []
    with backup_errors(), opened_reader(Path(arguments.target).expanduser()) as reader:
        for name in reader.names():
            try:
                manifest = reader.manifest(name)
            except BackupError as error:
                records.append({"name": name, "isInFuture": is_in_future(name, now), "error": str(error)})
                continue
            records.append(
                {
                    "name": name,
                    "created": manifest.created,
                    "isInFuture": is_in_future(name, now),
                    "databaseRevision": manifest.database_revision,
                    "hasPictures": manifest.has_pictures,
                    "size": manifest.size,
                    "newBytes": manifest.new_bytes,
                    "images": manifest.counts.get("image"),
                }
            )
    damaged = [record["error"] for record in records if "error" in record]
    if arguments.json:
        print_json(records)
    else:
        rows = [
            (
                each["name"],
                date_text(each["created"]),
                each["images"],
                each["hasPictures"],
                each["size"],
                each["newBytes"],
            )
            for each in records
            if "error" not in each
        ]
        columns = ("name", "created", "images", "pictures", "bytes", "new bytes")
        print_table(columns, rows, "There is no backup yet.")
        for message in damaged:
            print_message(message)
    if future := [record["name"] for record in records if record["isInFuture"]]:
        print_message(
            f"The dates of these backups are in the future, so they do not count as the newest: {', '.join(future)}"
        )
    return 1 if damaged else 0


def run_check(arguments: argparse.Namespace) -> int:
    """Read backups, and compare them with their checksums. The exit code is 1 if one is damaged."""
    from facetry.backup.check import Verdict, check, chosen

    verdicts: list[Verdict] = []
    target = Path(arguments.target).expanduser()
    with backup_errors(), opened_reader(target) as reader:
        names = reader.names() if arguments.name is None else [chosen(reader, arguments.name, target)]
        for name in names:
            with progress_bar(name, unit="bytes", is_quiet=arguments.quiet) as report:
                verdicts.append(check(reader, name, report))
    if arguments.json:
        print_json([{"name": each.name, "damages": each.damages} for each in verdicts])
    else:
        for each in verdicts:
            for damage in each.damages:
                print_message(f"{each.name}: {damage}")
        whole = sum(not each.damages for each in verdicts)
        print_message(f"{whole} of {len(verdicts)} backups are whole.")
    return 0 if verdicts and not any(each.damages for each in verdicts) else 1
