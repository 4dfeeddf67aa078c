"""Search filters that are refused, in a search and in a collection: those of each criterion, and of whole filters."""

from collections.abc import Mapping
from typing import Final

from tests.search_model.criteria.registry import CRITERIA
from tests.search_model.criteria.similarity import similar

_UNKNOWN: Final = b"00000000-0000-4000-8000-000000000000"


def _nest(depth: int, way: str = "all") -> bytes:
    """Criteria within criteria."""
    return b'{"criteria":' + b'{"%b":[' % way.encode() * (depth - 1) + b"{}" + b"]}" * (depth - 1) + b"}"


# Well-formed JSON that the contract of every filter refuses, in a search and in a collection.
FILTERS: Final[Mapping[str, bytes]] = {
    **{f"nine levels of {way}": _nest(9, way) for way in ("all", "any", "none")},
    "30 levels": _nest(30),
    "31 levels": _nest(31),
    "40 levels": _nest(40),
    "16 times 16 criteria": b'{"criteria":{"all":['
    + b",".join([b'{"any":[' + b",".join([b"{}"] * 16) + b"]}"] * 16)
    + b"]}}",
    "60,000 criteria": b'{"criteria":{"all":[' + b",".join([b"{}"] * 60_000) + b"]}}",
    "all of nothing": b'{"criteria":{"all":[]}}',
    "any of null": b'{"criteria":{"any":[null]}}',
    "none of arrays": b'{"criteria":{"none":[[]]}}',
    "all an object": b'{"criteria":{"all":{}}}',
    "a misspelt criterion within": b'{"criteria":{"any":[{"tag":{}}]}}',
    **{name: body for each in CRITERIA.values() for name, body in each.REFUSED.items()},
    "nine similarities": b'{"criteria":{"any":['
    + b",".join([similar(values=[1])[len(b'{"criteria":') : -1]] * 9)
    + b"]}}",
    "sorting by no distance": b'{"sorting":{"property":"distance"}}',
    "sorting by an unwanted distance": b'{"criteria":{"none":['
    + similar(values=[1])[len(b'{"criteria":') : -1]
    + b']},"sorting":{"property":"distance"}}',
    "null": b"null",
    "unknown member of the filter": b'{"nope":1}',
    "unknown criterion": b'{"criteria":{"nope":{}}}',
    "origin of 1,001 images": b'{"origin":{"kind":"images","ids":['
    + b",".join(b'"00000000-0000-4000-8000-%012d"' % n for n in range(1_001))
    + b"]}}",
    "origin of an unknown repository": b'{"origin":{"kind":"repositories","ids":["' + _UNKNOWN + b'"]}}',
    "origin of an unknown kind": b'{"origin":{"kind":"collections","ids":[]}}',
    "sorting by nothing": b'{"sorting":{"property":"nothing","isAscending":true}}',
}
