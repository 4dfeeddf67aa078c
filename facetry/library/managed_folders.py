"""Managed folders: repositories that programs ensure at each start, each in a folder that the service creates
for it.
"""

from __future__ import annotations

import asyncio
import errno
import hashlib
import os
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from sqlalchemy import Connection

from facetry.errors import FaultError, conflict, storage_full
from facetry.library import repositories
from facetry.library.library import Library
from facetry.library.repositories import RepositoryRecord
from facetry.library.scan.recognition import keep_folder
from facetry.store.work import Work
from facetry.system.files.chosen_folders import LINK_REASON, ChosenFolder, LeadsElsewhereError
from facetry.system.files.durable_folders import make_subfolder, open_or_make_folder
from facetry.system.files.folder_identity import FolderIdentity, identity_of_open


async def ensure(
    library: Library, technical_id: str, *, name: str, comment: str | None = None, watch: bool = True
) -> tuple[RepositoryRecord, bool]:
    """The repository with the technical id, and whether it is new; a new repository is not scanned yet.

    Name, comment and watching apply only to a new repository. Raises 409 when it would be new and another repository
    has the name, or when its folder cannot be created, or would be on one host of a cluster alone, and 507 when the
    disk is full.
    """
    existing = await library.store.read(lambda connection: repositories.find_by_technical_id(connection, technical_id))
    if existing is not None:
        return existing, False
    if library.repositories_dir is None:
        raise conflict(
            "repository.shared-folder",
            "The hosts of the cluster share no folder in which repositories can be created.",
            parameter="technicalId",
            value=technical_id,
            remedy="Set repositories_dir on all hosts to a folder that all of them mount at the same path.",
        )
    location = Path(library.repositories_dir.path)
    parent = await asyncio.to_thread(_open_parent, library.repositories_dir, technical_id)

    def unit(work: Work) -> tuple[RepositoryRecord, FolderIdentity | None]:
        concurrent = repositories.find_by_technical_id(work.connection, technical_id)
        if concurrent is not None:
            return concurrent, None  # a concurrent request has created it
        repositories.require_free(work.connection, name=name)
        path = location / _free_folder_name(work.connection, location, technical_id)
        had_folder = _is_there(parent, path.name)
        identity = _ensure_folder(parent, path, technical_id)
        try:
            new = repositories.create(
                work, path=path, name=name, comment=comment, technical_id=technical_id, watch=watch
            )
        except FaultError as error:
            if not had_folder:
                with suppress(OSError):  # a file in it is somebody's
                    os.rmdir(path.name, dir_fd=parent)
            # The fault names the technical id: the caller sent no URL.
            parameter = "technicalId" if error.fault.parameter == "url" else error.fault.parameter
            raise FaultError(replace(error.fault, parameter=parameter)) from None
        return new, identity

    try:
        repository, identity = await library.store.write(unit)
    finally:
        os.close(parent)
    await keep_folder(library.file_stores, repository, identity)
    return repository, identity is not None


def _is_there(parent: int, name: str) -> bool:
    try:
        os.stat(name, dir_fd=parent, follow_symlinks=False)
    except FileNotFoundError:
        return False
    return True


def _free_folder_name(connection: Connection, parent: Path, technical_id: str) -> str:
    """The technical id, with a hash appended while a repository's folder there has the same name or one that differs
    only in case.

    On some file systems, names that differ only in case are the same folder.
    """
    taken_names = {
        repository.path.name.casefold()
        for repository in repositories.list_all(connection)
        if repository.path.parent == parent
    }
    name = technical_id
    while name.casefold() in taken_names:
        name += f"-{hashlib.sha256(technical_id.encode()).hexdigest()[:8]}"
    return name


def _open_parent(chosen: ChosenFolder, technical_id: str) -> int:
    """A descriptor of the folder of all managed folders, created if it is missing."""
    try:
        os.close(open_or_make_folder(Path(chosen.path)))
        return chosen.open()
    except OSError as error:
        if isinstance(error, LeadsElsewhereError) or error.errno == errno.ELOOP:
            raise conflict(
                "repository.unavailable",
                f"The folder {chosen.path} leads elsewhere: {_reason(error)}.",
                parameter="technicalId",
                value=technical_id,
                remedy="Put it back, or set repositories_dir to where it is now, and start the service anew.",
            ) from error
        raise _creation_fault(Path(chosen.path), technical_id, error) from error


def _ensure_folder(parent: int, path: Path, technical_id: str) -> FolderIdentity:
    """The identity of the folder, created if it is missing. A deleted repository leaves its folder with its files,
    which is used again. A link is not followed: the program may have made it.
    """
    try:
        folder = make_subfolder(parent, path.name, 0o755)
        try:
            return identity_of_open(folder)
        finally:
            os.close(folder)
    except OSError as error:
        raise _creation_fault(path, technical_id, error) from error


def _reason(error: OSError) -> str:
    return LINK_REASON if error.errno == errno.ELOOP else error.strerror or str(error)


def _creation_fault(path: Path, technical_id: str, error: OSError) -> FaultError:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return storage_full(f"The disk has no room for the folder {path}.")
    if path.is_symlink():
        reason, remedy = "a symbolic link is there, which is not followed", "Remove the link. "
    else:
        reason, remedy = f"{error.strerror}", ""
    return conflict(
        "file.not-writable",
        f"The folder {path} cannot be created: {reason}.",
        parameter="technicalId",
        value=technical_id,
        remedy=f"{remedy}Give the service the right to write there, or set repositories_dir to another folder.",
    )
