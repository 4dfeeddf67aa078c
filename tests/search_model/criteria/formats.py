"""Criterion `formats` of the naive model."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Final

from tests.search_model.picture import Picture
from tests.search_model.random_values import FORMATS

if TYPE_CHECKING:
    from tests.search_model.model import Model

REFUSED: Final[Mapping[str, bytes]] = {
    "no format": b'{"criteria":{"formats":[]}}',
    "unknown format": b'{"criteria":{"formats":["BMP"]}}',
    "format in lower case": b'{"criteria":{"formats":["png"]}}',
    "format twice": b'{"criteria":{"formats":["PNG","PNG"]}}',
    "formats of null": b'{"criteria":{"formats":[null]}}',
}


def meets(_: Model, picture: Picture, criterion: list[str]) -> bool:
    return picture.format in criterion


def draw(rng: Random, _: Model) -> list[str]:
    return rng.sample(FORMATS, rng.choice((1, 2)))
