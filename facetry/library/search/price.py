"""The price of a search: an estimate of its time, made from its filter and the size of the library before it runs.

Costs are microseconds, measured with 100,000 images. An estimate only decides in which lane a search runs, so a factor
of two does not matter.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

from sqlalchemy import Connection, func, select
from sqlmodel import col

from facetry.library.facets.features import FeatureRow
from facetry.library.images import Image
from facetry.library.search import filter_tree
from facetry.schema.text_forms import folded
from facetry.store import fulltext
from facetry.store.prepared import PreparedStatement
from generated import models
from generated.limits import SEARCH_CRITERIA_MAX_GROUPS

COSTLY: Final = 50_000.0
"""The price in microseconds from which a search is costly."""

_GROUP_COST: Final = 200.0
"""Cost of a group of criteria: its statements and sets."""
_TERM_COST: Final = 10.0
"""Cost of each value or condition in a criterion."""
_STATEMENT_COST: Final = 500.0
"""Cost of each statement of a criterion that the database answers."""
# Costs of each image, feature or vector.
_FOLD_COST: Final = 3.0
"""To read a text and fold its case."""
_COMPARE_COST: Final = 0.1
"""To look for a text in a folded text, or to compare a number or a name."""
_POSTING_COST: Final = 0.005
"""To merge it with the rows of one trigram in the full-text index."""
_DISTANCE_COST: Final = 0.3
"""To compare two vectors or hashes."""
_GROUPING_COST: Final = 1.0
"""To group the images by a hash."""
_SORT_COST: Final = 0.1
_COUNT_COST: Final = 0.05
_MAX_SHORT_GROUPS: Final = 4
"""Most groups of criteria of a short search."""
_MAX_SHORT_TERMS: Final = 16
"""Most tags in a group of a short search."""
_MAX_SHORT_TAKE: Final = 50
"""Most images that a short search returns; their full records take about 2 ms."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """The greatest keys of the rows, which are hardly greater than their numbers."""

    images: int = 0
    features: int = 0


_GREATEST_KEYS: Final = [PreparedStatement(select(func.max(col(table.key)))) for table in (Image, FeatureRow)]


def sizes_of(connection: Connection) -> Sizes:
    """The sizes of the library at the snapshot of the connection. Reads two rows."""
    return Sizes(*(statement.column(connection)[0] or 0 for statement in _GREATEST_KEYS))


def depends_on_sizes(parameters: models.SearchParameters, search_filter: models.SearchFilter) -> bool:
    """Whether the price of a search depends on the size of the library so much that the size has to be read."""
    return bool(parameters.facets) or any(_looks_at_all_rows(node.criteria) for node in _nodes(search_filter))


def _looks_at_all_rows(criteria: models.SearchCriteria) -> bool:
    """Whether there are criteria that look at many rows, features or vectors, and not only at sets of images."""
    return (
        criteria.keyword is not None
        or criteria.features is not None
        or criteria.similarity is not None
        or criteria.duplicates is not None
    )


def is_short(parameters: models.SearchParameters, search_filter: models.SearchFilter) -> bool:
    """Whether a search only intersects a few sets of the index, and returns few images."""
    if parameters.facets or (search_filter.sorting is not None and search_filter.sorting.property == "distance"):
        return False
    search_range = parameters.range
    if search_range is not None and search_range.take > _MAX_SHORT_TAKE:
        return False
    for groups, node in enumerate(filter_tree.walk_criteria(search_filter), start=1):
        if groups > _MAX_SHORT_GROUPS or not _is_short(node.criteria):
            return False
    return True


def _is_short(criteria: models.SearchCriteria) -> bool:
    return (
        not _looks_at_all_rows(criteria)
        and criteria.states is None
        and criteria.properties is None
        and criteria.in_no_collection is None
        and (criteria.tags is None or len(criteria.tags.values) <= _MAX_SHORT_TERMS)
    )


def estimate(parameters: models.SearchParameters, search_filter: models.SearchFilter, sizes: Sizes) -> float:
    """The price of a search with this filter, in microseconds."""
    # Short texts are looked for in one pass over the texts, however many there are.
    price = _GROUP_COST + (_SORT_COST + _COUNT_COST * len(parameters.facets or ())) * sizes.images
    short_texts_exist = False
    for node in _nodes(search_filter):
        price += _GROUP_COST + sum(_criterion_prices(node.criteria, sizes))
        short_texts_exist = short_texts_exist or _has_short_text(node.criteria)
    return price + (_FOLD_COST * (sizes.images + sizes.features) if short_texts_exist else 0.0)


def _nodes(search_filter: models.SearchFilter) -> Iterator[filter_tree.CriteriaNode]:
    """The criteria of a filter that is not too large; more of them are refused later."""
    return islice(filter_tree.walk_criteria(search_filter), SEARCH_CRITERIA_MAX_GROUPS)


def _criterion_prices(criteria: models.SearchCriteria, sizes: Sizes) -> Iterator[float]:
    if criteria.keyword is not None:
        keyword = criteria.keyword
        if keyword.in_name or keyword.in_metadata:
            yield _text_price(keyword.text, sizes.images)
        if keyword.in_features:
            yield _text_price(keyword.text, sizes.features)
    if criteria.tags is not None:
        yield _TERM_COST * len(criteria.tags.values)
    for group in _feature_groups(criteria.features):
        for condition in group.conditions:
            if condition.operator == "contains":
                yield _text_price(str(condition.value), sizes.features)
            else:
                yield _TERM_COST + _COMPARE_COST * sizes.features
    if criteria.properties is not None:
        yield _COMPARE_COST * sizes.images
    if criteria.similarity is not None:
        yield _STATEMENT_COST + _DISTANCE_COST * sizes.images
    if criteria.duplicates is not None:
        is_near = criteria.duplicates.kind == "nearDuplicates"
        if is_near or criteria.duplicates.of is None:
            yield (_DISTANCE_COST if is_near else _GROUPING_COST) * sizes.images
    if criteria.in_no_collection is not None:
        yield COSTLY  # its price depends on the filters of all collections


def _text_price(text: str, rows: int) -> float:
    """The price of a search for a text, without that of the pass over all texts that short ones need."""
    trigrams = len(folded(text)) - fulltext.MIN_LENGTH + 1
    return _STATEMENT_COST + rows * (_COMPARE_COST if trigrams < 1 else _POSTING_COST * trigrams)


def _has_short_text(criteria: models.SearchCriteria) -> bool:
    texts = [] if criteria.keyword is None else [criteria.keyword.text]
    texts += [
        str(condition.value)
        for group in _feature_groups(criteria.features)
        for condition in group.conditions
        if condition.operator == "contains"
    ]
    return any(len(folded(text)) < fulltext.MIN_LENGTH for text in texts)


def _feature_groups(group: models.SearchFeatures | None) -> Iterator[models.SearchFeatures]:
    while group is not None:
        yield group
        group = group.features
