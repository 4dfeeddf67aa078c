"""Stores with rows in them, without files: for tests of what stands on the store."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import UUID

from facetry.library import extensions, images, repositories
from facetry.library.images import FileFacts, Picture
from facetry.store.store import Store
from facetry.store.work import Work


@contextmanager
def temporary_store() -> Iterator[Store]:
    """An empty store in a folder of its own."""
    with TemporaryDirectory() as folder:
        store = Store(Path(folder) / "library.db")
        try:
            yield store
        finally:
            store.close()


def facts(path: str, *, size: int = 100, when: int = 1_700_000_000_000) -> FileFacts:
    """What a file system could say of a file."""
    return FileFacts(path=path, size=size, created_ms=when, modified_ms=when, modified_ns=when * 1_000_000)


def picture(format: str = "JPEG", *, width: int = 4, height: int = 3, seed: str = "") -> Picture:
    """What a decoder could say of it."""
    return Picture(format, width, height, hashlib.sha256(seed.encode()).digest(), {})


def add_repository(store: Store, name: str = "pictures") -> repositories.Known:
    """A repository of a folder that is not there."""
    return store.write_now(lambda work: repositories.create(work, path=Path("/nowhere") / name, name=name))


def add_images(store: Store, repository: repositories.Known, names: Sequence[str]) -> list[UUID]:
    """An image for each name, JPEG all of them."""

    def unit(work: Work) -> list[UUID]:
        return [images.insert_image(work, repository.key, facts(name), picture(seed=name))[1] for name in names]

    return store.write_now(unit)


def add_extensions(store: Store, *ids: str) -> None:
    """Registered extensions."""
    for id in ids:
        store.write_now(lambda work, id=id: extensions.register(work, id))  # type: ignore[misc]  # the default binds the loop's value
