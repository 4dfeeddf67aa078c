"""The price of a search: an estimate of its time, made from its filter and the size of the library before it runs.

An estimate only decides in which lane a search runs, so a factor of two does not matter.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from sqlalchemy import Connection, func, select
from sqlmodel import col

from facetry.library.facets.features import FeatureRow
from facetry.library.images import Image
from facetry.library.search import filter_tree
from facetry.library.search.criteria.costs import Sizes
from facetry.library.search.criteria.registry import criteria_of
from facetry.schema.text_forms import folded
from facetry.store import fulltext
from facetry.store.prepared import PreparedStatement
from generated import models
from generated.limits import SEARCH_CRITERIA_MAX_GROUPS

_GROUP_COST: Final = 200.0
"""Cost of a group of criteria: its statements and sets."""
# Costs of each image or feature.
_FOLD_COST: Final = 3.0
"""To read a text and fold its case."""
_SORT_COST: Final = 0.1
_COUNT_COST: Final = 0.05
_MAX_SHORT_GROUPS: Final = 4
"""Most groups of criteria of a short search."""
_MAX_SHORT_TAKE: Final = 50
"""Most images that a short search returns; their full records take about 2 ms."""


_GREATEST_KEYS: Final = [PreparedStatement(select(func.max(col(table.key)))) for table in (Image, FeatureRow)]


def sizes_of(connection: Connection) -> Sizes:
    """The sizes of the library at the snapshot of the connection. Reads two rows."""
    return Sizes(*(statement.column(connection)[0] or 0 for statement in _GREATEST_KEYS))


def depends_on_sizes(parameters: models.SearchParameters, search_filter: models.SearchFilter) -> bool:
    """Whether the price of a search depends on the size of the library so much that the size has to be read."""
    return bool(parameters.facets) or any(
        each.looks_at_all_rows for node in _nodes(search_filter) for each, _ in criteria_of(node.criteria)
    )


def is_short(parameters: models.SearchParameters, search_filter: models.SearchFilter) -> bool:
    """Whether a search only intersects a few sets of the index, and returns few images."""
    if parameters.facets or (search_filter.sorting is not None and search_filter.sorting.property == "distance"):
        return False
    search_range = parameters.range
    if search_range is not None and search_range.take > _MAX_SHORT_TAKE:
        return False
    for groups, node in enumerate(filter_tree.walk_criteria(search_filter), start=1):
        if groups > _MAX_SHORT_GROUPS or not all(each.is_short(value) for each, value in criteria_of(node.criteria)):
            return False
    return True


def estimate(parameters: models.SearchParameters, search_filter: models.SearchFilter, sizes: Sizes) -> float:
    """The price of a search with this filter, in microseconds."""
    # Short texts are looked for in one pass over the texts, however many there are.
    price = _GROUP_COST + (_SORT_COST + _COUNT_COST * len(parameters.facets or ())) * sizes.images
    short_texts_exist = False
    for node in _nodes(search_filter):
        price += _GROUP_COST
        for each, value in criteria_of(node.criteria):
            price += each.price(value, sizes)
            short_texts_exist = short_texts_exist or any(map(_is_short_text, each.texts(value)))
    return price + (_FOLD_COST * (sizes.images + sizes.features) if short_texts_exist else 0.0)


def _nodes(search_filter: models.SearchFilter) -> Iterator[filter_tree.CriteriaNode]:
    """The criteria of a filter that is not too large; more of them are refused later."""
    return islice(filter_tree.walk_criteria(search_filter), SEARCH_CRITERIA_MAX_GROUPS)


def _is_short_text(text: str) -> bool:
    return len(folded(text)) < fulltext.MIN_LENGTH
