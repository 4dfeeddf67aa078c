"""The index of images: all images, with the formats, the repositories, the names and the numbers of their rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, TypeVar

import numpy as np
from numpy.typing import NDArray
from pyroaring import BitMap
from sqlalchemy import Connection, select
from sqlmodel import col

from facetry.library.images import CAPTURED, Image
from facetry.library.search.index.aspect_ratios import AspectRatios
from facetry.library.search.index.key_sets import Keys, as_set
from facetry.library.search.index.name_ranks import NameRanks
from facetry.library.search.index.sorted_column import SortedColumn
from facetry.store.engine import engine_of
from facetry.store.engines.values import pack_integers, unpack_integers
from facetry.store.interruption import begin_long_work

NumberColumn = Literal["width", "height", "size", "created", "modified", "file_created", "file_modified", "captured"]
"""The names of the numeric columns."""

SortColumn = NumberColumn | Literal["name"]
"""What images are sorted by."""

BATCH_SIZE: Final = 5_000
"""Keys in one statement."""


_Value = TypeVar("_Value")


def value_of(name: NumberColumn) -> Any:
    """The numbers of a column, as an expression of the database."""
    return CAPTURED if name == "captured" else getattr(Image, name)


class ImageIndex:
    """Images and their columns. A column is read when it is first needed."""

    def __init__(self) -> None:
        self._all_images: BitMap | None = None
        self._images_by_format: dict[str, BitMap] | None = None
        self._images_by_repository: dict[int, BitMap] | None = None
        self._number_columns: dict[NumberColumn, SortedColumn] = {}
        self._name_ranks: NameRanks | None = None
        self._images_by_month: dict[int, BitMap] | None = None
        self._aspect_ratios: AspectRatios | None = None

    def all_images(self, connection: Connection) -> BitMap:
        """The keys of all images. The set belongs to the index and must not be changed."""
        if self._all_images is None:
            begin_long_work()
            self._all_images = as_set(engine_of(connection).integer_columns(connection, select(col(Image.key)))[0])
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

    def column(self, connection: Connection, name: SortColumn) -> SortedColumn:
        """The numbers of a column, or the ranks of the names."""
        if name == "name":
            if self._name_ranks is None:
                begin_long_work()
                self._name_ranks = NameRanks(connection)
            return self._name_ranks.column(connection)
        column = self._number_columns.get(name)
        if column is None:
            begin_long_work()
            column = self._number_columns[name] = SortedColumn(*_read_in_order(connection, name))
        return column

    def is_loaded(self, name: SortColumn) -> bool:
        """Whether `column` reads nothing but changes."""
        return name in self._number_columns if name != "name" else self._name_ranks is not None

    def images_by_month(self, connection: Connection) -> Mapping[int, BitMap]:
        """The images by the month in which they were taken, see `CAPTURED`: the number of months since 1970.

        The times themselves are not kept: they take 12 bytes for each image, and these sets two.
        """
        if self._images_by_month is None:
            begin_long_work()
            column = self._number_columns.get("captured")
            if column is None:
                order, times = _read_in_order(connection, "captured")
            else:
                order = column.order(self.all_images(connection))
                times = column.values[order]
            months = _months_of(times)
            ends = np.flatnonzero(np.diff(months, append=months[-1:] + 1)) + 1
            groups = zip(ends, np.split(order, ends), strict=False)
            self._images_by_month = {int(months[end - 1]): as_set(np.sort(keys)) for end, keys in groups}
        return self._images_by_month

    def aspect_ratios(self, connection: Connection) -> NDArray[np.uint8]:
        """The aspect ratio of each image by its key; see `AspectRatios`."""
        if self._aspect_ratios is None:
            begin_long_work()
            self._aspect_ratios = AspectRatios(connection)
        return self._aspect_ratios.bytes

    def adopt(self, other: ImageIndex) -> None:
        """Take over what `other` has read and this index has not; both are at the same revision."""
        self._all_images = other._all_images if self._all_images is None else self._all_images
        self._images_by_format = self._images_by_format or other._images_by_format
        self._images_by_repository = self._images_by_repository or other._images_by_repository
        self._images_by_month = self._images_by_month or other._images_by_month
        self._aspect_ratios = self._aspect_ratios or other._aspect_ratios
        self._number_columns = {**other._number_columns, **self._number_columns}
        self._name_ranks = self._name_ranks or other._name_ranks

    def update(self, connection: Connection, images: Sequence[int]) -> None:
        """Reload the rows of these images, which were created or changed. Keys without a row are ignored."""
        if self._name_ranks is not None:
            self._name_ranks.update(BitMap(images))
        names: tuple[NumberColumn, ...] = tuple(self._number_columns)
        columns: list[Any] = [
            col(Image.key),
            col(Image.format),
            col(Image.repository),
            value_of("captured"),
            col(Image.width),
            col(Image.height),
        ]
        columns += [value_of(name) for name in names]
        for start in range(0, len(images), BATCH_SIZE):
            in_batch = col(Image.key).in_(images[start : start + BATCH_SIZE])
            rows = connection.execute(select(*columns).where(in_batch)).all()
            if not rows:
                continue
            keys, formats, repositories, times, widths, heights, *columns_values = zip(*rows, strict=True)
            if self._all_images is not None:
                self._all_images.update(keys)
            if self._aspect_ratios is not None:
                for key, width, height in zip(keys, widths, heights, strict=True):
                    self._aspect_ratios.set(key, width, height)
            _regroup(self._images_by_format, keys, formats)
            _regroup(self._images_by_repository, keys, repositories)
            _regroup(self._images_by_month, keys, _months_of(np.array(times)).tolist())
            for name, values in zip(names, columns_values, strict=True):
                for key, value in zip(keys, values, strict=True):
                    self._number_columns[name].set(key, value)

    def remove(self, images: BitMap) -> None:
        """Remove these images."""
        for column in (self._name_ranks, *self._number_columns.values()):
            if column is not None:
                column.remove(images)
        for image_set in (
            self._all_images,
            *(self._images_by_format or {}).values(),
            *(self._images_by_repository or {}).values(),
            *(self._images_by_month or {}).values(),
        ):
            if image_set is not None:
                image_set -= images


def _read_in_order(connection: Connection, name: NumberColumn) -> tuple[Keys, NDArray[np.int64]]:
    """The keys of all images in the order of a column, and their values."""
    value = value_of(name)
    keys, values = engine_of(connection).integer_columns(
        connection, select(col(Image.key), value).order_by(value, col(Image.key))
    )
    return keys.astype(np.uint32), values


def _images_by_value(connection: Connection, column: Any) -> dict[Any, BitMap]:
    rows = select(column, pack_integers(col(Image.key))).group_by(column)
    return {value: as_set(unpack_integers(keys)) for value, keys in connection.execute(rows)}


def _regroup(groups: dict[_Value, BitMap] | None, images: Sequence[int], values: Sequence[_Value]) -> None:
    """Move each of these images, which may be new, to the group of its value."""
    if groups is None:
        return
    moved = BitMap(images)
    for members in groups.values():
        members -= moved
    for image, value in zip(images, values, strict=True):
        groups.setdefault(value, BitMap()).add(image)


def _months_of(times: NDArray[np.int64]) -> NDArray[np.int64]:
    """The months of these times in milliseconds."""
    return times.astype("datetime64[ms]").astype("datetime64[M]").astype(np.int64)
