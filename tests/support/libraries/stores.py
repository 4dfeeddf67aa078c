"""Stores with rows but without image files, for tests of modules that use the store."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import UUID

from facetry.library import extensions, images, repositories
from facetry.library.pictures import FileFacts, Picture
from facetry.library.tasks import ledger
from facetry.store.store import Store
from facetry.store.work import Work
from tests.support.engines.databases import database_at


@contextmanager
def temporary_store() -> Iterator[Store]:
    """An empty store in a folder of its own."""
    with TemporaryDirectory() as folder:
        store = Store(database_at(Path(folder) / "library.db"))
        ledger.register(store)
        try:
            yield store
        finally:
            store.close()


def file_facts(path: str, *, size: int = 100, timestamp_ms: int = 1_700_000_000_000) -> FileFacts:
    """The facts that a file system could report about a file."""
    return FileFacts(
        path=path, size=size, created_ms=timestamp_ms, modified_ms=timestamp_ms, modified_ns=timestamp_ms * 1_000_000
    )


def picture(format: str = "JPEG", *, width: int = 4, height: int = 3, seed: str = "") -> Picture:
    """The picture that a decoder could return; `seed` determines its hash."""
    return Picture(format, width, height, hashlib.sha256(seed.encode()).digest(), {})


def add_repository(store: Store, name: str = "pictures") -> repositories.RepositoryRecord:
    """Create a repository whose folder does not exist."""
    return store.write_now(lambda work: repositories.create(work, path=Path("/nowhere") / name, name=name))


def add_images(store: Store, repository: repositories.RepositoryRecord, names: Sequence[str]) -> list[UUID]:
    """Insert a JPEG image for each name. Returns their ids."""

    def unit(work: Work) -> list[UUID]:
        return [images.insert_image(work, repository.key, file_facts(name), picture(seed=name))[1] for name in names]

    return store.write_now(unit)


def add_extensions(store: Store, *ids: str) -> None:
    """Register extensions."""
    for id in ids:
        store.write_now(lambda work, id=id: extensions.register(work, id))  # type: ignore[misc]  # the default binds the loop's value
