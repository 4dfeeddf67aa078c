"""A synthetic library of a million images with ten tags each, made once and kept."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from uuid import UUID

from facetry.app import DATABASE
from facetry.library import extensions, repositories
from facetry.store.engine import raw
from facetry.store.migrations import HEAD
from facetry.store.store import Store
from facetry.store.work import Work

IMAGES: Final = 1_000_000
TAGS_EACH: Final = 10
SHARES: Final = {"half": 0.5, "tenth": 0.1, "hundredth": 0.01, "rare": 0.0001}
"""Tags by the share of the images that have them; the other tags of an image are taken from `common`."""
_COMMON: Final = 996


def library(folder: Path) -> Path:
    """The data folder of the library, made when it is not there (a minute, 1.1 GB)."""
    complete = folder / f"million-{HEAD}"
    if not complete.exists():
        making = folder / f"million-{HEAD}.making"
        shutil.rmtree(making, ignore_errors=True)
        making.mkdir(parents=True)
        print(f"making a library of {IMAGES:,} images in {complete}…", flush=True)
        store = Store(making / DATABASE)
        store.write_now(_fill)
        store.close()
        making.rename(complete)
    return complete


def _fill(work: Work) -> None:
    repository = repositories.create(work, path=Path("/nonexistent/synthetic"), name="synthetic")
    tagger = extensions.register(work, "tagger")
    extensions.register(work, "other")
    connection = raw(work.connection)
    indexes = connection.execute(
        "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL AND tbl_name LIKE 'image%'"
    ).fetchall()
    for name, _ in indexes:  # they are quicker made at the end
        connection.execute(f"DROP INDEX {name}")
    tags = [*SHARES, *(f"common-{number:03}" for number in range(_COMMON))]
    connection.executemany("INSERT INTO tag (key, value) VALUES (?, ?)", enumerate(tags, start=1))
    connection.executemany(
        "INSERT INTO image (key, id, repository, path, name, name_order, format, width, height, size, file_created,"
        " file_modified, file_modified_ns, created, modified, content_hash, details)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        _images(repository.key),
    )
    connection.executemany(
        "INSERT INTO image_tag (image, extension, tag) VALUES (?, ?, ?)",
        ((image, tagger, tag) for image, chosen in _tags() for tag in sorted(chosen)),
    )
    for _, statement in indexes:
        connection.execute(statement)


def _images(repository: int) -> Iterator[tuple[object, ...]]:
    """Their names are in no relation to their keys, as in real libraries."""
    chance = random.Random(1)
    for key in range(1, IMAGES + 1):
        id = UUID(int=chance.getrandbits(128), version=4)
        name = f"img_{chance.randrange(10**9):09}.jpg"
        path = f"{key % 1000:03}/{key}_{name}"
        width, height, size = chance.randrange(100, 6000), chance.randrange(100, 6000), chance.randrange(10**6)
        when = 1_700_000_000_000 + key
        times = (when, when, when * 1_000_000, when, when)
        yield (
            key,
            id.bytes,
            repository,
            path,
            name,
            name,
            "JPEG",
            width,
            height,
            size,
            *times,
            chance.randbytes(32),
            "{}",
        )


def _tags() -> Iterator[tuple[int, set[int]]]:
    chance = random.Random(2)
    for image in range(1, IMAGES + 1):
        chosen = {key for key, share in enumerate(SHARES.values(), start=1) if chance.random() < share}
        while len(chosen) < TAGS_EACH:
            chosen.add(chance.randrange(len(SHARES) + 1, len(SHARES) + 1 + _COMMON))
        yield image, chosen
