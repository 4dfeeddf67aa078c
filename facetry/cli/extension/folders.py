"""The folder of an extension, as the verbs take it."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from facetry.cli.opening import CommandError, say

if TYPE_CHECKING:
    from facetry.authoring.package import Packed


def cache() -> Path:
    """Where what takes long to make is kept from one command to the next."""
    from platformdirs import user_cache_path

    return user_cache_path("facetry", appauthor=False)


def add_folder(parser: argparse.ArgumentParser) -> None:
    """The argument that names the folder."""
    parser.add_argument("folder", metavar="FOLDER", nargs="?", default=".", help="the extension (default: this folder)")


def packed(folder: Path) -> Packed:
    """What comes of a folder, and all that is to be told of it, told."""
    from facetry.authoring.package import pack

    if not folder.is_dir():
        raise CommandError(f"there is no folder {folder}", code=2)
    made = pack(folder, cache())
    for told in made.told:
        print(told if folder == Path() else f"{folder}/{told}", flush=True)
    if made.data is None:
        say(f"{folder} cannot be packed as it is")
    return made
