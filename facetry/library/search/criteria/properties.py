"""Criterion `properties`: the numbers and dates of the image lie in these ranges."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from pyroaring import BitMap

from facetry.library.search.criteria.costs import COMPARE_COST
from facetry.library.search.criteria.criterion import Criterion, FilterContext, depends_on_image
from facetry.library.search.index.images import NumberColumn
from generated import models

_COLUMNS: Mapping[str, NumberColumn] = {
    "width": "width",
    "height": "height",
    "weight_in_bytes": "size",
    "capture_date": "captured",
    "file_creation_date": "file_created",
    "file_modification_date": "file_modified",
    "import_date": "created",
    "update_date": "modified",
    "creation_date": "created",
    "modification_date": "modified",
}


def _index_sets(context: FilterContext, criterion: models.SearchProperties) -> Iterator[BitMap]:
    for name, column in _COLUMNS.items():
        if (bounds := getattr(criterion, name)) is not None:
            values = context.index.images.column(context.connection, column)
            yield values.in_range(context.all_images(), bounds.minimum, bounds.maximum)


PROPERTIES: Final = Criterion(
    member="properties",
    index_sets=_index_sets,
    dependencies=depends_on_image,
    price=lambda _, sizes: COMPARE_COST * sizes.images,
)
