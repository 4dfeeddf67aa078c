"""Original files: opens and removes the picture files of images. `storing` creates, changes and renames them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal
from urllib.parse import quote

from facetry.errors import conflict
from facetry.library.originals.location import OriginalLocation
from facetry.system.safe_open import open_file, open_folder


def open_original(location: OriginalLocation) -> int:
    """A descriptor of the file of an image, opened without following links beneath its repository; 409 when it is
    missing.
    """
    try:
        return open_file(location.root, location.path)
    except OSError as error:
        raise conflict(
            "image.file-missing",
            f"The file of the image cannot be opened: {error.strerror}.",
            parameter="id",
            value=location.id,
            remedy="Make its folder available, or synchronize the repository.",
        ) from error


def remove_original(location: OriginalLocation) -> None:
    """Remove the file of an image; a missing file is no error. 409 when it cannot be removed."""
    *parents, name = location.path.split("/")
    try:
        folder = open_folder(location.root, tuple(parents))
        try:
            os.unlink(name, dir_fd=folder)
            os.fsync(folder)
        finally:
            os.close(folder)
    except FileNotFoundError:
        if not Path(location.root).is_dir():
            raise conflict(
                "repository.unavailable",
                "The folder of the image's repository is missing, so the file cannot be removed.",
                parameter="id",
                value=location.id,
                remedy="Make the folder available (mount the disk), then try again.",
            ) from None
    except OSError as error:
        raise conflict(
            "image.file-not-removable",
            f"The file of the image cannot be removed: {error.strerror}.",
            parameter="id",
            value=location.id,
            remedy="Give the service the right to write in the folder, or remove the file yourself.",
        ) from error


def content_disposition(name: str, kind: Literal["attachment", "inline"] = "attachment") -> str:
    """The Content-Disposition with which a browser saves or shows a file: an ASCII name, and the full name in UTF-8
    (RFC 6266).
    """
    encoded = quote(name, safe="")
    if "%" not in encoded:  # only letters, digits and - . _ ~, as in most names
        return f'{kind}; filename="{name}"'
    plain = "".join(c if c.isascii() and c.isprintable() and c not in '"\\%' else "_" for c in name)
    return f"{kind}; filename=\"{plain}\"; filename*=UTF-8''{encoded}"
