"""The registry of the criteria of search filters."""

from __future__ import annotations

from typing import Any, Final

from facetry.library.search.criteria.criterion import Criterion
from facetry.library.search.criteria.duplicates import DUPLICATES
from facetry.library.search.criteria.features import FEATURES
from facetry.library.search.criteria.formats import FORMATS
from facetry.library.search.criteria.in_no_collection import IN_NO_COLLECTION
from facetry.library.search.criteria.keyword import KEYWORD
from facetry.library.search.criteria.nested import ALL, ANY, NONE
from facetry.library.search.criteria.not_evaluated_by import NOT_EVALUATED_BY
from facetry.library.search.criteria.properties import PROPERTIES
from facetry.library.search.criteria.similarity import SIMILARITY
from facetry.library.search.criteria.states import STATES
from facetry.library.search.criteria.tags import TAGS
from facetry.library.search.criteria.untagged_by import UNTAGGED_BY
from generated import models

CRITERIA: Final[tuple[Criterion[Any], ...]] = (
    FORMATS,
    TAGS,
    PROPERTIES,
    UNTAGGED_BY,
    NOT_EVALUATED_BY,
    FEATURES,
    STATES,
    KEYWORD,
    DUPLICATES,
    ALL,
    ANY,
    NONE,
    IN_NO_COLLECTION,
    SIMILARITY,
)
"""All criteria, in the order of their evaluation: those that take long examine only images that the others left."""


def criteria_of(criteria: models.SearchCriteria) -> list[tuple[Criterion[Any], Any]]:
    """The criteria that are present, with their values, in the order of evaluation."""
    return [(each, value) for each in CRITERIA if (value := getattr(criteria, each.member)) is not None]
