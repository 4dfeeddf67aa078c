"""Criterion `untaggedBy`: none of these extensions has given the image a tag."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from pyroaring import BitMap

from facetry.library import extensions
from facetry.library.search.criteria.criterion import Criterion, FilterContext, depends_on_tags
from facetry.library.search.criteria.refusals import require_extensions
from facetry.library.search.index.key_sets import union


def _index_sets(context: FilterContext, ids: Sequence[str]) -> Iterator[BitMap]:
    connection, tags = context.connection, context.index.tags
    keys = extensions.keys_of(connection, ids)
    yield context.all_images() - union(tags.tagged_by(connection, extension) for extension in keys)


UNTAGGED_BY: Final = Criterion(
    member="untagged_by",
    index_sets=_index_sets,
    dependencies=depends_on_tags,
    is_short=lambda _: True,
    require=require_extensions,
)
