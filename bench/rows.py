"""Rows of synthetic libraries, inserted directly: the functions of the product would take an hour for a million."""

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
from facetry.schema.text_forms import name_key
from facetry.store import fulltext
from facetry.store.engine import raw_connection
from facetry.store.store import Store
from facetry.store.work import Work

REPOSITORIES: Final = 4
FORMATS: Final = {"JPEG": 70, "PNG": 12, "WEBP": 8, "HEIF": 6, "GIF": 3, "AVIF": 1}
"""Formats of images, with their shares in percent."""
MONTHS: Final = 60
_BEGIN_MS: Final = int(datetime(2020, 1, 1, tzinfo=UTC).timestamp() * 1000)
_MONTH_MS: Final = 30 * 86_400_000
_BATCH_SIZE: Final = 50_000
_METADATA_SHARE: Final = 0.3
"""The share of the images that have metadata texts."""
_SYLLABLES: Final = ("ba", "cor", "del", "fin", "gu", "hal", "jo", "kem", "lu", "mir", "no", "pas", "ru", "sel", "tov")
_WORDS: Final = 3_000


def words() -> list[str]:
    """Three thousand distinct words of two to four syllables, the same at each call."""
    rng = random.Random(5)
    distinct: dict[str, None] = {}
    while len(distinct) < _WORDS:
        distinct["".join(rng.choices(_SYLLABLES, k=rng.randint(2, 4)))] = None
    return list(distinct)


def sentences(rng: random.Random, count: int) -> Iterator[str]:
    """Endless sentences of six words; the word of rank r is r times as rare as the first one.

    `count` is the expected number of sentences.
    """
    vocabulary = words()
    weights = [1 / rank for rank in range(1, len(vocabulary) + 1)]
    cumulative = [sum(weights[: place + 1]) for place in range(len(weights))]
    while True:
        sampled = rng.choices(vocabulary, cum_weights=cumulative, k=6 * min(count, 10_000))
        for start in range(0, len(sampled), 6):
            yield " ".join(sampled[start : start + 6])


@contextmanager
def without_indexes(connection: Connection, *tables: str) -> Iterator[None]:
    """Drop the indexes of the tables and create them again at the end, which is faster for many inserts."""
    placeholders = ", ".join("?" * len(tables))
    statements = raw_connection(connection).execute(
        f"SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql <> '' AND tbl_name IN ({placeholders})",  # noqa: S608
        tables,
    )
    indexes = statements.fetchall()
    for name, _ in indexes:
        raw_connection(connection).execute(f"DROP INDEX {name}")
    yield
    for _, statement in indexes:
        raw_connection(connection).execute(statement)


def insert(connection: Connection, table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Insert rows into a table."""
    values = ", ".join("?" * len(columns))
    statement = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({values})"  # noqa: S608  # names of ours
    raw_connection(connection).executemany(statement, rows)


def insert_in_parts(store: Store, table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Insert rows in many transactions, so that the write-ahead log stays small."""
    remaining = iter(rows)

    def unit(work: Work, sampled: Iterable[Sequence[Any]]) -> None:
        insert(work.connection, table, columns, sampled)

    while first := next(remaining, None):
        batch = chain([first], islice(remaining, _BATCH_SIZE - 1))
        store.write_now(lambda work, batch=batch: unit(work, batch))  # type: ignore[misc]  # the default binds the part


def insert_images(work: Work, count: int) -> None:
    """Insert images with the keys 1 to `count`, in four repositories, with their full text.

    Names and dates do not correlate with the keys, as in real libraries.
    """
    with without_indexes(work.connection, "image"):
        insert(work.connection, "image", _COLUMNS, _images(_repositories(work), count))
    rows = raw_connection(work.connection)
    fulltext.put_many(work.connection, "name_text", rows.execute("SELECT key, name FROM image"))
    metadata_rows = rows.execute("SELECT key, json_extract(details, '$.all') FROM image WHERE details <> '{}'")
    fulltext.put_many(work.connection, "metadata_text", metadata_rows)


_COLUMNS: Final = (
    *("key", "id", "repository", "path", "name", "name_order", "format", "width", "height", "size"),
    *(
        "file_created",
        "file_modified",
        "file_modified_ns",
        "created",
        "modified",
        "content_hash",
        "details",
        "name_key",
    ),
)


def _repositories(work: Work) -> list[int]:
    """Repositories of folders that do not exist: the server marks them unavailable and does not change their rows."""
    places = (f"/nonexistent/synthetic-{number}" for number in range(REPOSITORIES))
    return [repositories.create(work, path=Path(place), name=Path(place).name).key for place in places]


def _images(repositories: Sequence[int], count: int) -> Iterator[Sequence[Any]]:
    rng = random.Random(1)
    texts = sentences(rng, count)
    formats, percent = list(FORMATS), list(FORMATS.values())
    for key in range(1, count + 1):
        id = UUID(int=rng.getrandbits(128), version=4)
        name = f"img_{rng.randrange(10**9):09}.jpg"
        repository = repositories[min(rng.randrange(8), len(repositories) - 1)]
        path = f"{key % 1000:03}/{key}_{name}"
        size = (rng.randrange(100, 6000), rng.randrange(100, 6000), rng.randrange(10**6))
        when = _BEGIN_MS + rng.randrange(MONTHS * _MONTH_MS)
        recorded = _BEGIN_MS + MONTHS * _MONTH_MS + key
        details = "{}"
        if rng.random() < _METADATA_SHARE:
            camera = f"Camera {rng.randrange(200)}\nExposure 1/{rng.randrange(1, 2000)}"
            details = json.dumps({"all": f"{camera}\n{next(texts)}\n{next(texts)}"})
        (format,) = rng.choices(formats, percent)
        times = (when, when, when * 1_000_000, recorded, recorded)
        yield (
            key,
            id.bytes,
            repository,
            path,
            name,
            name,
            format,
            *size,
            *times,
            rng.randbytes(32),
            details,
            name_key(name),
        )
