"""Pages that manifests list: their addresses, and which files of an extension are parts of them."""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Iterator
from typing import Final
from urllib.parse import quote, unquote

from facetry.errors import FaultError, not_found
from facetry.extensions.packages.environment import PARAMETERS
from facetry.extensions.pages.page_replies import media_type_of
from facetry.system.files import safe_open
from generated.models import Manifest

PATH_PREFIX: Final = "/ui/extension"
_WEB_ADDRESS: Final = re.compile(r"https?:", re.IGNORECASE)
_PATH_END: Final = re.compile(r"[?#]")
_ABSENT_ERRNOS: Final = frozenset({errno.ENOENT, errno.ENOTDIR, errno.ELOOP, errno.ENAMETOOLONG})
"""Errors of opening a file that is not there, or that is a link."""
_SECRET_NAMES: Final = frozenset({PARAMETERS, "node_modules", "__pycache__"})


def address_of(extension: str, url: str) -> str:
    """The address of a page or icon of a manifest; a path is below that of the service."""
    file = _file_of(url)
    if file is None:
        return url
    rest = url[len(_PATH_END.split(url, maxsplit=1)[0]) :]
    return f"{PATH_PREFIX}/{extension}/{quote(file)}{rest.replace('|', '%7C')}"


def is_page_file(manifest: Manifest, file: str) -> bool:
    """Whether a file of an extension is part of a page: the page itself, a file in its folder or below, or an icon.

    The root of an extension has its program and its key, so a page there is served alone. Names with a leading dot,
    such as those of environments, and names whose end is not that of a part of a page are never served.
    """
    steps = file.split("/")
    if any(not step or step.startswith(".") or step.casefold() in _SECRET_NAMES or "\\" in step for step in steps):
        return False
    if media_type_of(file) is None:
        return False
    pages = [_file_of(element.url) for element in manifest.ui.elements] if manifest.ui is not None else []
    if file in pages or file in map(_file_of, _icons(manifest)):
        return True
    folders = {page.rpartition("/")[0] for page in pages if page is not None} - {""}
    return any(file.startswith(f"{folder}/") for folder in folders)


def open_page_file(folder: str, file: str) -> int:
    """A descriptor of a file of a page in the folder of an extension, following no link. 404 when there is none."""
    try:
        descriptor = safe_open.open_file(safe_open.open_folder(folder), file)
    except OSError as error:
        if error.errno in _ABSENT_ERRNOS:
            raise no_file(file) from None
        raise
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise no_file(file)
    return descriptor


def no_file(file: str) -> FaultError:
    """404: no page has this file."""
    return not_found("file", file, "There is no such file of a page.", parameter="file")


def _icons(manifest: Manifest) -> Iterator[str]:
    for item in manifest.instructions:
        for command in item.commands or ():
            if command.ui is not None:
                yield command.ui.icon_uri


def _file_of(url: str) -> str | None:
    """The file of the extension that an address of the manifest names; None for an address elsewhere."""
    if _WEB_ADDRESS.match(url):
        return None
    return unquote(_PATH_END.split(url, maxsplit=1)[0].removeprefix("/"))
