"""Criterion `tags` of the naive model."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Any, Final

from tests.search_model.picture import EXTENSIONS, Picture
from tests.search_model.random_values import TAGS

if TYPE_CHECKING:
    from tests.search_model.model import Model

REFUSED: Final[Mapping[str, bytes]] = {
    "tag values a string": b'{"criteria":{"tags":{"values":"a"}}}',
    "tag values of numbers": b'{"criteria":{"tags":{"values":[1]}}}',
    "tags of an unknown extension": b'{"criteria":{"tags":{"values":["a"],"extensionIds":["nobody"]}}}',
    "tags of no extension": b'{"criteria":{"tags":{"values":["a"],"extensionIds":[]}}}',
    "tags of an unknown operator": b'{"criteria":{"tags":{"values":["a"],"operator":"xor"}}}',
    "the sentinel as criterion": b'{"criteria":{"tags":{"values":["__empty__"]}}}',
    "a bad character as criterion": b'{"criteria":{"tags":{"values":["a b"]}}}',
    "a trailing newline as criterion": b'{"criteria":{"tags":{"values":["a\\n"]}}}',
    "an empty value as criterion": b'{"criteria":{"tags":{"values":[""]}}}',
    "10,000 criteria": b'{"criteria":{"tags":{"values":[' + b",".join(b'"t%d"' % n for n in range(10_000)) + b"]}}}",
}


def meets(_: Model, picture: Picture, criterion: dict[str, Any]) -> bool:
    extensions = criterion.get("extensionIds", EXTENSIONS)
    values = {value for extension in extensions for value in picture.tags.get(extension, ())}
    hits = [value in values for value in criterion["values"]]
    match criterion.get("operator", "or"):
        case "and":
            return all(hits)
        case "not":
            return not any(hits)
        case _:
            return any(hits)


def draw(rng: Random, _: Model) -> dict[str, Any]:
    criterion: dict[str, Any] = {"values": rng.choices((*TAGS, "unheard"), k=rng.choice((1, 1, 2, 3)))}
    if rng.random() < 0.6:
        criterion["operator"] = rng.choice(("or", "and", "not"))
    if rng.random() < 0.3:
        criterion["extensionIds"] = rng.sample(EXTENSIONS, rng.choice((1, 2)))
    return criterion
