"""Criteria `all`, `any` and `none`: the image meets each of the criteria inside, one of them, or none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from pyroaring import BitMap

from facetry.library.search.criteria.criterion import Criterion, FilterContext, ImageSetFilter, depends_on_image
from facetry.library.search.index.key_sets import union
from generated import models


def _all(context: FilterContext, inner: Sequence[models.SearchCriteria]) -> Iterator[ImageSetFilter]:
    for criteria in inner:
        yield context.compile_criteria(context, criteria)


def _any(context: FilterContext, inner: Sequence[models.SearchCriteria]) -> Iterator[ImageSetFilter]:
    alternatives = [context.compile_criteria(context, criteria) for criteria in inner]
    yield lambda among: union(narrow(among) for narrow in alternatives)


def _none(context: FilterContext, inner: Sequence[models.SearchCriteria]) -> Iterator[ImageSetFilter]:
    for criteria in inner:
        yield partial(_leave_out, context.compile_criteria(context, criteria))


def _leave_out(narrow: ImageSetFilter, among: BitMap) -> BitMap:
    return among - narrow(among)


ALL, ANY, NONE = (
    Criterion(member=member, set_filters=set_filters, dependencies=depends_on_image, is_short=lambda _: True)
    for member, set_filters in (("all", _all), ("any", _any), ("none", _none))
)
