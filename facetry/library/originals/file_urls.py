"""Look-up of images by the URLs of their files, and URLs of repositories."""

from __future__ import annotations

import asyncio
from pathlib import Path
from urllib.parse import unquote

from sqlalchemy import Connection

from facetry.errors import FaultError, bad_parameter
from facetry.library import recorded_files, records, repositories
from facetry.library.file_stores.bucket import location
from facetry.library.file_stores.bucket.location import is_bucket
from facetry.store.store import Store
from generated import answers


async def image_at(store: Store, url: str) -> answers.Image:
    """The record of the image whose file has this URL, `file:` or `s3:`; 400 when there is none.

    Symbolic links on the way to a repository's folder are followed, as they were when the repository was created. The
    file itself need not exist.
    """
    if is_bucket(url):
        image = await store.read(lambda connection: _find_object(connection, unquote(url)))
        if image is None:
            raise _unknown_url_fault(url)
        return image
    path = _path(url)
    image = None
    if path is not None:
        image = await store.read(lambda connection: _find_image(connection, path))
        if image is None:
            resolved = await asyncio.to_thread(_resolve, path)
            image = await store.read(lambda connection: _find_image(connection, resolved))
    if image is None:
        raise _unknown_url_fault(url)
    return image


def url_of(root: str) -> str:
    """The URL of the location of a repository."""
    return location.url_of(root) if is_bucket(root) else Path(root).as_uri()


def _find_object(connection: Connection, address: str) -> answers.Image | None:
    for repository in repositories.list_all(connection):
        if address.startswith(f"{repository.root}/"):
            path = address.removeprefix(f"{repository.root}/")
            found = recorded_files.records(connection, repository.key, [path]).values()
            return next(iter(records.full_records(connection, [record.key for record in found])), None)
    return None


def _find_image(connection: Connection, path: Path) -> answers.Image | None:
    for repository in repositories.list_all(connection):
        if path.is_relative_to(repository.root):
            relative_path = path.relative_to(repository.root).as_posix()
            keys = [
                record.key for record in recorded_files.records(connection, repository.key, [relative_path]).values()
            ]
            return next(iter(records.full_records(connection, keys)), None)
    return None


def _path(url: str) -> Path | None:
    text = url.removeprefix("file://").removeprefix("localhost")
    try:
        path = unquote(text, errors="strict")
    except UnicodeDecodeError:
        return None  # names in the library are always UTF-8
    return Path(path) if url.startswith("file://") and path.startswith("/") and "\0" not in path else None


def _resolve(path: Path) -> Path:
    try:
        return path.resolve()
    except (OSError, RuntimeError):  # the name is too long, or links form a cycle
        return path


def _unknown_url_fault(url: str) -> FaultError:
    return bad_parameter(
        "url",
        "No image in the library has its file at this URL.",
        rule="image.url",
        value=url,
        remedy="Synchronize the repository if the file is new.",
    )
