"""The folder argument of the subcommands for extensions."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from facetry.cli.opening import CommandError, for_log, print_message

if TYPE_CHECKING:
    from facetry.authoring.package import PackResult


def cache_folder() -> Path:
    """The folder for results that take long to compute, kept between commands."""
    from platformdirs import user_cache_path

    return user_cache_path("facetry", appauthor=False)


def add_folder_argument(parser: argparse.ArgumentParser) -> None:
    """Declare the argument for the folder."""
    parser.add_argument(
        "folder",
        metavar="FOLDER",
        nargs="?",
        default=".",
        help="the folder of the extension (default: the current one)",
    )


def pack_folder(folder: Path) -> PackResult:
    """Pack a folder, and print all findings. Raises `CommandError` when there is no such folder."""
    from facetry.authoring.package import pack
    from facetry.cli.colours import is_coloured
    from facetry.validate.reports.text import format_finding

    if not folder.is_dir():
        raise CommandError(f"there is no folder {folder}", code=2)
    result = pack(folder, cache_folder())
    for located in result.findings:
        named = located if folder == Path() else replace(located, file=f"{folder}/{located.file}")
        finding = format_finding(named, result.texts.get(located.file), is_coloured=is_coloured(sys.stdout))
        print(for_log(f"{finding}\n"), flush=True)
    if result.data is None:
        print_message(f"{folder} has errors; no archive was made")
    return result
