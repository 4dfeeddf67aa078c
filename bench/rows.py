"""Rows of synthetic libraries, written by hand: through the product's own functions, a million would take an hour."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import chain, islice
from pathlib import Path
from typing import Any, Final
from uuid import UUID

from sqlalchemy import Connection

from facetry.library import repositories
from facetry.store import fulltext
from facetry.store.engine import raw
from facetry.store.store import Store
from facetry.store.work import Work

REPOSITORIES: Final = 4
FORMATS: Final = {"JPEG": 70, "PNG": 12, "WEBP": 8, "HEIF": 6, "GIF": 3, "AVIF": 1}
"""Formats of images, in percent."""
MONTHS: Final = 60
_BEGIN_MS: Final = int(datetime(2020, 1, 1, tzinfo=UTC).timestamp() * 1000)
_MONTH_MS: Final = 30 * 86_400_000
_PART: Final = 50_000
_DESCRIBED: Final = 0.3
"""The share of the images that have metadata texts."""
_SYLLABLES: Final = ("ba", "cor", "del", "fin", "gu", "hal", "jo", "kem", "lu", "mir", "no", "pas", "ru", "sel", "tov")
_WORDS: Final = 3_000


def words() -> list[str]:
    """Three thousand different words of two to four syllables, the same ones each time."""
    chance = random.Random(5)
    made: dict[str, None] = {}
    while len(made) < _WORDS:
        made["".join(chance.choices(_SYLLABLES, k=chance.randint(2, 4)))] = None
    return list(made)


def sentences(chance: random.Random, count: int) -> Iterator[str]:
    """Six words each; the word of rank r is r times as rare as the first one."""
    known = words()
    weights = [1 / rank for rank in range(1, len(known) + 1)]
    cumulative = [sum(weights[: place + 1]) for place in range(len(weights))]
    while True:
        some = chance.choices(known, cum_weights=cumulative, k=6 * min(count, 10_000))
        for start in range(0, len(some), 6):
            yield " ".join(some[start : start + 6])


@contextmanager
def without_indexes(connection: Connection, *tables: str) -> Iterator[None]:
    """Rows that come meanwhile are indexed at the end, which is quicker."""
    among = ", ".join("?" * len(tables))
    found = raw(connection).execute(
        f"SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql <> '' AND tbl_name IN ({among})",  # noqa: S608
        tables,
    )
    indexes = found.fetchall()
    for name, _ in indexes:
        raw(connection).execute(f"DROP INDEX {name}")
    yield
    for _, statement in indexes:
        raw(connection).execute(statement)


def put(connection: Connection, table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Insert rows."""
    values = ", ".join("?" * len(columns))
    statement = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({values})"  # noqa: S608  # names of ours
    raw(connection).executemany(statement, rows)


def put_in_parts(store: Store, table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """The same in many transactions, so that the log of a large table stays small."""
    left = iter(rows)

    def unit(work: Work, some: Iterable[Sequence[Any]]) -> None:
        put(work.connection, table, columns, some)

    while first := next(left, None):
        part = chain([first], islice(left, _PART - 1))
        store.write_now(lambda work, part=part: unit(work, part))  # type: ignore[misc]  # the default binds the part


def put_images(work: Work, count: int) -> None:
    """Images with the keys 1 to `count`, in four repositories, with their full text. Their names and dates are in no
    relation to their keys, as in real libraries.
    """
    with without_indexes(work.connection, "image"):
        put(work.connection, "image", _COLUMNS, _images(_repositories(work), count))
    rows = raw(work.connection)
    fulltext.put_many(work.connection, "name_text", rows.execute("SELECT key, name FROM image"))
    described = rows.execute("SELECT key, json_extract(details, '$.all') FROM image WHERE details <> '{}'")
    fulltext.put_many(work.connection, "metadata_text", described)


_COLUMNS: Final = (
    *("key", "id", "repository", "path", "name", "name_order", "format", "width", "height", "size"),
    *("file_created", "file_modified", "file_modified_ns", "created", "modified", "content_hash", "details"),
)


def _repositories(work: Work) -> list[int]:
    """Folders that are not there: the server finds them unavailable and leaves their rows alone."""
    places = (f"/nonexistent/synthetic-{number}" for number in range(REPOSITORIES))
    return [repositories.create(work, path=Path(place), name=Path(place).name).key for place in places]


def _images(repositories: Sequence[int], count: int) -> Iterator[Sequence[Any]]:
    chance = random.Random(1)
    texts = sentences(chance, count)
    formats, percent = list(FORMATS), list(FORMATS.values())
    for key in range(1, count + 1):
        id = UUID(int=chance.getrandbits(128), version=4)
        name = f"img_{chance.randrange(10**9):09}.jpg"
        repository = repositories[min(chance.randrange(8), len(repositories) - 1)]
        path = f"{key % 1000:03}/{key}_{name}"
        size = (chance.randrange(100, 6000), chance.randrange(100, 6000), chance.randrange(10**6))
        when = _BEGIN_MS + chance.randrange(MONTHS * _MONTH_MS)
        recorded = _BEGIN_MS + MONTHS * _MONTH_MS + key
        details = "{}"
        if chance.random() < _DESCRIBED:
            taken = f"Camera {chance.randrange(200)}\nExposure 1/{chance.randrange(1, 2000)}"
            details = json.dumps({"all": f"{taken}\n{next(texts)}\n{next(texts)}"})
        (format,) = chance.choices(formats, percent)
        times = (when, when, when * 1_000_000, recorded, recorded)
        yield key, id.bytes, repository, path, name, name, format, *size, *times, chance.randbytes(32), details
