"""The work of a soak: kinds of requests, and how many of each are sent in a second."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from bench import load
from bench.processes import KEY
from bench.rows import words

EXTENSION: Final = "tagger"
VECTOR_NAME: Final = "semantic"
CONTROL: Final = "a server that does nothing"
_LENGTH: Final = 64
_PAGE: Final = {"take": 50}
_NEWEST: Final = {"property": "modificationDate", "isAscending": False}


@dataclass(frozen=True, slots=True)
class RegularKind:
    """A kind of request, and how many of it are sent in a second, at equal distances."""

    name: str
    rate: float
    requests: Iterator[bytes]


def kinds_of(ids: Sequence[str], with_vectors: Sequence[str], pictures: Sequence[str]) -> list[RegularKind]:
    """All kinds. `ids` are images of the library, of which `with_vectors` have vectors; `pictures` have files."""
    facets = {**_tagged("hundredth"), "facets": ["tags", "formats", "months"]}
    word_searches = [{"filter": {"criteria": _keyword(word)}} for word in words()[40:60]]
    nearest = f"closestImages?extensionId={EXTENSION}&name={VECTOR_NAME}&count=10"
    return [
        RegularKind("getTags", 40, _gets(ids, f"getTags?extensionId={EXTENSION}")),
        RegularKind("record of an image", 20, _gets(ids, "get")),
        RegularKind("search of ids by tag", 20, _searches("ids", *map(_tagged, ("common-001", "common-002", "rare")))),
        RegularKind("search of images by tag", 5, _searches("images", _tagged("common-003"))),
        RegularKind("search by date", 5, _searches("summaries", {"filter": {"sorting": _NEWEST}})),
        RegularKind("search with facets", 5, _searches("ids", facets)),
        RegularKind("search for words", 5, _searches("ids", *word_searches)),
        RegularKind("nearest images", 10, _gets(with_vectors, nearest)),
        RegularKind("cached rendition", 20, _gets(pictures, "download?format=WEBP&width=128")),
        RegularKind("setFeatures", 10, _writes(ids, "setFeatures", _features)),
        RegularKind("setEmbeddings", 5, _writes(with_vectors, "setEmbeddings", _vectors)),
    ]


def control(ids: Sequence[str]) -> RegularKind:
    """The kind for a server that does nothing: what becomes slower here is not the service."""
    return RegularKind(CONTROL, 20, _gets(ids, f"getTags?extensionId={EXTENSION}"))


def first_vectors(ids: Sequence[str]) -> Iterator[bytes]:
    """A write of a vector to each image."""
    rng = random.Random(1)
    for id in ids:
        yield _write(id, "setEmbeddings", _vectors(rng))


def _gets(ids: Sequence[str], operation: str) -> Iterator[bytes]:
    return itertools.cycle([load.request("GET", f"/image/{id}/{operation}", KEY) for id in ids])


def _searches(form: str, *bodies: Mapping[str, Any]) -> Iterator[bytes]:
    texts = [json.dumps({**body, "range": _PAGE}).encode() for body in bodies]
    return itertools.cycle([load.request("POST", f"/image/search/{form}", KEY, text) for text in texts])


def _tagged(tag: str) -> Mapping[str, Any]:
    return {"filter": {"criteria": {"tags": {"values": [tag]}}}}


def _keyword(text: str) -> Mapping[str, Any]:
    return {"keyword": {"text": text, "inName": True, "inMetadata": True, "inFeatures": True}}


def _writes(ids: Sequence[str], operation: str, body: Any) -> Iterator[bytes]:
    rng = random.Random(3)
    while True:
        yield _write(rng.choice(ids), operation, body(rng))


def _write(id: str, operation: str, body: Any) -> bytes:
    return load.request("PUT", f"/image/{id}/{operation}?extensionId={EXTENSION}", KEY, json.dumps(body).encode())


def _features(rng: random.Random) -> list[Mapping[str, Any]]:
    return [
        {"type": "metadata", "format": "integer", "name": "count", "value": rng.randrange(10_000)},
        {"type": "caption", "format": "string", "name": "caption", "value": " ".join(rng.sample(words(), 6))},
    ]


def _vectors(rng: random.Random) -> list[Mapping[str, Any]]:
    return [{"name": VECTOR_NAME, "values": [round(rng.gauss(0, 1), 4) for _ in range(_LENGTH)]}]
