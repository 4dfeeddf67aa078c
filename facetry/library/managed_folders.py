"""Ensuring: a repository for a program that asks for its own at each start, in a folder made for it."""

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
from facetry.library.repositories import Known
from facetry.store.work import Work


async def ensure(
    library: Library, technical_id: str, *, name: str, comment: str | None = None, watch: bool = True
) -> tuple[Known, bool]:
    """The repository with the technical id, and whether it is new: then its folder is not scanned yet.

    Name, comment and watching are for a new one only. Raises 409 when it would be new and another repository has the
    name, or when its folder cannot be made, and 507 when the disk is full.
    """
    known = await library.store.read(lambda connection: repositories.with_technical_id(connection, technical_id))
    if known is not None:
        return known, False
    home = await asyncio.to_thread(_home, library.repositories_dir, technical_id)

    def unit(work: Work) -> tuple[Known, bool]:
        other = repositories.with_technical_id(work.connection, technical_id)
        if other is not None:
            return other, False  # another request was faster
        repositories.require_free(work.connection, name=name)
        path = _folder(home / _name(work.connection, home, technical_id), technical_id)
        try:
            new = repositories.create(
                work, path=path, name=name, comment=comment, technical_id=technical_id, watch=watch
            )
        except FaultError as error:
            # The caller named no folder that could be at fault.
            parameter = "technicalId" if error.fault.parameter == "url" else error.fault.parameter
            raise FaultError(replace(error.fault, parameter=parameter)) from None
        return new, True

    return await library.store.write(unit)


def _name(connection: Connection, home: Path, technical_id: str) -> str:
    """The technical id, with something behind it where a repository's folder there differs from it in case only: on
    some file systems it would be the same folder.
    """
    taken = {each.path.name.casefold() for each in repositories.every(connection) if each.path.parent == home}
    name = technical_id
    while name.casefold() in taken:
        name += f"-{hashlib.sha256(technical_id.encode()).hexdigest()[:8]}"
    return name


def _home(path: Path, technical_id: str) -> Path:
    try:
        path.mkdir(parents=True, exist_ok=True)
        return path.resolve(strict=True)
    except OSError as error:
        raise _unmade(path, technical_id, error) from error


def _folder(path: Path, technical_id: str) -> Path:
    """The folder, made unless it is there: a repository that was deleted leaves one, with its files."""
    try:
        with contextlib.suppress(FileExistsError):
            path.mkdir(mode=0o755)
        descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        os.close(descriptor)
        return path.resolve(strict=True)
    except OSError as error:
        raise _unmade(path, technical_id, error) from error


def _unmade(path: Path, technical_id: str, error: OSError) -> FaultError:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return storage_full(f"The disk has no room for the folder {path}.")
    return conflict(
        "file.not-writable",
        f"The folder {path} cannot be made: {error.strerror}.",
        parameter="technicalId",
        value=technical_id,
        remedy="Give the service the right to write there, or set repositories_dir to another folder.",
    )
