"""Which folders the repositories have on this host: recorded at the start, before anybody can replace one."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from facetry.library import repositories
from facetry.library.file_stores.bucket.place import is_bucket
from facetry.library.file_stores.stores import FileStores
from facetry.library.file_stores.threads import in_file_thread
from facetry.library.repositories import RepositoryRecord
from facetry.store.store import Store
from facetry.system.files.chosen_folders import ChosenFolders
from facetry.system.files.folder_identity import FolderIdentity

_SECONDS: Final = 5.0
"""How long a start waits. A lost network share is recognised when it is there again."""

_log = logging.getLogger(__name__)


async def recognise_folders(store: Store, file_stores: FileStores) -> None:
    """Record the folders that have no record, as after an upgrade, and forget those that no repository has."""
    if file_stores.folders is None:
        return
    listed = await store.read(repositories.list_all)
    chosen = [repository for repository in listed if not is_bucket(repository.root)]
    await in_file_thread(file_stores.folders.forget_others, {repository.root for repository in chosen})
    looks = [asyncio.ensure_future(in_file_thread(_recognise, file_stores.folders, each)) for each in chosen]
    if looks:
        await asyncio.wait(looks, timeout=_SECONDS)


async def keep_folder(file_stores: FileStores, repository: RepositoryRecord, identity: FolderIdentity | None) -> None:
    """Record the folder of a repository that was just named. None for a bucket."""
    if file_stores.folders is not None and identity is not None:
        await in_file_thread(_keep, file_stores.folders, repository, identity)


def _recognise(folders: ChosenFolders, repository: RepositoryRecord) -> None:
    try:
        folders.of(repository.root).identity()
    except OSError as error:
        _log.warning("%s: the folder cannot be reached: %s", repository.name, error.strerror)


def _keep(folders: ChosenFolders, repository: RepositoryRecord, identity: FolderIdentity) -> None:
    try:
        folders.keep(repository.root, repository.chosen, identity)
    except OSError as error:  # the first use records it
        _log.warning("%s: the folder could not be recorded: %s", repository.name, error.strerror)
