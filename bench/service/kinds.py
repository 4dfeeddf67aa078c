"""Kinds of requests to a library of `bench.million`: what they ask for, how many at once, and their targets."""

from __future__ import annotations

import itertools
import json
import random
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from uuid import UUID

import numpy as np
import orjson

from bench import load
from bench.measurements import CPU_MS, PER_SECOND, SECONDS, SWITCHES, Target, at_least, at_most
from bench.million import SHARES, TAGS_EACH
from bench.processes import KEY
from bench.samples import UNITS

WRITTEN: Final = "setTags"
RARE: Final = "search of a rare tag"
_DATABASE: Final = "library.db"
_AT_ONCE: Final = 16
_PAGE: Final = {"take": 50}
_PREPARED: Final = 500
_LENGTH: Final = 512
_VECTORS: Final = 64
_COMMON: Final = [f"common-{number:03}" for number in range(100)]
_BY_DATE: Final = {"property": "modificationDate", "isAscending": False}


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of request. `images` is the size of the library that the targets hold for; None stands for all sizes."""

    name: str
    requests: Callable[[Sequence[str]], Iterator[bytes]]
    connections: int = 1
    units: Sequence[str] = UNITS
    targets: Mapping[str, Target] = field(default_factory=dict)
    images: int | None = None
    is_pinned_too: bool = False

    def targets_at(self, images: int) -> Mapping[str, Target]:
        """The targets in a library of this size, by unit."""
        return self.targets if self.images in (None, images) else {}


def sampled_ids(library: Path, count: int) -> list[str]:
    """The ids of up to `count` images by chance, without those that have the rare tag."""
    database = sqlite3.connect(f"file:{library / _DATABASE}?mode=ro", uri=True)
    try:
        (images,) = database.execute("SELECT max(key) FROM image").fetchone()
        keys = random.Random(6).sample(range(1, images + 1), min(count, images))
        rare = {row[0] for row in database.execute("SELECT image FROM image_tag WHERE tag = ?", (len(SHARES),))}
        statement = "SELECT id FROM image WHERE key = ?"
        found = [database.execute(statement, (key,)).fetchone() for key in keys if key not in rare]
        return [str(UUID(bytes=row[0])) for row in found]
    finally:
        database.close()


def set_tags(ids: Sequence[str]) -> Iterator[bytes]:
    """Endless writes of ten tags, as rare and as common as those in the library, to images by chance."""
    rng = random.Random(7)
    # Prepared once, because making a body takes the client as long as a request.
    bodies = [json.dumps(_tags(rng)).encode() for _ in range(_PREPARED)]
    while True:
        yield load.request("PUT", f"/image/{rng.choice(ids)}/setTags?extensionId=tagger", KEY, rng.choice(bodies))


def _tags(rng: random.Random) -> list[str]:
    special = [tag for tag, share in SHARES.items() if tag != "rare" and rng.random() < share]
    return special + rng.sample(_COMMON, TAGS_EACH - len(special))


def _get_tags(ids: Sequence[str]) -> Iterator[bytes]:
    return itertools.cycle(
        [load.request("GET", f"/image/{id}/getTags?extensionId=tagger", KEY) for id in ids[:_PREPARED]]
    )


def _set_embeddings(ids: Sequence[str]) -> Iterator[bytes]:
    rng = random.Random(8)
    vectors = np.random.default_rng(8).standard_normal((_VECTORS, _LENGTH), np.float32)
    bodies = [
        orjson.dumps([{"name": "semantic", "values": vector}], option=orjson.OPT_SERIALIZE_NUMPY) for vector in vectors
    ]
    while True:
        target = f"/image/{rng.choice(ids)}/setEmbeddings?extensionId=tagger"
        yield load.request("PUT", target, KEY, rng.choice(bodies))


def _pages(target: str, *bodies: Mapping[str, Any]) -> Callable[[Sequence[str]], Iterator[bytes]]:
    requests = [load.request("POST", target, KEY, json.dumps({**body, "range": _PAGE}).encode()) for body in bodies]
    return lambda _: itertools.cycle(requests)


def _tagged(tag: str, **members: Any) -> Mapping[str, Any]:
    return {"filter": {"criteria": {"tags": {"values": [tag]}}, **members}}


WRITES: Final = Kind(
    f"{WRITTEN}, 16 at once",
    set_tags,
    _AT_ONCE,
    targets={PER_SECOND: at_least(2_500)},
    images=1_000_000,
    is_pinned_too=True,
)
GET_TAGS: Final = Kind(
    "getTags, 16 at once",
    _get_tags,
    _AT_ONCE,
    (*UNITS, SWITCHES),
    targets={PER_SECOND: at_least(8_000), CPU_MS: at_most(0.13)},
    images=10_000,
    is_pinned_too=True,
)
SEARCHES: Final = Kind(
    "search of ids, 16 at once",
    _pages("/image/search/ids", *map(_tagged, _COMMON)),
    _AT_ONCE,
    (*UNITS, SWITCHES),
    targets={PER_SECOND: at_least(2_500), CPU_MS: at_most(0.4)},
    images=10_000,
    is_pinned_too=True,
)
TAG_RECORDS: Final = Kind(
    "page of 50 tag records",
    _pages("/image/search/tags", {}),
    targets={CPU_MS: at_most(0.6)},
    images=10_000,
)
RARE_SEARCHES: Final = Kind(RARE, _pages("/image/search/ids", _tagged("rare")))
FIRST_SEARCH: Final = Kind(
    "by date with facets, the first after a start",
    _pages(
        "/image/search/ids",
        {**_tagged("half", sorting=_BY_DATE), "facets": ["tags", "formats", "repositories", "months"]},
    ),
    targets={SECONDS: at_most(0.5)},
    images=1_000_000,
)
KINDS: Final = (
    GET_TAGS,
    SEARCHES,
    WRITES,
    Kind(
        "setEmbeddings of 512, 16 at once",
        _set_embeddings,
        _AT_ONCE,
        targets={PER_SECOND: at_least(3_000)},
        images=10_000,
    ),
    Kind(
        "page of 50 full records",
        _pages("/image/search/images", {}),
        targets={CPU_MS: at_most(1.5)},
        images=10_000,
    ),
    TAG_RECORDS,
    Kind(
        "summaries with sorting",
        _pages("/image/search/summaries", {"filter": {"sorting": _BY_DATE}}),
        targets={CPU_MS: at_most(0.8)},
        images=10_000,
    ),
    Kind(
        "by date",
        _pages("/image/search/ids", _tagged("half", sorting=_BY_DATE)),
        targets={CPU_MS: at_most(3)},
        images=1_000_000,
    ),
    Kind(
        "by date with facets",
        FIRST_SEARCH.requests,
        targets={CPU_MS: at_most(12)},
        images=1_000_000,
    ),
)
