"""Criterion `states` of the naive model."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Final, get_args

from generated import models
from tests.search_model.picture import Picture

if TYPE_CHECKING:
    from tests.search_model.model import Model

REFUSED: Final[Mapping[str, bytes]] = {
    "no state": b'{"criteria":{"states":[]}}',
    "unknown state": b'{"criteria":{"states":["LOST"]}}',
    "state in lower case": b'{"criteria":{"states":["missing"]}}',
    "state twice": b'{"criteria":{"states":["MISSING","MISSING"]}}',
    "state no array": b'{"criteria":{"states":"MISSING"}}',
}
_STATES: tuple[str, ...] = get_args(models.ImageState.__value__)


def meets(_: Model, picture: Picture, criterion: list[str]) -> bool:
    if picture.is_missing:
        return "MISSING" in criterion
    return ("UNREADABLE" if picture.is_unreadable else "AVAILABLE") in criterion


def draw(rng: Random, _: Model) -> list[str]:
    return rng.sample(_STATES, rng.choice((1, 1, 2, 2, 3)))
