"""URLs of files: the image that lies there."""

from __future__ import annotations

import asyncio
from pathlib import Path
from urllib.parse import unquote

from sqlalchemy import Connection

from facetry.errors import FaultError, bad_parameter
from facetry.library import images, records, repositories
from facetry.store.store import Store
from generated import models


async def image_at(store: Store, url: str) -> models.Image:
    """The record of the image whose file has this `file:` URL; 400 when there is none.

    Links that lead to a repository's folder are followed, as they were when it was created; the file itself need not
    be there.
    """
    path = _path(url)
    found = None
    if path is not None:
        found = await store.read(lambda connection: _at(connection, path))
        if found is None:
            real = await asyncio.to_thread(_resolved, path)
            found = await store.read(lambda connection: _at(connection, real))
    if found is None:
        raise _none(url)
    return found


def _at(connection: Connection, path: Path) -> models.Image | None:
    for repository in repositories.every(connection):
        if path.is_relative_to(repository.path):
            place = path.relative_to(repository.path).as_posix()
            keys = [known.key for known in images.known(connection, repository.key, [place]).values()]
            return next(iter(records.full(connection, keys)), None)
    return None


def _path(url: str) -> Path | None:
    text = url.removeprefix("file://").removeprefix("localhost")
    try:
        path = unquote(text, errors="strict")
    except UnicodeDecodeError:
        return None  # no name that is not UTF-8 is taken into the library
    return Path(path) if url.startswith("file://") and path.startswith("/") and "\0" not in path else None


def _resolved(path: Path) -> Path:
    try:
        return path.resolve()
    except (OSError, RuntimeError):  # a name beyond all limits, or links in a circle
        return path


def _none(url: str) -> FaultError:
    return bad_parameter(
        "url",
        "There is no image whose file lies there.",
        rule="image.url",
        value=url,
        remedy="Synchronize the repository if the file is new.",
    )
