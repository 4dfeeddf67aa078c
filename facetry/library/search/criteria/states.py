"""Criterion `states`: the file of the image is in one of these states."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from pyroaring import BitMap

from facetry.library import states
from facetry.library.search.criteria.criterion import Aspect, Criterion, Dependencies, FilterContext, ImageSetFilter
from facetry.library.search.index.key_sets import as_set
from facetry.store.engine import engine_of
from generated import models


def _set_filters(context: FilterContext, names: Sequence[models.ImageState]) -> Iterator[ImageSetFilter]:
    selection = states.keys_in_states(names)
    if selection is None:
        return
    query, is_excluded = selection

    def narrow(among: BitMap) -> BitMap:
        found = as_set(engine_of(context.connection).integer_columns(context.connection, query)[0])
        return among - found if is_excluded else among & found

    yield narrow


STATES: Final = Criterion(
    member="states",
    set_filters=_set_filters,
    dependencies=lambda _: Dependencies(foreign=frozenset({Aspect.STATES})),
)
