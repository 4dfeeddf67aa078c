"""Pictured: which images there are, with the formats, repositories and numbers of their rows."""

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
from facetry.store.engine import columns, packed, unpacked

Number = Literal["width", "height", "size", "created", "modified", "file_created", "file_modified"]
"""The columns of numbers, by their names."""

AT_ONCE: Final = 5_000
"""Keys in one statement."""


class Pictured:
    """Each column is read when it is first asked for."""

    def __init__(self) -> None:
        self._every: BitMap | None = None
        self._formats: dict[str, BitMap] | None = None
        self._repositories: dict[int, BitMap] | None = None
        self._numbers: dict[Number, NDArray[np.int64]] = {}
        self._names: Keys | None = None

    def every(self, connection: Connection) -> BitMap:
        """All images."""
        if self._every is None:
            self._every = as_set(columns(connection, select(col(Image.key)))[0])
        return self._every

    def formats(self, connection: Connection) -> Mapping[str, BitMap]:
        """The images by their format."""
        if self._formats is None:
            self._formats = _grouped(connection, col(Image.format))
        return self._formats

    def repositories(self, connection: Connection) -> Mapping[int, BitMap]:
        """The images by the key of their repository."""
        if self._repositories is None:
            self._repositories = _grouped(connection, col(Image.repository))
        return self._repositories

    def numbers(self, connection: Connection, name: Number) -> NDArray[np.int64]:
        """A column, indexed by the keys of the images; where there is no image it says nothing."""
        known = self._numbers.get(name)
        if known is None:
            keys, values = columns(connection, select(col(Image.key), getattr(Image, name)))
            known = np.zeros(int(keys.max(initial=0)) + 1, np.int64)
            known[keys] = values
            self._numbers[name] = known
        return known

    def by_name(self, connection: Connection) -> Keys:
        """All images in the order of their names."""
        if self._names is None:
            ordered = select(col(Image.key)).order_by(col(Image.name_order), col(Image.key))
            self._names = columns(connection, ordered)[0].astype(np.uint32)
        return self._names

    @property
    def is_name_order_known(self) -> bool:
        """Whether `by_name` answers at once."""
        return self._names is not None

    def change(self, connection: Connection, images: Sequence[int]) -> None:
        """These were made or changed; those that are not there are left alone."""
        self._names = None
        names: tuple[Number, ...] = tuple(self._numbers)
        wanted = (col(Image.key), col(Image.format), col(Image.repository), *(getattr(Image, name) for name in names))
        for start in range(0, len(images), AT_ONCE):
            these = col(Image.key).in_(images[start : start + AT_ONCE])
            for key, format, repository, *values in connection.execute(select(*wanted).where(these)):
                if self._every is not None:
                    self._every.add(key)
                _place(self._formats, key, format)
                _place(self._repositories, key, repository)
                for name, value in zip(names, values, strict=True):
                    self._numbers[name] = _set(self._numbers[name], key, value)

    def remove(self, images: BitMap) -> None:
        """These are gone."""
        self._names = None
        for known in (self._every, *(self._formats or {}).values(), *(self._repositories or {}).values()):
            if known is not None:
                known -= images


def _grouped(connection: Connection, column: Any) -> dict[Any, BitMap]:
    rows = select(column, packed(col(Image.key))).group_by(column)
    return {value: as_set(unpacked(keys)) for value, keys in connection.execute(rows)}


def _place(groups: dict[Any, BitMap] | None, key: int, value: object) -> None:
    if groups is None:
        return
    for other, members in groups.items():
        if other != value:
            members.discard(key)
    groups.setdefault(value, BitMap()).add(key)


def _set(column: NDArray[np.int64], key: int, value: int) -> NDArray[np.int64]:
    """The column with this value; a longer one when the key lies beyond its end."""
    if key >= len(column):
        column = np.concatenate([column, np.zeros(key + 1 + len(column) // 8 - len(column), np.int64)])
    column[key] = value
    return column
