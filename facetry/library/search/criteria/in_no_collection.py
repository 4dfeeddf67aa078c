"""Criterion `inNoCollection`: whether the image is in no collection."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from facetry.library.search.criteria.costs import COSTLY
from facetry.library.search.criteria.criterion import Aspect, Criterion, Dependencies, FilterContext, ImageSetFilter


def _set_filters(context: FilterContext, is_in_none: bool) -> Iterator[ImageSetFilter]:
    in_collections = context.in_collections
    yield lambda among: among - in_collections if is_in_none else among & in_collections


IN_NO_COLLECTION: Final = Criterion(
    member="in_no_collection",
    set_filters=_set_filters,
    dependencies=lambda _: Dependencies(foreign=frozenset({Aspect.OTHERS})),
    price=lambda _value, _sizes: COSTLY,  # it depends on the filters of all collections
)
