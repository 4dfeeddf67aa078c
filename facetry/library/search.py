"""Search: which images match, in which order, and how many they are.

Every search door asks `run` and turns the keys it answers into its own projection.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    SQLColumnExpression,
    and_,
    exists,
    false,
    func,
    literal,
    or_,
    select,
)
from sqlmodel import col

from facetry.errors import Fault, FaultError, Kind
from facetry.library import extensions, repositories, tags
from facetry.library.images import Image
from facetry.library.tags import ImageTag
from generated import models

FEW: Final = 2_000
"""A tag on at most this many images decides the plan: fetch those and sort them, rather than walk the order."""

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


@dataclass(frozen=True, slots=True)
class _TagSet:
    """One alternative of tags that an image must have: any of `keys`, by one of `extensions` unless that is None."""

    keys: tuple[int, ...]
    extensions: tuple[int, ...] | None

    def rows(self) -> ColumnElement[bool]:
        among = col(ImageTag.tag) == self.keys[0] if len(self.keys) == 1 else col(ImageTag.tag).in_(self.keys)
        return among if self.extensions is None else and_(among, col(ImageTag.extension).in_(self.extensions))

    def holds(self, image: SQLColumnExpression[Any]) -> ColumnElement[bool]:
        """That the image with the key `image` has one of them: a probe of the index for each tag."""
        probes = [
            exists(
                select(literal(1)).where(
                    col(ImageTag.tag) == key,
                    col(ImageTag.image) == image,
                    *([] if self.extensions is None else [col(ImageTag.extension).in_(self.extensions)]),
                )
            )
            for key in self.keys
        ]
        return or_(*probes)


def run(connection: Connection, parameters: models.SearchParameters) -> Page:
    """The page of images that `parameters` ask for.

    Raises 400 for a repository or extension that does not exist.
    """
    search = parameters.filter or models.SearchFilter()
    criteria = search.criteria or models.SearchCriteria()
    window = parameters.range or models.SearchRange()
    conditions = [*_origin(connection, search.origin), *_formats(criteria), *_keyword(criteria)]
    sets = _tag_sets(connection, criteria.tags)
    order = _order(search.sorting)
    if sets is None or any(condition is _NOTHING for condition in conditions):
        return Page([], 0)
    if not sets:
        return _walk(connection, conditions, [], order, window, _count(connection, select(col(Image.key)), conditions))
    # The rarest tags first: they leave the fewest images for the probes of the others.
    sizes = {each: _size(connection, each) for each in sets}
    rarest, *others = ranked = sorted(sizes, key=lambda each: sizes[each])
    holders = select(col(ImageTag.image).label("key")).where(rarest.rows()).distinct().subquery()
    if conditions:
        matching = select(col(Image.key)).join(holders, holders.c.key == col(Image.key))
        total = _count(connection, matching, [*conditions, *(each.holds(col(Image.key)) for each in others)])
    elif others:
        total = _count(connection, select(holders.c.key), [each.holds(holders.c.key) for each in others])
    else:
        distinct = select(func.count(func.distinct(col(ImageTag.image)))).where(rarest.rows())
        total = connection.execute(distinct).scalar_one()
    if sizes[rarest] > FEW:
        return _walk(connection, conditions, ranked, order, window, total)
    page = (
        select(col(Image.key))
        .join(holders, holders.c.key == col(Image.key))
        .where(*conditions, *(each.holds(col(Image.key)) for each in others))
        .order_by(*order)
    )
    return Page(_keys(connection, page, window), total)


_NOTHING = false()


def _walk(
    connection: Connection,
    conditions: Sequence[ColumnElement[bool]],
    sets: Sequence[_TagSet],
    order: Sequence[ColumnElement[Any]],
    window: models.SearchRange,
    total: int,
) -> Page:
    """Go along the index of the order and take those that match: quick when many do."""
    if total <= window.skip:
        return Page([], total)
    page = select(col(Image.key)).where(*conditions, *(each.holds(col(Image.key)) for each in sets)).order_by(*order)
    return Page(_keys(connection, page, window), total)


def _keys(connection: Connection, page: Select[Any], window: models.SearchRange) -> list[int]:
    return list(connection.execute(page.limit(window.take).offset(window.skip)).scalars())


def _count(connection: Connection, matching: Select[Any], conditions: Sequence[ColumnElement[bool]]) -> int:
    return connection.execute(select(func.count()).select_from(matching.where(*conditions).subquery())).scalar_one()


def _size(connection: Connection, each: _TagSet) -> int:
    """How many tag rows there are, counted no further than needed to choose a plan."""
    some = select(literal(1)).select_from(ImageTag).where(each.rows()).limit(FEW + 1).subquery()
    return connection.execute(select(func.count()).select_from(some)).scalar_one()


def _order(sorting: models.SearchSorting | None) -> list[ColumnElement[Any]]:
    """The order asked for; equal ones by import, in the same direction."""
    column = _ORDERS[sorting.property if sorting else "name"]
    if sorting is None or sorting.is_ascending is not False:
        return [column.asc(), col(Image.key).asc()]
    return [column.desc(), col(Image.key).desc()]


def _origin(connection: Connection, origin: models.SearchFilterOrigin | None) -> list[ColumnElement[bool]]:
    if origin is None:
        return []
    if origin.kind == "images":
        return [col(Image.id).in_([id.bytes for id in origin.ids])]
    known = repositories.named(connection, origin.ids)
    for index, id in enumerate(origin.ids):
        if id not in known:
            raise FaultError(
                Fault(
                    kind=Kind.BAD_PARAMETER,
                    rule="repository.unknown",
                    detail="There is no repository with this id.",
                    pointer=f"/filter/origin/ids/{index}",
                    value=str(id),
                )
            )
    return [col(Image.repository).in_(known.values())]


def _formats(criteria: models.SearchCriteria) -> list[ColumnElement[bool]]:
    return [] if criteria.formats is None else [col(Image.format).in_(criteria.formats)]


def _keyword(criteria: models.SearchCriteria) -> list[ColumnElement[bool]]:
    """The text anywhere in the name or the metadata, without regard to case; an empty text asks for nothing."""
    keyword = criteria.keyword
    if keyword is None or not keyword.text:
        return []
    text = keyword.text.casefold()
    places: list[ColumnElement[bool]] = []
    if keyword.in_name:
        places.append(col(Image.name_order).contains(text, autoescape=True))
    if keyword.in_metadata:
        places.append(col(Image.details).icontains(keyword.text, autoescape=True))
    return [or_(*places)] if places else [_NOTHING]


def _tag_sets(connection: Connection, wanted: models.SearchTags | None) -> list[_TagSet] | None:
    """What each image must have, all of it; None when no image can."""
    if wanted is None:
        return []
    among = None
    if wanted.extension_ids is not None:
        among = tuple(extensions.require(connection, id, "extensionIds") for id in wanted.extension_ids)
    keys = tags.keys_of(connection, wanted.values)
    if wanted.operator == "and":
        return [_TagSet((key,), among) for key in keys] if len(keys) == len(wanted.values) else None
    return [_TagSet(tuple(keys), among)] if keys else None
