"""Criterion `tags`: the image has one of these tags, all of them, or none."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pyroaring import BitMap
from sqlalchemy import Connection

from facetry.library import extensions
from facetry.library.facets import tags
from facetry.library.search.criteria.costs import TERM_COST
from facetry.library.search.criteria.criterion import Criterion, FilterContext, depends_on_tags
from facetry.library.search.criteria.refusals import require_extensions
from facetry.library.search.index.key_sets import union
from generated import models

_MAX_SHORT_TERMS: Final = 16
"""Most tags in a group of a short search."""


def _index_sets(context: FilterContext, criterion: models.SearchTags) -> Iterator[BitMap]:
    connection, ids = context.connection, criterion.extension_ids
    extension_keys = None if ids is None else extensions.keys_of(connection, ids)
    tag_keys = tags.keys_of(connection, criterion.values)
    if criterion.operator == "and" and len(tag_keys) < len(criterion.values):
        yield BitMap()
        return
    holders = [_images_with_tag(context, key, extension_keys) for key in tag_keys]
    if criterion.operator == "and":
        yield BitMap.intersection(*holders)
    else:
        yield context.all_images() - union(holders) if criterion.operator == "not" else union(holders)


def _images_with_tag(context: FilterContext, tag: int, extension_keys: list[int] | None) -> BitMap:
    by_extension = context.index.tags.images_with_tag(context.connection, tag)
    keys = by_extension if extension_keys is None else extension_keys
    return union(by_extension[extension] for extension in keys if extension in by_extension)


def _require(connection: Connection, criterion: models.SearchTags, pointer: str) -> None:
    require_extensions(connection, criterion.extension_ids or (), f"{pointer}/extensionIds")


TAGS: Final = Criterion(
    member="tags",
    index_sets=_index_sets,
    dependencies=depends_on_tags,
    is_short=lambda criterion: len(criterion.values) <= _MAX_SHORT_TERMS,
    price=lambda criterion, _: TERM_COST * len(criterion.values),
    require=_require,
)
