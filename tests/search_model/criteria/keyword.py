"""Criterion `keyword` of the naive model."""

from __future__ import annotations

import json
from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Any, Final

from tests.search_model.picture import Picture, folded
from tests.search_model.random_values import PIECES

if TYPE_CHECKING:
    from tests.search_model.model import Model


def _keyword(**parts: object) -> bytes:
    """A filter with a keyword, some of its parts changed."""
    keyword = {"text": "a", "inName": True, "inMetadata": False, "inFeatures": False, **parts}
    return json.dumps({"criteria": {"keyword": keyword}}).encode()


REFUSED: Final[Mapping[str, bytes]] = {
    "keyword a string": b'{"criteria":{"keyword":"a"}}',
    "keyword without a place": b'{"criteria":{"keyword":{"text":"a"}}}',
    "keyword in no place": _keyword(inName=False),
    "keyword in a place of text": _keyword(inFeatures="true"),
    "keyword in a place of number": _keyword(inMetadata=1),
    "keyword of null": _keyword(text=None),
    "keyword of 257 characters": _keyword(text="a" * 257),
    "keyword with nul": _keyword(text="a\0"),
    "keyword with half a surrogate pair": b'{"criteria":{"keyword":'
    b'{"text":"\\ud800","inName":true,"inMetadata":true,"inFeatures":true}}}',
}


def meets(_: Model, picture: Picture, criterion: dict[str, Any]) -> bool:
    text = folded(criterion["text"])
    texts = [picture.name] if criterion["inName"] else []
    if criterion["inMetadata"] and folded(json.dumps(criterion["text"], ensure_ascii=False)[1:-1]) in folded(
        picture.metadata
    ):
        return True
    if criterion["inFeatures"]:
        texts += [each.value for _, each in picture.features_by_extension() if isinstance(each.value, str)]
    return text == "" or any(text in folded(each) for each in texts)


def draw(rng: Random, _: Model) -> dict[str, Any]:
    places = rng.choice(((1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 0), (1, 1, 1)))
    return {
        "text": rng.choice(PIECES),
        **dict(zip(("inName", "inMetadata", "inFeatures"), map(bool, places), strict=True)),
    }
