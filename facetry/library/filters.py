"""Filters: what a search filter asks of an image, as conditions of SQL."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, SQLColumnExpression, and_, exists, literal, or_, select
from sqlmodel import col

from facetry.errors import Fault, FaultError, Kind
from facetry.library import duplicates, extensions, repositories, states, tags
from facetry.library.groups import Group
from facetry.library.images import Image
from facetry.library.tags import ImageTag
from generated import models


@dataclass(frozen=True, slots=True)
class TagSet:
    """One alternative of tags that an image must have: any of `keys`, by one of `extensions` unless that is None."""

    keys: tuple[int, ...]
    extensions: tuple[int, ...] | None

    def rows(self) -> ColumnElement[bool]:
        """That a row of `image_tag` is one of them."""
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


@dataclass(frozen=True, slots=True)
class Asked:
    """What an image has to be, all of it: conditions on its row, tags, and groups that it has to be in."""

    conditions: tuple[ColumnElement[bool], ...] = ()
    tag_sets: tuple[TagSet, ...] = ()
    groups: tuple[Group, ...] = ()

    def probes(self, but: TagSet | Group | None = None) -> list[ColumnElement[bool]]:
        """All of it but `but` as conditions on a row of `image`, for where few rows are looked at."""
        held = [each.holds(col(Image.key)) for each in self.tag_sets if each is not but]
        return [*self.conditions, *held, *(each.probe for each in self.groups if each is not but)]


class _NothingError(Exception):
    """No image can match."""


def read(
    connection: Connection, wanted: models.SearchFilter, *, is_stored: bool = False, place: str = ""
) -> Asked | None:
    """What a filter asks for; None when no image can match.

    Raises 400 when it names a repository, an extension or an image to compare with that does not exist; `place` is the
    JSON Pointer of the filter in the body then. In a filter that was stored when they did, what is gone matches
    nothing.
    """
    criteria = wanted.criteria or models.SearchCriteria()
    try:
        return Asked(
            (*_origin(connection, wanted.origin, is_stored, place), *_formats(criteria), *_keyword(criteria.keyword)),
            tuple(_tag_sets(connection, criteria.tags, is_stored)),
            tuple(_groups(connection, criteria, is_stored)),
        )
    except _NothingError:
        return None


def matches(connection: Connection, wanted: models.SearchFilter, image: int) -> bool:
    """Whether the image with the key `image` matches a stored filter: what it names and is gone matches nothing."""
    asked = read(connection, wanted, is_stored=True)
    if asked is None:
        return False
    this = select(literal(1)).where(col(Image.key) == image, *asked.probes())
    return connection.execute(this).first() is not None


def _origin(
    connection: Connection, origin: models.SearchFilterOrigin | None, is_stored: bool, place: str
) -> list[ColumnElement[bool]]:
    if origin is None:
        return []
    if origin.kind == "images":
        return [col(Image.id).in_([id.bytes for id in origin.ids])]
    known = repositories.named(connection, origin.ids)
    for index, id in enumerate(origin.ids):
        if id not in known and not is_stored:
            raise FaultError(
                Fault(
                    kind=Kind.BAD_PARAMETER,
                    rule="repository.unknown",
                    detail="There is no repository with this id.",
                    pointer=f"{place}/origin/ids/{index}",
                    value=str(id),
                )
            )
    return [col(Image.repository).in_(known.values())]


def _formats(criteria: models.SearchCriteria) -> list[ColumnElement[bool]]:
    return [] if criteria.formats is None else [col(Image.format).in_(criteria.formats)]


def _keyword(keyword: models.SearchKeyword | None) -> list[ColumnElement[bool]]:
    """The text anywhere in the name or the metadata, without regard to case; an empty text asks for nothing."""
    if keyword is None or not keyword.text:
        return []
    places: list[ColumnElement[bool]] = []
    if keyword.in_name:
        places.append(col(Image.name_order).contains(keyword.text.casefold(), autoescape=True))
    if keyword.in_metadata:
        places.append(col(Image.details).icontains(keyword.text, autoescape=True))
    if not places:
        raise _NothingError  # features: no operation writes them yet
    return [or_(*places)]


def _tag_sets(connection: Connection, wanted: models.SearchTags | None, is_stored: bool) -> list[TagSet]:
    """What each image must have, all of it."""
    if wanted is None:
        return []
    among = None
    if wanted.extension_ids is not None:
        among = tuple(_extensions(connection, wanted.extension_ids, is_stored))
    keys = tags.keys_of(connection, wanted.values)
    is_all = wanted.operator == "and"
    if not keys or among == () or (is_all and len(keys) < len(wanted.values)):
        raise _NothingError
    return [TagSet((key,), among) for key in keys] if is_all else [TagSet(tuple(keys), among)]


def _extensions(connection: Connection, ids: Sequence[str], is_stored: bool) -> Iterator[int]:
    for id in ids:
        try:
            yield extensions.require(connection, id, "extensionIds")
        except FaultError:
            if not is_stored:
                raise


def _groups(connection: Connection, criteria: models.SearchCriteria, is_stored: bool) -> Iterator[Group]:
    if criteria.states is not None:
        some = states.group(criteria.states)
        if some is not None:
            yield some
    if criteria.duplicates is not None:
        twins = duplicates.group(connection, criteria.duplicates, is_stored=is_stored)
        if twins is None:
            raise _NothingError
        yield twins
