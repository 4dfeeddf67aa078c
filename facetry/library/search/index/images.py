"""The index of images: all images, with the formats, the repositories and the numeric columns of their rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray
from pyroaring import BitMap
from sqlalchemy import Connection, select
from sqlmodel import col

from facetry.library.images import Image
from facetry.library.search.index.key_sets import Keys, as_set
from facetry.store.engine import integer_columns, pack_integers, unpack_integers
from facetry.store.interruption import begin_long_work

NumberColumn = Literal["width", "height", "size", "created", "modified", "file_created", "file_modified"]
"""The names of the numeric columns."""

BATCH_SIZE: Final = 5_000
"""Keys in one statement."""


class ImageIndex:
    """Images and their columns. A column is loaded when it is first needed."""

    def __init__(self) -> None:
        self._all_images: BitMap | None = None
        self._images_by_format: dict[str, BitMap] | None = None
        self._images_by_repository: dict[int, BitMap] | None = None
        self._number_columns: dict[NumberColumn, NDArray[np.int64]] = {}
        self._name_order: Keys | None = None

    def all_images(self, connection: Connection) -> BitMap:
        """The keys of all images. The set belongs to the index and must not be changed."""
        if self._all_images is None:
            begin_long_work()
            self._all_images = as_set(integer_columns(connection, select(col(Image.key)))[0])
        return self._all_images

    def images_by_format(self, connection: Connection) -> Mapping[str, BitMap]:
        """The images by their format."""
        if self._images_by_format is None:
            begin_long_work()
            self._images_by_format = _images_by_value(connection, col(Image.format))
        return self._images_by_format

    def images_by_repository(self, connection: Connection) -> Mapping[int, BitMap]:
        """The images by the key of their repository."""
        if self._images_by_repository is None:
            begin_long_work()
            self._images_by_repository = _images_by_value(connection, col(Image.repository))
        return self._images_by_repository

    def number_column(self, connection: Connection, name: NumberColumn) -> NDArray[np.int64]:
        """The values of a column, indexed by image key; the value at a key without an image is meaningless."""
        column = self._number_columns.get(name)
        if column is None:
            begin_long_work()
            keys, values = integer_columns(connection, select(col(Image.key), getattr(Image, name)))
            column = np.zeros(int(keys.max(initial=0)) + 1, np.int64)
            column[keys] = values
            self._number_columns[name] = column
        return column

    def in_name_order(self, connection: Connection) -> Keys:
        """The keys of all images in the order of their names."""
        if self._name_order is None:
            begin_long_work()
            ordered = select(col(Image.key)).order_by(col(Image.name_order), col(Image.key))
            self._name_order = integer_columns(connection, ordered)[0].astype(np.uint32)
        return self._name_order

    @property
    def is_name_order_loaded(self) -> bool:
        """Whether `in_name_order` returns without a query."""
        return self._name_order is not None

    def update(self, connection: Connection, images: Sequence[int]) -> None:
        """Reload the rows of these images, which were created or changed. Keys without a row are ignored."""
        self._name_order = None
        names: tuple[NumberColumn, ...] = tuple(self._number_columns)
        columns = (col(Image.key), col(Image.format), col(Image.repository), *(getattr(Image, name) for name in names))
        for start in range(0, len(images), BATCH_SIZE):
            in_batch = col(Image.key).in_(images[start : start + BATCH_SIZE])
            for key, format, repository, *values in connection.execute(select(*columns).where(in_batch)):
                if self._all_images is not None:
                    self._all_images.add(key)
                _move_to_group(self._images_by_format, key, format)
                _move_to_group(self._images_by_repository, key, repository)
                for name, value in zip(names, values, strict=True):
                    self._number_columns[name] = _set_value(self._number_columns[name], key, value)

    def remove(self, images: BitMap) -> None:
        """Remove these images."""
        self._name_order = None
        for image_set in (
            self._all_images,
            *(self._images_by_format or {}).values(),
            *(self._images_by_repository or {}).values(),
        ):
            if image_set is not None:
                image_set -= images


def _images_by_value(connection: Connection, column: Any) -> dict[Any, BitMap]:
    rows = select(column, pack_integers(col(Image.key))).group_by(column)
    return {value: as_set(unpack_integers(keys)) for value, keys in connection.execute(rows)}


def _move_to_group(groups: dict[Any, BitMap] | None, key: int, value: object) -> None:
    if groups is None:
        return
    for other, members in groups.items():
        if other != value:
            members.discard(key)
    groups.setdefault(value, BitMap()).add(key)


def _set_value(column: NDArray[np.int64], key: int, value: int) -> NDArray[np.int64]:
    """The column with the value set; a longer copy when the key lies beyond its end."""
    if key >= len(column):
        column = np.concatenate([column, np.zeros(key + 1 + len(column) // 8 - len(column), np.int64)])
    column[key] = value
    return column
