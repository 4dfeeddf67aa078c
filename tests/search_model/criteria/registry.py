"""The criteria of search filters in the naive model: one module for each, with the name of the criterion.

A module evaluates its criterion on one image (`meets`), draws random values (`draw`), and has filters that the service
refuses (`REFUSED`). The names are read from the description, so a criterion that is added there alone fails here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib import import_module
from random import Random
from typing import TYPE_CHECKING, Any, Final, Protocol, cast

from generated import models
from tests.search_model.picture import Picture

if TYPE_CHECKING:
    from tests.search_model.model import Model


class NaiveCriterion(Protocol):
    """What a module of this folder holds."""

    REFUSED: Mapping[str, bytes]
    """Filters that the service refuses for this criterion, in a search and in a collection."""

    def meets(self, model: Model, picture: Picture, criterion: Any) -> bool:
        """Whether the image meets the criterion."""

    def draw(self, rng: Random, model: Model) -> Any:
        """A random value of the criterion, such that images often meet it; None when the library has none."""


NESTED: Final = ("all", "any", "none")
"""Criteria that contain others: the model and the random filters know them."""


def _module_of(name: str) -> NaiveCriterion:
    module = re.sub("[A-Z]", lambda capital: f"_{capital[0].lower()}", name)
    return cast("NaiveCriterion", import_module(f"tests.search_model.criteria.{module}"))


NAMES: Final = tuple(field.alias or name for name, field in models.SearchCriteria.model_fields.items())
CRITERIA: Final = {name: _module_of(name) for name in NAMES if name not in NESTED}
