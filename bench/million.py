"""Synthetic libraries of a million images or fewer, with ten tags and three features each, generated once."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from bench import rows
from facetry.library import extensions
from facetry.library.facets import tag_set_merging
from facetry.service.library_database import DATABASE
from facetry.store import fulltext
from facetry.store.engine import raw_connection
from facetry.store.migrations import HEAD
from facetry.store.store import Store
from facetry.store.work import Work

IMAGES: Final = 1_000_000
TAGS_EACH: Final = 10
SHARES: Final = {"half": 0.5, "tenth": 0.1, "hundredth": 0.01, "rare": 0.0001}
"""Shares of images by tag; the other tags of an image are taken from 996 tags named `common-…`."""
LARGEST_COUNT: Final = 10_000
"""Upper limit of the integer feature `count`; the float feature `score`, by the extension `other`, is below 1."""
_COMMON: Final = 996


def library(folder: Path, images: int = IMAGES) -> Path:
    """The data folder of a library, generated when it does not exist (for a million images five minutes, 2.5 GB)."""
    name = "million" if images == IMAGES else f"images-{images}"
    library_folder = folder / f"{name}-{HEAD}-featured"
    if not library_folder.exists():
        partial_folder = library_folder.with_suffix(".making")
        shutil.rmtree(partial_folder, ignore_errors=True)
        partial_folder.mkdir(parents=True)
        print(f"making a library of {images:,} images in {library_folder}…", flush=True)
        store = Store(partial_folder / DATABASE)
        try:
            for unit in (rows.insert_images, _fill_tags, _fill_features):
                store.write_now(lambda work, unit=unit: unit(work, images))  # type: ignore[misc]  # binds the unit
        finally:
            store.close()
        partial_folder.rename(library_folder)
    return library_folder


def _fill_tags(work: Work, images: int) -> None:
    tagger = extensions.register(work, "tagger")
    tags = [*SHARES, *(f"common-{number:03}" for number in range(_COMMON))]
    rows.insert(work.connection, "tag", ("key", "value"), list(enumerate(tags, start=1)))
    image_tags = ((image, tagger, tag) for image, tags in _tags(images) for tag in sorted(tags))
    with rows.without_indexes(work.connection, "image_tag"):
        rows.insert(work.connection, "image_tag", ("image", "extension", "tag"), image_tags)
    tag_set_merging.merge_all(work.connection)


def _tags(images: int) -> Iterator[tuple[int, set[int]]]:
    rng = random.Random(2)
    for image in range(1, images + 1):
        tags = {key for key, share in enumerate(SHARES.values(), start=1) if rng.random() < share}
        while len(tags) < TAGS_EACH:
            tags.add(rng.randrange(len(SHARES) + 1, len(SHARES) + 1 + _COMMON))
        yield image, tags


def _fill_features(work: Work, images: int) -> None:
    tagger, other = extensions.require(work.connection, "tagger"), extensions.register(work, "other")
    columns = ("image", "extension", "type", "format", "name", "text", "number")
    with rows.without_indexes(work.connection, "image_feature"):
        rows.insert(work.connection, "image_feature", columns, _features(tagger, other, images))
    texts = raw_connection(work.connection).execute("SELECT key, text FROM image_feature WHERE text IS NOT NULL")
    fulltext.put_many(work.connection, "feature_text", texts)


def _features(tagger: int, other: int, images: int) -> Iterator[Sequence[Any]]:
    rng = random.Random(3)
    captions = rows.sentences(rng, images)
    for image in range(1, images + 1):
        yield image, tagger, "metadata", "integer", "count", None, float(rng.randrange(LARGEST_COUNT))
        yield image, tagger, "caption", "string", "caption", next(captions), None
        yield image, other, "other", "float", "score", None, rng.random()
