"""The random filters draw, and the naive model evaluates, every part of the filters that the description allows.

The parts are read from the description. A criterion that is added to `specs/schemas/SearchCriteria.yaml` alone fails
here, with the place to extend, or has no module in `tests/search_model/criteria/`.
"""

from __future__ import annotations

from random import Random
from typing import Any, Final

import pytest

from tests.contract.description import document
from tests.search_model import random_filters
from tests.search_model.changing_library import ChangingLibrary
from tests.search_model.criteria.registry import CRITERIA
from tests.search_model.model import Model, facets
from tests.support.contract.schema_parts import parts_used, schema_parts
from tests.support.libraries.stores import temporary_store

CHANGES: Final = 250
FILTERS: Final = 3_000
LEAST_SHARE: Final = 0.2
"""The least share of the criteria drawn for a member that some images of the library meet, and others do not."""
NOT_DRAWN: Final = {"SearchSimilarity.text": "An extension makes the vector of a text, and none runs beside the model."}
"""The parts that random filters leave out, each with its reason."""

_SCHEMAS: Final = document()["components"]["schemas"]


@pytest.fixture(scope="module")
def library() -> tuple[Model, dict[str, float]]:
    """The model of a library after some changes, and the share of selective criteria that were drawn meanwhile."""
    random, selective = Random("completeness"), dict.fromkeys(CRITERIA, 0)
    with temporary_store() as store:
        library = ChangingLibrary(store, random)
        for _ in range(CHANGES):
            library.change()
            for member, naive in CRITERIA.items():
                criterion = naive.draw(random, library.model)
                if criterion is not None:
                    matching = library.model.matching({"criteria": {member: criterion}})
                    selective[member] += 0 < len(matching) < len(library.model.pictures)
    return library.model, {member: count / CHANGES for member, count in selective.items()}


@pytest.fixture(scope="module")
def model(library: tuple[Model, dict[str, float]]) -> Model:
    return library[0]


@pytest.fixture(scope="module")
def shares(library: tuple[Model, dict[str, float]]) -> dict[str, float]:
    return library[1]


@pytest.fixture(scope="module")
def filters(model: Model) -> list[dict[str, Any]]:
    random = Random("filters")
    return [random_filters.search_filter(random, model) for _ in range(FILTERS)]


def test_random_filters_draw_every_part(filters: list[dict[str, Any]]) -> None:
    missing = schema_parts("SearchFilter") - parts_used("SearchFilter", filters) - NOT_DRAWN.keys()
    assert not missing, f"extend `draw` in tests/search_model/criteria/<name>.py: no filter uses {sorted(missing)}"


def test_parts_that_are_not_drawn_exist(filters: list[dict[str, Any]]) -> None:
    assert NOT_DRAWN.keys() <= schema_parts("SearchFilter")
    assert not NOT_DRAWN.keys() & parts_used("SearchFilter", filters)


def test_model_evaluates_random_filters(model: Model, filters: list[dict[str, Any]]) -> None:
    """No operator, kind or property is unknown to the model."""
    for each in filters[:300]:
        model.matching(each)


@pytest.mark.parametrize("sorting", _SCHEMAS["SearchSortingProperty"]["enum"])
def test_model_sorts_by_property(model: Model, sorting: str) -> None:
    try:
        model.matching({"sorting": {"property": sorting}})
    except KeyError:
        pytest.fail(f"extend tests/search_model/model.py: the model does not sort by {sorting}")


def test_model_counts_every_facet() -> None:
    missing = set(_SCHEMAS["SearchFacetKind"]["enum"]) - facets([]).keys()
    assert not missing, f"extend facets() in tests/search_model/model.py: it does not count {sorted(missing)}"


def test_drawn_criteria_distinguish_images(shares: dict[str, float]) -> None:
    """A comparison of searches proves little when a criterion matches no image, or every image."""
    print({member: f"{share:.0%}" for member, share in shares.items()})
    low = {member: share for member, share in shares.items() if share < LEAST_SHARE}
    assert not low, f"draw other values in tests/search_model/criteria/<name>.py or changing_library.py for {low}"
