"""Which folders the repositories have on this host: recorded before anybody can replace one."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from facetry.errors import FaultError
from facetry.library import repositories
from facetry.library.file_stores.bucket.location import is_bucket
from facetry.library.file_stores.stores import FileStores
from facetry.library.file_stores.threads import in_file_thread
from facetry.library.repositories import RepositoryRecord
from facetry.store.store import Store
from facetry.system.files.chosen_folders import ChosenFolders
from facetry.system.files.folder_identity import FolderIdentity

_SECONDS: Final = 5.0
"""How long a start waits. A lost network share is recognised when it is there again."""

_PAUSE_SECONDS: Final = 5.0

_log = logging.getLogger(__name__)


async def recognise_folders(store: Store, file_stores: FileStores) -> None:
    """Record the folders that have no record, as after an upgrade, and forget those that no repository has."""
    if file_stores.folders is None:
        return
    chosen = await _with_folders(store)
    await in_file_thread(file_stores.folders.forget_others, {repository.root for repository in chosen})
    looks = [asyncio.ensure_future(in_file_thread(_recognise, file_stores.folders, each)) for each in chosen]
    if looks:
        await asyncio.wait(looks, timeout=_SECONDS)


async def recognise_periodically(store: Store, file_stores: FileStores) -> None:
    """Record the folders that other hosts of the cluster have been told of, soon after they were named."""
    looks: dict[tuple[str, int], asyncio.Future[bool]] = {}
    while file_stores.folders is not None:
        await asyncio.sleep(_PAUSE_SECONDS)
        try:
            chosen = {(each.root, each.chosen): each for each in await _with_folders(store)}
        except FaultError as error:
            _log.debug("the folders of repositories are not known: %s", error.fault.detail)
            continue
        looks = {key: look for key, look in looks.items() if key in chosen}
        for key, repository in chosen.items():
            look = looks.get(key)
            if look is None or (look.done() and not look.result()):  # one that waits for a lost share is not repeated
                looks[key] = asyncio.ensure_future(in_file_thread(_is_recognised, file_stores.folders, repository))


async def keep_folder(file_stores: FileStores, repository: RepositoryRecord, identity: FolderIdentity | None) -> None:
    """Record the folder of a repository that was just named. None for a bucket."""
    if file_stores.folders is not None and identity is not None:
        await in_file_thread(_keep, file_stores.folders, repository, identity)


async def _with_folders(store: Store) -> list[RepositoryRecord]:
    return [each for each in await store.read(repositories.list_all) if not is_bucket(each.root)]


def _recognise(folders: ChosenFolders, repository: RepositoryRecord) -> None:
    try:
        folders.of(repository.root).identity()
    except OSError as error:
        _log.warning("%s: the folder cannot be reached: %s", repository.name, error.strerror)
    except FaultError as error:
        _log.warning("%s: the folder is not recognised yet: %s", repository.name, error.fault.detail)


def _is_recognised(folders: ChosenFolders, repository: RepositoryRecord) -> bool:
    try:
        folders.of(repository.root).identity()
    except (OSError, FaultError):  # whoever uses the folder hears of it
        return False
    return True


def _keep(folders: ChosenFolders, repository: RepositoryRecord, identity: FolderIdentity) -> None:
    try:
        folders.keep(repository.root, repository.chosen, identity)
    except OSError as error:  # the first use records it
        _log.warning("%s: the folder could not be recorded: %s", repository.name, error.strerror)
