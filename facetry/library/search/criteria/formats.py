"""Criterion `formats`: the image is of one of these formats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from pyroaring import BitMap

from facetry.library.search.criteria.criterion import Criterion, FilterContext, depends_on_image
from facetry.library.search.index.key_sets import union
from generated import models


def _index_sets(context: FilterContext, formats: Sequence[models.ImageFormat]) -> Iterator[BitMap]:
    by_format = context.index.images.images_by_format(context.connection)
    yield union(by_format[format] for format in formats if format in by_format)


FORMATS: Final = Criterion(
    member="formats", index_sets=_index_sets, dependencies=depends_on_image, is_short=lambda _: True
)
