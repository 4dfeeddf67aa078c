"""Criterion `notEvaluatedBy` of the naive model."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Any, Final

from tests.search_model.picture import EXTENSIONS, Picture

if TYPE_CHECKING:
    from tests.search_model.model import Model

REFUSED: Final[Mapping[str, bytes]] = {
    "not evaluated by the unknown": b'{"criteria":{"notEvaluatedBy":{"extensionIds":["nobody"]}}}',
    "not evaluated of another facet": b'{"criteria":{"notEvaluatedBy":{"extensionIds":["hostile-tests"],"facet":"x"}}}',
}


def meets(_: Model, picture: Picture, criterion: dict[str, Any]) -> bool:
    evaluated: dict[str, set[str]] = {
        "tags": set(picture.tags),
        "features": set(picture.features),
        "embeddings": {extension for extension, _ in picture.vectors},
    }
    kinds = [criterion["facet"]] if "facet" in criterion else list(evaluated)
    return not any(extension in evaluated[kind] for kind in kinds for extension in criterion["extensionIds"])


def draw(rng: Random, _: Model) -> dict[str, Any]:
    return {
        "extensionIds": rng.sample(EXTENSIONS, rng.choice((1, 2))),
        **({"facet": rng.choice(("tags", "features", "embeddings"))} if rng.random() < 0.7 else {}),
    }
