"""Which folders can be granted to extensions, and by which paths."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Final

from facetry.library.grants.granted_folders import not_grantable
from facetry.system import system_folders
from facetry.system.mount_aliases import with_aliases

_MAX_LINKS: Final = 40
"""As many links as the system follows on the way to a file."""


def require_grantable(grant: str, location: Path, protected: Iterable[Path]) -> None:
    """Raise 400 for a folder of the system, and for one that has to do with `protected` paths: one that contains links
    on their way would decide where they lead. Asks the file system.
    """
    paths = list(protected)
    locations = list(map(Path, with_aliases(map(str, paths))))
    links = [link.parent for path in paths for link in links_of(path)]
    if system_folders.system_folder_of(location) is not None:
        raise not_grantable(grant, "The folder belongs to the operating system.")
    if system_folders.nearest(location, locations) or any(
        system_folders.nearest(each, [location]) for each in (*locations, *links)
    ):
        detail = "The folder is, contains or lies inside the data folder of the library, or holds a secret."
        raise not_grantable(grant, detail)


def require_own_way(grant: str, writable: Collection[Path]) -> None:
    """Raise 400 when the path of a grant leads through a link in a `writable` folder of an extension, whose program can
    have made it. Asks the file system.
    """
    for link in links_of(Path(grant.partition(":")[2]).expanduser()):
        if (folder := system_folders.nearest(link.parent, writable)) is not None:
            detail = f"The path leads through the link {link}, which an extension may change: it may write to {folder}."
            raise not_grantable(grant, detail)


def links_of(path: Path) -> Iterator[Path]:
    """The links on the way to what an absolute path leads to. Each is in a folder whose own path has no links."""
    location, pending, count = Path("/"), [*reversed(path.absolute().parts[1:])], 0
    while pending and count < _MAX_LINKS:
        part = pending.pop()
        try:
            target = Path(os.readlink(location / part)) if part != ".." else None  # noqa: PTH115  # keeps the text
        except OSError:
            target = None
        if target is None:
            location = location.parent if part == ".." else location / part
            continue
        count += 1
        yield location / part
        if target.is_absolute():
            location = Path("/")
        pending += reversed(target.parts[1:] if target.is_absolute() else target.parts)
