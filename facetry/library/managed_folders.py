"""Managed folders: repositories that programs ensure at each start, each in a folder that the service creates
for it.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import hashlib
import os
from dataclasses import replace
from pathlib import Path

from sqlalchemy import Connection

from facetry.errors import FaultError, conflict, storage_full
from facetry.library import repositories
from facetry.library.library import Library
from facetry.library.repositories import RepositoryRecord
from facetry.store.work import Work
from facetry.system.files.durable_folders import flush_folder, make_folders


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
    parent = await asyncio.to_thread(_ensure_parent, library.repositories_dir, technical_id)

    def unit(work: Work) -> tuple[RepositoryRecord, bool]:
        concurrent = repositories.find_by_technical_id(work.connection, technical_id)
        if concurrent is not None:
            return concurrent, False  # a concurrent request has created it
        repositories.require_free(work.connection, name=name)
        managed = parent / _free_folder_name(work.connection, parent, technical_id)
        path = _ensure_folder(managed, technical_id)
        try:
            if path != managed:  # somebody has put a link there
                library.folder_rules.require(path, given=technical_id)
            new = repositories.create(
                work, path=path, name=name, comment=comment, technical_id=technical_id, watch=watch
            )
        except FaultError as error:
            # The fault names the technical id: the caller sent no URL.
            parameter = "technicalId" if error.fault.parameter == "url" else error.fault.parameter
            raise FaultError(replace(error.fault, parameter=parameter)) from None
        return new, True

    return await library.store.write(unit)


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


def _ensure_parent(path: Path, technical_id: str) -> Path:
    try:
        make_folders(path)
        return path.resolve(strict=True)
    except OSError as error:
        raise _creation_fault(path, technical_id, error) from error


def _ensure_folder(path: Path, technical_id: str) -> Path:
    """The folder, created if it is missing. A deleted repository leaves its folder with its files, which is
    used again.
    """
    try:
        with contextlib.suppress(FileExistsError):
            path.mkdir(mode=0o755)
            flush_folder(path.parent)
        descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        os.close(descriptor)
        return path.resolve(strict=True)
    except OSError as error:
        raise _creation_fault(path, technical_id, error) from error


def _creation_fault(path: Path, technical_id: str, error: OSError) -> FaultError:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return storage_full(f"The disk has no room for the folder {path}.")
    return conflict(
        "file.not-writable",
        f"The folder {path} cannot be created: {error.strerror}.",
        parameter="technicalId",
        value=technical_id,
        remedy="Give the service the right to write there, or set repositories_dir to another folder.",
    )
