"""Criterion `untaggedBy` of the naive model."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Final

from tests.search_model.picture import EXTENSIONS, Picture

if TYPE_CHECKING:
    from tests.search_model.model import Model

REFUSED: Final[Mapping[str, bytes]] = {
    "untagged by nobody": b'{"criteria":{"untaggedBy":[]}}',
    "untagged by the unknown": b'{"criteria":{"untaggedBy":["nobody"]}}',
    "untagged by 257": b'{"criteria":{"untaggedBy":[' + b",".join([b'"hostile-tests"'] * 257) + b"]}}",
}


def meets(_: Model, picture: Picture, criterion: list[str]) -> bool:
    return not any(picture.tags.get(extension) for extension in criterion)


def draw(rng: Random, _: Model) -> list[str]:
    return rng.sample(EXTENSIONS, rng.choice((1, 2)))
