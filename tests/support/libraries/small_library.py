"""A synthetic library: rows without files."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Final
from uuid import UUID

from facetry.library import extensions, images, repositories
from facetry.library.facets import tags
from facetry.library.pictures import FileFacts, Picture
from facetry.service.library_database import DATABASE
from facetry.store.store import Store
from facetry.store.work import Work

EXTENSION: Final = "tagger"
IMAGES: Final = 2_000
TAGS: Final = [f"tag-{number:04}" for number in range(1_000)]
TAGS_PER_IMAGE: Final = 10


def create_small(data_dir: Path) -> list[UUID]:
    """Create a library of 2,000 images with ten tags each out of a thousand; the ids of the images."""
    data_dir.mkdir(parents=True)
    store = Store(data_dir / DATABASE)
    rng = random.Random(0)

    def unit(work: Work) -> list[UUID]:
        # The folder does not exist, so the server marks it unavailable and does not change its rows.
        repository = repositories.create(work, path=data_dir / "no-pictures", name="synthetic")
        extensions.register(work, EXTENSION)
        ids = [_image(work, repository.key, number) for number in range(IMAGES)]
        for id in ids:
            tags.replace(work, id, EXTENSION, rng.sample(TAGS, TAGS_PER_IMAGE))
        return ids

    try:
        return store.write_now(unit)
    finally:
        store.close()


def _image(work: Work, repository: int, number: int) -> UUID:
    file = FileFacts(f"{number % 10}/{number:06}.jpg", 100_000 + number, number, number, number * 1_000_000)
    picture = Picture("JPEG", 1200, 834, random.Random(number).randbytes(32), {})
    return images.insert_image(work, repository, file, picture)[1]
