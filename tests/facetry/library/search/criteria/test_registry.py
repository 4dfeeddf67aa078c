"""Every criterion, property to sort by and kind of counts of the description has its record in the registry."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

from facetry.library.search import criteria, facet_counts, ordering
from facetry.library.search.criteria.registry import CRITERIA
from generated import models

FOLDER = Path(criteria.__path__[0])
SHARED = {"__init__", "costs", "criterion", "refusals", "registry"}
"""The modules of the folder that hold no criterion."""
NESTED = {"all", "any", "none"}
"""The criteria of the module `nested`."""


def test_every_criterion_has_its_record() -> None:
    missing = models.SearchCriteria.model_fields.keys() - {each.member for each in CRITERIA}
    assert not missing, f"add facetry/library/search/criteria/<name>.py, and list it in registry.py: {sorted(missing)}"


def test_every_file_of_a_criterion_is_listed_once() -> None:
    names = [each.member for each in CRITERIA if each.member not in NESTED]
    assert sorted([*names, "nested"]) == sorted({path.stem for path in FOLDER.glob("*.py")} - SHARED)


def test_the_pointer_of_a_criterion_has_the_words_of_the_wire() -> None:
    pointers = {each.member: each.pointer_in("/criteria") for each in CRITERIA}
    assert pointers["untagged_by"] == "/criteria/untaggedBy"
    assert pointers["formats"] == "/criteria/formats"


def test_every_property_to_sort_by_has_its_record() -> None:
    missing = {*get_args(models.SearchSortingProperty.__value__)} - ordering.PROPERTIES.keys()
    assert missing == {"distance"}, "list it in PROPERTIES of facetry/library/search/ordering.py"


def test_every_kind_of_counts_has_its_function() -> None:
    missing = {*get_args(models.SearchFacetKind.__value__)} - facet_counts.KINDS.keys()
    assert not missing, "list it in KINDS of facetry/library/search/facet_counts.py"
