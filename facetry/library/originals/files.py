"""Originals: the picture files themselves, opened and removed. `storing` makes, changes and renames them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal
from urllib.parse import quote

from facetry.errors import conflict
from facetry.library.originals.location import Located
from facetry.system.safe_open import open_file, open_folder


def open_original(located: Located) -> int:
    """A descriptor of the file of an image, with no link followed beneath its repository; 409 when it is not there."""
    try:
        return open_file(located.root, located.path)
    except OSError as error:
        raise conflict(
            "image.file-missing",
            f"The file of the image cannot be opened: {error.strerror}.",
            parameter="id",
            value=located.id,
            remedy="Make its folder available, or synchronize the repository.",
        ) from error


def remove_original(located: Located) -> None:
    """Remove the file of an image; one that is gone already is no obstacle. 409 when it cannot be removed."""
    *parents, name = located.path.split("/")
    try:
        folder = open_folder(located.root, tuple(parents))
        try:
            os.unlink(name, dir_fd=folder)
            os.fsync(folder)
        finally:
            os.close(folder)
    except FileNotFoundError:
        if not Path(located.root).is_dir():
            raise conflict(
                "repository.unavailable",
                "The folder of the image's repository is not there, so its file cannot be removed.",
                parameter="id",
                value=located.id,
                remedy="Make the folder available (mount the disk), then try again.",
            ) from None
    except OSError as error:
        raise conflict(
            "image.file-not-removable",
            f"The file of the image cannot be removed: {error.strerror}.",
            parameter="id",
            value=located.id,
            remedy="Give the service the right to write in the folder, or remove the file yourself.",
        ) from error


def disposition(name: str, kind: Literal["attachment", "inline"] = "attachment") -> str:
    """The Content-Disposition under which a browser saves or shows a file: ASCII, and the true name beside it
    (RFC 6266).
    """
    encoded = quote(name, safe="")
    if "%" not in encoded:  # letters, digits and four signs: most names
        return f'{kind}; filename="{name}"'
    plain = "".join(c if c.isascii() and c.isprintable() and c not in '"\\%' else "_" for c in name)
    return f"{kind}; filename=\"{plain}\"; filename*=UTF-8''{encoded}"
