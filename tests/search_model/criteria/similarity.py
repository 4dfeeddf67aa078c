"""Criterion `similarity` of the naive model."""

from __future__ import annotations

import json
from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from tests.search_model.picture import Picture
from tests.search_model.random_values import SPACES, vector
from tests.support.libraries.naive_vectors import distances

if TYPE_CHECKING:
    from tests.search_model.model import Model

_UNKNOWN: Final = "00000000-0000-4000-8000-000000000000"


def similar(**parts: object) -> bytes:
    """A filter with a similarity of a registered extension."""
    return json.dumps({"criteria": {"similarity": {"extensionId": "hostile-tests", "name": "a", **parts}}}).encode()


REFUSED: Final[Mapping[str, bytes]] = {
    "similar to nothing": similar(),
    "similar to two things": similar(text="a", values=[1]),
    "similar to an unknown image": similar(image=_UNKNOWN),
    "similar by an unknown extension": similar(extensionId="nobody", values=[1]),
    "similar to no values": similar(values=[]),
    "similar to 4,097 values": similar(values=[1] * 4_097),
    "similar to zero": similar(values=[0, -0.0, 1e-300]),
    "similar beyond 32 bits": similar(values=[1e300]),
    "similar to texts": similar(values=["1"]),
    "similar to a long text": similar(text="a" * 4_097),
    "similar to nul": similar(text="a\0"),
    "similar further than 2": similar(values=[1], maxDistance=2.5),
    "similar nearer than 0": similar(values=[1], maxDistance=-1e-300),
}


def meets(model: Model, picture: Picture, criterion: dict[str, Any]) -> bool:
    found = distance(model, picture, criterion)
    return found is not None and found <= criterion.get("maxDistance", 2)


def distance(model: Model, picture: Picture, criterion: dict[str, Any]) -> float | None:
    """The distance of the image to what the criterion names; None when they have no comparable vectors."""
    space = (criterion["extensionId"], criterion["name"])
    own = picture.vectors.get(space)
    other = criterion.get("values")
    if "image" in criterion:
        named = model.pictures.get(criterion["image"])
        other = named.vectors.get(space) if named else None
    if own is None or other is None or len(own) != len(other):
        return None
    return float(distances(np.asarray([own], np.float32), np.asarray(other, np.float32))[0])


def draw(rng: Random, model: Model) -> dict[str, Any] | None:
    extension, name, length = rng.choice(SPACES)
    criterion: dict[str, Any] = {"extensionId": extension, "name": name}
    if rng.random() < 0.5:
        criterion["values"] = vector(rng, length)
    else:
        ids = [each.id for each in model.pictures.values() if (extension, name) in each.vectors]
        if not ids:
            return None
        criterion["image"] = rng.choice(ids)
    if rng.random() < 0.7:
        criterion["maxDistance"] = rng.choice((0.01, 0.1234, 0.4321, 0.987, 1.5))
    return criterion
