"""Search: which images match, in which order, and how many they are.

Every search door asks `run` and turns the keys it answers into its own projection.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Select, Subquery, func, literal, select
from sqlmodel import col

from facetry.library import collections, filters
from facetry.library.filters import Asked, TagSet
from facetry.library.images import Image
from facetry.library.tags import ImageTag
from generated import models

FEW: Final = 2_000
"""A tag on at most this many images decides the plan: gather and sort those, rather than walk along the order."""

_ORDERS: Final[dict[str, Any]] = {
    "name": col(Image.name_order),
    "creationDate": col(Image.file_created),
    "modificationDate": col(Image.file_modified),
    "importDate": col(Image.created),
    "updateDate": col(Image.modified),
    "binarySize": col(Image.size),
    "width": col(Image.width),
    "height": col(Image.height),
}


@dataclass(frozen=True, slots=True)
class Page:
    """The keys of the matching images inside the range, in order, and the number of all that match."""

    keys: list[int]
    total: int


def run(connection: Connection, parameters: models.SearchParameters) -> Page:
    """The page of images that `parameters` ask for; a filter wins over a collection.

    Raises 400 for a collection, a repository, an extension or an image to compare with that does not exist.
    """
    wanted, is_stored = parameters.filter or models.SearchFilter(), False
    if parameters.filter is None and parameters.collection_id is not None:
        wanted, is_stored = collections.stored(connection, parameters.collection_id), True
    asked = filters.read(connection, wanted, is_stored=is_stored, place="/filter")
    if asked is None:
        return Page([], 0)
    order, window = _order(wanted.sorting), parameters.range or models.SearchRange()
    few = _few(connection, asked)
    return _walk(connection, asked, order, window) if few is None else _sort(connection, few, order, window)


def _few(connection: Connection, asked: Asked) -> Select[Any] | None:
    """The matching images, when something that is asked for singles some out to be looked at; else None."""
    sizes = [(_size(connection, each), number) for number, each in enumerate(asked.tag_sets)]
    size, rarest = min(sizes, default=(FEW + 1, 0))
    if size <= FEW:
        tag_set = asked.tag_sets[rarest]
        holders = _holders(tag_set)
        holding = select(col(Image.key)).join(holders, holders.c.key == col(Image.key))
        return holding.where(*asked.probes(but=tag_set))
    for group in asked.groups:
        if not group.is_excluded:
            return select(col(Image.key)).where(col(Image.key).in_(group.keys), *asked.probes(but=group))
    return None


def _sort(
    connection: Connection, matching: Select[Any], order: Sequence[ColumnElement[Any]], window: models.SearchRange
) -> Page:
    """Gather all that match, and count and sort them in one go."""
    counted = matching.add_columns(func.count().over()).order_by(*order)
    rows = connection.execute(counted.limit(window.take).offset(window.skip)).all()
    if not rows and window.skip:
        return Page([], _rows(connection, matching))  # beyond the last one there is no row to tell
    return Page([row[0] for row in rows], rows[0][1] if rows else 0)


def _walk(
    connection: Connection, asked: Asked, order: Sequence[ColumnElement[Any]], window: models.SearchRange
) -> Page:
    """Count, then go along the index of the order and take those that match: quick when many do.

    The groups are those that leave images out. These are counted apart, for without any condition the database knows
    how many images there are.
    """
    total = _count(connection, asked.conditions, asked.tag_sets)
    probes = Asked(asked.conditions, asked.tag_sets).probes()
    for group in asked.groups:
        total -= _rows(connection, select(col(Image.key)).where(col(Image.key).in_(group.keys), *probes))
    if total <= window.skip:
        return Page([], total)
    kept = (col(Image.key).not_in(group.keys) for group in asked.groups)
    page: Select[Any] = select(col(Image.key)).where(*probes, *kept).order_by(*order)
    return Page(list(connection.execute(page.limit(window.take).offset(window.skip)).scalars()), total)


def _count(connection: Connection, conditions: Sequence[ColumnElement[bool]], tag_sets: Sequence[TagSet]) -> int:
    if not tag_sets:
        return _rows(connection, select(col(Image.key)).where(*conditions))
    first, *others = tag_sets
    holders = _holders(first)
    if conditions:
        matching = select(col(Image.key)).join(holders, holders.c.key == col(Image.key))
        return _rows(connection, matching.where(*conditions, *(each.holds(col(Image.key)) for each in others)))
    if others:
        return _rows(connection, select(holders.c.key).where(*(each.holds(holders.c.key) for each in others)))
    distinct = select(func.count(func.distinct(col(ImageTag.image)))).where(first.rows())
    return connection.execute(distinct).scalar_one()


def _holders(tag_set: TagSet) -> Subquery:
    return select(col(ImageTag.image).label("key")).where(tag_set.rows()).distinct().subquery()


def _size(connection: Connection, tag_set: TagSet) -> int:
    """How many tag rows there are, counted no further than needed to choose a plan."""
    return _rows(connection, select(literal(1)).select_from(ImageTag).where(tag_set.rows()).limit(FEW + 1))


def _rows(connection: Connection, matching: Select[Any]) -> int:
    return connection.execute(select(func.count()).select_from(matching.subquery())).scalar_one()


def _order(sorting: models.SearchSorting | None) -> list[ColumnElement[Any]]:
    """The order asked for; equal ones by import, in the same direction."""
    column = _ORDERS[sorting.property if sorting else "name"]
    if sorting is None or sorting.is_ascending is not False:
        return [column.asc(), col(Image.key).asc()]
    return [column.desc(), col(Image.key).desc()]
