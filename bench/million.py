"""A synthetic library of a million images with ten tags and three features each, made once and kept."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from bench import rows
from facetry.app import DATABASE
from facetry.library import extensions
from facetry.store import fulltext
from facetry.store.engine import raw
from facetry.store.migrations import HEAD
from facetry.store.store import Store
from facetry.store.work import Work

IMAGES: Final = 1_000_000
TAGS_EACH: Final = 10
SHARES: Final = {"half": 0.5, "tenth": 0.1, "hundredth": 0.01, "rare": 0.0001}
"""Tags by the share of the images that have them; the other tags of an image are taken from 996 `common` ones."""
LARGEST_COUNT: Final = 10_000
"""The integer feature `count` is below it; the float feature `score`, by the extension `other`, is below 1."""
_COMMON: Final = 996


def library(folder: Path) -> Path:
    """The data folder of the library, made when it is not there (five minutes, 2.5 GB)."""
    complete = folder / f"million-{HEAD}-featured"
    if not complete.exists():
        making = complete.with_suffix(".making")
        shutil.rmtree(making, ignore_errors=True)
        making.mkdir(parents=True)
        print(f"making a library of {IMAGES:,} images in {complete}…", flush=True)
        store = Store(making / DATABASE)
        try:
            for unit in (_fill_images, _fill_tags, _fill_features):
                store.write_now(unit)
        finally:
            store.close()
        making.rename(complete)
    return complete


def _fill_images(work: Work) -> None:
    rows.put_images(work, IMAGES)


def _fill_tags(work: Work) -> None:
    tagger = extensions.register(work, "tagger")
    tags = [*SHARES, *(f"common-{number:03}" for number in range(_COMMON))]
    rows.put(work.connection, "tag", ("key", "value"), list(enumerate(tags, start=1)))
    held = ((image, tagger, tag) for image, chosen in _tags() for tag in sorted(chosen))
    with rows.without_indexes(work.connection, "image_tag"):
        rows.put(work.connection, "image_tag", ("image", "extension", "tag"), held)


def _tags() -> Iterator[tuple[int, set[int]]]:
    chance = random.Random(2)
    for image in range(1, IMAGES + 1):
        chosen = {key for key, share in enumerate(SHARES.values(), start=1) if chance.random() < share}
        while len(chosen) < TAGS_EACH:
            chosen.add(chance.randrange(len(SHARES) + 1, len(SHARES) + 1 + _COMMON))
        yield image, chosen


def _fill_features(work: Work) -> None:
    tagger, other = extensions.require(work.connection, "tagger"), extensions.register(work, "other")
    columns = ("image", "extension", "type", "format", "name", "text", "number")
    with rows.without_indexes(work.connection, "image_feature"):
        rows.put(work.connection, "image_feature", columns, _features(tagger, other))
    texts = raw(work.connection).execute("SELECT key, text FROM image_feature WHERE text IS NOT NULL")
    fulltext.put_many(work.connection, "feature_text", texts)


def _features(tagger: int, other: int) -> Iterator[Sequence[Any]]:
    chance = random.Random(3)
    captions = rows.sentences(chance, IMAGES)
    for image in range(1, IMAGES + 1):
        yield image, tagger, "metadata", "integer", "count", None, float(chance.randrange(LARGEST_COUNT))
        yield image, tagger, "caption", "string", "caption", next(captions), None
        yield image, other, "other", "float", "score", None, chance.random()
