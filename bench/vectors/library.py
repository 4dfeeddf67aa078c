"""A library with the data set: an image for each vector, and the tags."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import numpy as np

from bench import rows
from bench.vectors.data import LENGTH, DataSet
from facetry.library import extensions
from facetry.service.library_database import DATABASE
from facetry.store.store import Store
from facetry.store.work import Work

EXTENSION: Final = "seer"
NAME: Final = "semantic"
SPACE: Final = 1
"""The key of the space of all vectors."""
FIRST: Final = 1
"""The key of the image whose number in the data set is 0."""


def fill(folder: Path, data: DataSet) -> None:
    """Create the library in the empty data folder `folder`."""
    store = Store(folder / DATABASE)
    try:
        store.write_now(lambda work: rows.insert_images(work, data.count))
        extension = store.write_now(lambda work: extensions.register(work, EXTENSION))
        store.write_now(lambda work: _put_tags(work, extension, data))
        spaces = [(SPACE, extension, NAME, LENGTH)]
        columns = ("key", "extension", "name", "length")
        store.write_now(lambda work: rows.insert(work.connection, "vector_space", columns, spaces))
        vectors = ((number + FIRST, SPACE, number + FIRST, row.tobytes()) for number, row in enumerate(data.vectors))
        rows.insert_in_parts(store, "vector", ("key", "space", "image", "components"), vectors)
    finally:
        store.close()


def _put_tags(work: Work, extension: int, data: DataSet) -> None:
    rows.insert(work.connection, "tag", ("key", "value"), list(enumerate(data.tags, start=1)))
    for tag, has in enumerate(data.tags.values(), start=1):
        image_tags = ((int(number) + FIRST, extension, tag) for number in np.flatnonzero(has))
        rows.insert(work.connection, "image_tag", ("image", "extension", "tag"), image_tags)
