"""What `facetry serve` serves when it is called without a folder, decided before the large imports."""

from __future__ import annotations

import argparse
import os
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class ServePlan:
    """What is going to be served: `message` says it. `first_folder` is added to a library that has no folder.
    `is_painted`: there is nothing to serve but painted pictures.
    """

    message: str
    first_folder: Path | None = None
    is_painted: bool = False


def plan_serving(arguments: argparse.Namespace) -> ServePlan:
    """The plan for the arguments of `serve`.

    Only the platform's own data folder gets the pictures folder or painted pictures. A data folder that a person or
    program has chosen holds exactly what was put into it: clients may delete images there, and with them their files.
    """
    if arguments.paths:
        count = len(arguments.paths)
        return ServePlan(f"starting to serve {arguments.paths[0] if count == 1 else f'{count} folders'}")
    if chosen := arguments.data_dir or os.environ.get("FACETRY_DATA_DIR"):
        return ServePlan(f"starting to serve the library in {chosen}")
    from platformdirs import user_data_path

    library, pictures = user_data_path("facetry", appauthor=False), pictures_folder()
    first_folder = pictures if _is_listable(pictures) else None
    if _is_listable(library) and any(library.iterdir()):
        return ServePlan(f"starting to serve the library in {library}", first_folder)
    if first_folder is not None:
        return ServePlan(f"starting to serve {first_folder}, your folder of pictures", first_folder)
    return ServePlan(
        f"there is no folder of pictures ({pictures}), so painted pictures are served, from a temporary library. "
        "To serve a folder of yours: facetry serve FOLDER",
        is_painted=True,
    )


def pictures_folder() -> Path:
    """The platform's folder of pictures, which need not exist."""
    from platformdirs import user_pictures_path

    return user_pictures_path()


def _is_listable(folder: Path) -> bool:
    # user-dirs.dirs names the home folder itself for a folder that the user has switched off
    return folder.is_dir() and os.access(folder, os.R_OK | os.X_OK) and folder.resolve() != Path.home().resolve()
