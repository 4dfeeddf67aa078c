"""Criterion `inNoCollection` of the naive model."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Final

from tests.search_model.picture import Picture

if TYPE_CHECKING:
    from tests.search_model.model import Model

REFUSED: Final[Mapping[str, bytes]] = {"in no collection null": b'{"criteria":{"inNoCollection":null}}'}


def meets(model: Model, picture: Picture, criterion: bool) -> bool:
    filters = [each for each in model.collections.values() if "inNoCollection" not in str(each)]
    return any(model.matches(picture, each) for each in filters) is not criterion


def draw(rng: Random, _: Model) -> bool:
    return rng.random() < 0.5
