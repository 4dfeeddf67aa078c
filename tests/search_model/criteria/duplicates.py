"""Criterion `duplicates` of the naive model."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Any, Final, get_args

from generated import models
from tests.search_model.picture import Picture

if TYPE_CHECKING:
    from tests.search_model.model import Model

_UNKNOWN: Final = b"00000000-0000-4000-8000-000000000000"
_DISTANCES: Final = (0, 1, 3, 4, 5, 8, 9, 12, 16)
"""Numbers of bits, among them the bounds at which the search for near duplicates changes its method."""

REFUSED: Final[Mapping[str, bytes]] = {
    "duplicates empty": b'{"criteria":{"duplicates":{}}}',
    "duplicates a string": b'{"criteria":{"duplicates":"samePixels"}}',
    "duplicates of unknown kind": b'{"criteria":{"duplicates":{"kind":"similar"}}}',
    "duplicates with unknown member": b'{"criteria":{"duplicates":{"kind":"samePixels","x":1}}}',
    "duplicates near nothing": b'{"criteria":{"duplicates":{"kind":"nearDuplicates"}}}',
    "duplicates near null": b'{"criteria":{"duplicates":{"kind":"nearDuplicates","of":null}}}',
    "duplicates of an unknown image": b'{"criteria":{"duplicates":{"kind":"samePixels","of":"' + _UNKNOWN + b'"}}}',
    "duplicates of upper case": b'{"criteria":{"duplicates":{"kind":"samePixels","of":"'
    + b"ABCDEF00-0000-4000-8000-000000000000"
    + b'"}}}',
    "duplicates of a number": b'{"criteria":{"duplicates":{"kind":"samePixels","of":1}}}',
    "distance without near": b'{"criteria":{"duplicates":{"kind":"samePixels","maximumDistance":1}}}',
    **{
        f"distance {distance.decode()}": b'{"criteria":{"duplicates":{"kind":"nearDuplicates","of":"'
        + _UNKNOWN
        + b'","maximumDistance":'
        + distance
        + b"}}}"
        for distance in (b"-1", b"17", b"1.5", b'"4"', b"true", b"1e300", b"18446744073709551616")
    },
}


def meets(model: Model, picture: Picture, criterion: dict[str, Any]) -> bool:
    others = [other for other in model.pictures.values() if other.id != picture.id]
    if "of" in criterion:
        others = [other for other in others if other.id == criterion["of"]]
    return any(_are_duplicates(picture, other, criterion) for other in others)


def _are_duplicates(picture: Picture, other: Picture, criterion: dict[str, Any]) -> bool:
    match criterion["kind"]:
        case "exactDuplicates":
            return picture.content_hash == other.content_hash
        case "samePixels":
            return picture.pixel_hash is not None and picture.pixel_hash == other.pixel_hash
        case "nearDuplicates":
            if picture.perceptual_hash is None or other.perceptual_hash is None:
                return False
            most: int = criterion.get("maximumDistance", 4)
            return (picture.perceptual_hash ^ other.perceptual_hash).bit_count() <= most
        case kind:
            raise ValueError(f"the model does not evaluate duplicates of the kind {kind}: extend _are_duplicates")


def draw(rng: Random, model: Model) -> dict[str, Any] | None:
    criterion: dict[str, Any] = {"kind": rng.choice(get_args(models.SearchDuplicatesKind.__value__))}
    is_near = criterion["kind"] == "nearDuplicates"
    if is_near or rng.random() < 0.5:
        if not model.pictures:
            return None
        criterion["of"] = rng.choice(list(model.pictures))
    if is_near and rng.random() < 0.8:
        criterion["maximumDistance"] = rng.choice(_DISTANCES)
    return criterion
