"""Criterion `properties` of the naive model."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Any, Final

from tests.search_model.picture import Picture

if TYPE_CHECKING:
    from tests.search_model.model import Model

_DATES = ("captureDate", "fileCreationDate", "fileModificationDate", "importDate", "updateDate")
_PROPERTIES = ("width", "height", "weightInBytes", "creationDate", "modificationDate", *_DATES)

REFUSED: Final[Mapping[str, bytes]] = {
    "range empty": b'{"criteria":{"properties":{"width":{}}}}',
    "range a number": b'{"criteria":{"properties":{"width":1}}}',
    "range of another property": b'{"criteria":{"properties":{"key":{"minimum":1}}}}',
    **{
        f"range from {value.decode()}": b'{"criteria":{"properties":{"height":{"minimum":' + value + b"}}}}"
        for value in (b"-1", b"0.5", b'"1"', b"null", b"1e300", b"9007199254740992", b"18446744073709551616")
    },
    **{
        f"range of {name} to a fraction": b'{"criteria":{"properties":{"%b":{"maximum":0.5}}}}' % name.encode()
        for name in ("width", "weightInBytes", "creationDate", "modificationDate", *_DATES)
    },
    "date from a text": b'{"criteria":{"properties":{"captureDate":{"minimum":"2009-05-17"}}}}',
    "date after the year 9999": b'{"criteria":{"properties":{"captureDate":{"minimum":253402300800000}}}}',
}


def meets(_: Model, picture: Picture, criterion: dict[str, Any]) -> bool:
    own = {
        "width": picture.width,
        "height": picture.height,
        "weightInBytes": picture.size,
        "captureDate": picture.captured,
        "fileCreationDate": picture.file_created,
        "fileModificationDate": picture.file_modified,
        "importDate": picture.created,
        "updateDate": picture.modified,
        "creationDate": picture.created,
        "modificationDate": picture.modified,
    }
    return all(
        bounds.get("minimum", -(10**18)) <= own[name] <= bounds.get("maximum", 10**18)
        for name, bounds in criterion.items()
    )


def draw(rng: Random, model: Model) -> dict[str, Any]:
    criterion: dict[str, Any] = {}
    times = [time for each in model.pictures.values() for time in (each.created, each.captured)] or [0]
    for name in rng.sample(_PROPERTIES, rng.choice((1, 1, 2))):
        if name in _DATES:
            values = rng.choices(times, k=2)
        else:
            values = [abs(rng.choice(times)) if "Date" in name else rng.randrange(8) for _ in range(2)]
        bounds = {"minimum": min(values), "maximum": max(values)}
        criterion[name] = {bound: bounds[bound] for bound in rng.choice((("minimum",), ("maximum",), tuple(bounds)))}
    return criterion
