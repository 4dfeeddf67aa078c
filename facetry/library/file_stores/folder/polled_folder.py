"""Changes beneath a folder whose file system sends no notifications: it is listed again and again, and compared."""

from __future__ import annotations

import threading
from array import array
from collections.abc import AsyncIterator, Collection
from dataclasses import dataclass
from typing import Final, Self

from facetry.library.file_stores.changed_paths import ChangedPathCollector
from facetry.library.file_stores.file_store import ChangedPaths, LocationGoneError
from facetry.library.file_stores.folder.notifications import inode_of
from facetry.library.file_stores.folder.walk import list_folder
from facetry.library.file_stores.polling import poll
from facetry.library.file_stores.threads import in_file_thread
from facetry.library.pictures import FileFacts
from facetry.system.files.chosen_folders import ChosenFolder
from facetry.system.files.folder_identity import Identity

SECONDS: Final = 2.0
"""Minimum pause between two listings."""


@dataclass(frozen=True, slots=True)
class _Files:
    """The files of one folder, packed, because a repository may have millions: names with `/` between them, and the
    four numbers of the version of each.
    """

    names: str
    versions: array[int]

    def differences(self, other: _Files) -> set[str]:
        """The names of files that only one of both has, or that differ."""
        return {name for name, *_ in self._as_set() ^ other._as_set()}

    def _as_set(self) -> set[tuple[str, int, int, int, int]]:
        names = self.names.split("/") if self.names else []
        return set(zip(names, *(self.versions[number::4] for number in range(4)), strict=True))


_Listing = dict[tuple[str, ...], _Files]
"""The files of each folder, whose path is given by its parts."""


class PolledFolder:
    """Reports changes beneath `root` (implements `Notifications`). An asynchronous context manager; belongs to one
    event loop.
    """

    def __init__(self, root: ChosenFolder, *, seconds: float = SECONDS) -> None:
        self._root = root
        self._seconds = seconds
        self._inode: Identity | None = None
        self._listing: _Listing = {}
        self._reported = ChangedPathCollector()
        self._is_closed = threading.Event()

    async def __aenter__(self) -> Self:
        """List the folder for the first time. Raises `LocationGoneError`."""
        self._inode = await in_file_thread(inode_of, self._root)
        await self._look()
        return self

    async def __aexit__(self, *_: object) -> None:
        self._is_closed.set()

    def changes(self) -> AsyncIterator[ChangedPaths]:
        """Yields the paths that changed since the previous item. Raises `LocationGoneError`."""
        return poll(self._look, self._reported, self._seconds)

    def add_changes(self, paths: Collection[str]) -> None:
        """Report changed paths, as somebody else has noticed them."""
        if paths:
            self._reported.add(paths)

    def forget(self) -> None:
        """Report again at the next interval what was reported, because it could not be looked at. The next full scan
        finds what was not looked at.
        """

    async def _look(self) -> ChangedPaths:
        """List the folder, and return the paths that differ from the listing before; None for too many."""
        changed = ChangedPathCollector()
        changed.add(await in_file_thread(self._compare))
        if await in_file_thread(inode_of, self._root) != self._inode:
            raise LocationGoneError("The folder was replaced by another one.")
        return changed.take()

    def _compare(self) -> set[str]:
        """Runs in a thread. Raises `LocationGoneError`."""
        try:
            listing = self._list()
        except OSError as error:
            raise LocationGoneError(f"The folder cannot be listed: {error.strerror}.") from None
        changed_paths = _differences(self._listing, listing)
        self._listing = listing
        return changed_paths

    def _list(self) -> _Listing:
        """Raises OSError when the root itself cannot be listed."""
        listing: _Listing = {}
        folders: list[tuple[str, ...]] = [()]
        while folders and not self._is_closed.is_set():
            parts = folders.pop()
            names, versions = [], array("q")
            try:
                for entry in list_folder(self._root, parts):
                    if isinstance(entry, str):
                        folders.append((*parts, entry))
                    elif isinstance(entry, FileFacts):
                        names.append(entry.path.rpartition("/")[2])
                        versions.extend(entry.version)
            except OSError:
                if not parts:
                    raise
                continue  # scans report it; without a listing, it is as if the folder were gone
            listing[parts] = _Files("/".join(names), versions)
        return listing


def _differences(old: _Listing, new: _Listing) -> set[str]:
    """The paths of files that differ, and of folders that only one of both has, without those beneath them."""
    paths = {"/".join(parts) for parts in old.keys() ^ new.keys() if parts[:-1] in old and parts[:-1] in new}
    for parts in old.keys() & new.keys():
        if old[parts] != new[parts]:
            paths.update("/".join((*parts, name)) for name in old[parts].differences(new[parts]))
    return paths
