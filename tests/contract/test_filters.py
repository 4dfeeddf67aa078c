"""The contract corpus uses every part of the filters that the description allows, and names existing resources.

The parts are read from the description. A criterion that is added to `specs/schemas/SearchCriteria.yaml` alone fails
here, with the place to extend.
"""

import copy
import json
import random
from pathlib import Path
from typing import Any, Final, cast

import pytest
import requests

from facetry.contract.example_requests.examples import EXTENSIONS, IMAGE, REPOSITORY, Example, examples
from facetry.contract.fuzzing import filters
from facetry.contract.fuzzing.existing_resources import ExistingResources
from tests.support.contract.schema_parts import parts_used, schema_parts

_SEARCHES: Final = tuple(
    example
    for example in examples("valid")
    if example.operation.operation_id.startswith("imageSearch") and isinstance(example.body, dict)
)
_FILTERED: Final = tuple(example for example in _SEARCHES if "filter" in example.body)


class _FixedResources(ExistingResources):
    """Resources without a server: one extension, one image and one repository."""

    def __init__(self) -> None:
        super().__init__(requests.Session(), "", Path(), ("existing-extension",), random.Random(1))

    def some_image(self) -> str:
        return "existing-image"

    def confirmed_image(self, _: str = "") -> str:
        return "existing-image"

    def some_repository(self) -> str:
        return "existing-repository"

    def ensure_embedding(self, image: str, extension: str, name: str) -> None:
        pass


def test_examples_use_every_part_of_a_search() -> None:
    """Schemas that are not of searches alone, such as ImageFormat, need no example here for each of their values."""
    parts = {part for part in schema_parts("SearchParameters") if part.startswith("Search")}
    missing = parts - parts_used("SearchParameters", [example.body for example in _SEARCHES])
    assert not missing, f"add files in specs/examples/requests/valid/imageSearchIds/: none uses {sorted(missing)}"


@pytest.mark.parametrize("example", _FILTERED, ids=str)
def test_fit_names_what_exists(example: Example) -> None:
    fitted = json.dumps(_fitted(example))
    unknown = [name for name in (IMAGE, REPOSITORY, *EXTENSIONS) if json.dumps(name) in fitted]
    assert not unknown, (
        f"extend fit() in facetry/contract/fuzzing/filters.py: what is {unknown} in an example need not exist"
    )


@pytest.mark.parametrize("example", _FILTERED, ids=str)
def test_fit_leaves_no_part_out(example: Example) -> None:
    assert parts_used("SearchFilter", [example.body["filter"]]) <= parts_used("SearchFilter", [_fitted(example)])


def _fitted(example: Example) -> dict[str, Any]:
    fitted = cast("dict[str, Any]", copy.deepcopy(example.body["filter"]))
    filters.fit(fitted, _FixedResources())
    return fitted
