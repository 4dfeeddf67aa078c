"""Ranks of names: a number for each image, so that the order of these numbers is the order of names.

There is room between the numbers. A changed image gets one between those of its neighbours in the database index of
names, so that the names of all other images need not be read again.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from pyroaring import BitMap
from sqlalchemy import ColumnElement, Connection, bindparam, select, tuple_
from sqlmodel import col

from facetry.library.images import Image
from facetry.library.search.index.sorted_column import SortedColumn
from facetry.store.engine import engine_of
from facetry.store.interruption import begin_long_work
from facetry.store.prepared import PreparedListStatement, PreparedStatement

MAX_CHANGES: Final = 500
"""Largest number of changed images that get new ranks; for more, the names of all images are read again."""

MAX_SHORT_CHANGES: Final = 20
"""Largest number of them that a short read ranks."""

_ROOM: Final = 1 << 36
"""Difference between the ranks of neighbours after all names were read."""
_SHARE: Final = 8
"""A new rank takes at most one in this many of the free numbers, because names are often added in their order."""

_NAME, _KEY = col(Image.name_key), col(Image.key)
_POSITION: Final = tuple_(_NAME, _KEY)
_GIVEN_POSITION: Final = tuple_(bindparam("name"), bindparam("key"))


def _nearest(condition: ColumnElement[bool], *order: Any) -> PreparedStatement:
    return PreparedStatement(select(_KEY).where(condition).order_by(*order).limit(1))


_PREDECESSOR: Final = _nearest(_POSITION < _GIVEN_POSITION, _NAME.desc(), _KEY.desc())
_SUCCESSOR: Final = _nearest(_POSITION > _GIVEN_POSITION, _NAME, _KEY)
_POSITIONS: Final = PreparedListStatement(lambda keys: select(_NAME, _KEY).where(_KEY.in_(keys)))


Position = tuple[str, int]
"""The key of the name and the key of an image, which are its position in the order of names."""


class NameRanks:
    """The ranks of the names of all images."""

    def __init__(self, connection: Connection) -> None:
        self._column = _read_all(connection)
        self._unranked = BitMap()

    def column(self, connection: Connection) -> SortedColumn:
        """The ranks of all images at the snapshot of the connection, which is that of the last change."""
        if self._unranked:
            if len(self._unranked) > MAX_SHORT_CHANGES:
                begin_long_work()
            if len(self._unranked) > MAX_CHANGES or not self._rank(connection):
                begin_long_work()
                self._column = _read_all(connection)
            self._unranked = BitMap()
        return self._column

    def update(self, images: BitMap) -> None:
        """Have these images, which are new or changed, ranked when ranks are next needed."""
        self._unranked |= images

    def remove(self, images: BitMap) -> None:
        """Remove these images."""
        self._unranked -= images
        self._column.remove(images)

    def _rank(self, connection: Connection) -> bool:
        """Rank the changed images; False if there is no room for one between its neighbours."""
        begin_run: int | None = None
        run: list[Position] = []
        for position in sorted(set(_POSITIONS.rows(connection, list(self._unranked)))):
            before = _neighbour(connection, _PREDECESSOR, position)
            if run and before == run[-1][1]:
                run.append(position)
                continue
            if run and not self._rank_run(connection, begin_run, run):
                return False
            begin_run, run = before, [position]
        return not run or self._rank_run(connection, begin_run, run)

    def _rank_run(self, connection: Connection, before: int | None, run: list[Position]) -> bool:
        """Rank neighbours that follow the image `before`; False if there is no room for them."""
        ranks, count = self._column.values, len(run)
        after = _neighbour(connection, _SUCCESSOR, run[-1])
        if before is None:
            high = 0 if after is None else int(ranks[after])
            low = high - _ROOM * count
        else:
            low = int(ranks[before])
            high = low + _ROOM * count if after is None else int(ranks[after])
        step = min((high - low) // (count + 1), (high - low) // _SHARE)
        for number, (_, key) in enumerate(run, start=1):
            self._column.set(key, low + number * step)
        return step > 0


def _read_all(connection: Connection) -> SortedColumn:
    order = engine_of(connection).integer_columns(connection, select(_KEY).order_by(_NAME, _KEY))[0].astype(np.uint32)
    return SortedColumn(order, np.arange(len(order), dtype=np.int64) * _ROOM)


def _neighbour(connection: Connection, statement: PreparedStatement, position: Position) -> int | None:
    row = statement.first(connection, name=position[0], key=position[1])
    return None if row is None else row[0]
