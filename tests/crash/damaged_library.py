"""A library with all kinds of rows, its answers, and the comparison of its rows with those of a repaired one."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final
from uuid import UUID

import httpx
from sqlalchemy import Connection

from facetry.library import extensions, images, repositories
from facetry.library.integrity.repair import RepairReport
from facetry.library.library import Library
from facetry.library.pictures import FileFacts, Picture
from facetry.store.engine import raw_connection
from facetry.store.work import Work

IMAGES: Final = 90
LENGTH: Final = 32
_IDS: Final = [str(UUID(int=number + 1)) for number in range(IMAGES)]
_CAPTURE: Final = {"capture_date", "capture_offset", "capture_source"}
_RESTORED_BY_SCAN: Final = {"details", "placeholder", "file_modified_ns", "file_changed_ns", "file_inode"} | _CAPTURE
_ORIGIN: Final = {"parent", "source_url", "application_metadata", "missing_since", "pixel_hash", "perceptual_hash"}
_DERIVED: Final = ("sqlite_sequence", "revision", "alembic_version", "tag_set", "tag_change")
Query = tuple[str, str, Any]


def _search(criteria: dict[str, Any], operation: str = "ids") -> Query:
    return "POST", f"/image/search/{operation}", {"filter": {"criteria": criteria}, "range": {"take": 50}}


def _vector(number: int) -> list[float]:
    return [round(value, 3) for value in random.Random(number).choices([-1.0, 0.5, 0.25, 1.0], k=LENGTH)]


QUERIES: Final[Sequence[Query]] = [
    *(
        ("GET", f"/image/{id}/{operation}", None)
        for id in _IDS[::6]
        for operation in ("get", "getAllTags", "getAllFeatures", "getAllEmbeddings", "metadata")
    ),
    *(_search({"tags": {"values": [f"tag-{number}"], "operator": "and"}}) for number in range(0, 20, 5)),
    *(
        _search({"keyword": {"text": text, "inName": True, "inMetadata": True, "inFeatures": True}})
        for text in ("lens7", "word 3", "img-1")
    ),
    *(
        _search({"similarity": {"extensionId": "kit", "name": "likeness", "values": _vector(number)}})
        for number in range(3)
    ),
    _search({}, "summaries"),
    ("GET", "/collection/list", None),
    ("GET", "/repository/tagCounts", None),
    ("GET", "/repository/featureNames", None),
    ("GET", "/settings/get", None),
    *(("GET", f"/collection/{number}/get", None) for number in (1, 2)),
]


@asynccontextmanager
async def running(service: Any) -> AsyncIterator[None]:
    """Run the lifespan of an ASGI service, as a server does."""
    inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    outbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    task = asyncio.create_task(
        service({"type": "lifespan", "asgi": {"version": "3.0"}, "state": {}}, inbox.get, outbox.put)
    )
    for name in ("startup", "shutdown"):
        await inbox.put({"type": f"lifespan.{name}"})
        answer = await outbox.get()
        assert answer["type"] == f"lifespan.{name}.complete", answer
        if name == "startup":
            yield
    await task


def _client(service: Any, key: str) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(app=service, raise_app_exceptions=False)
    headers = {"Authorization": f"Bearer {key}"}
    return httpx.AsyncClient(transport=transport, base_url="http://library", headers=headers, timeout=60)


async def ask(service: Any, key: str, queries: Sequence[Query]) -> list[tuple[int, str]]:
    """Status and text of each answer; the rule instead of the text for a refusal."""
    answers = []
    async with _client(service, key) as client:
        for method, path, body in queries:
            answer = await client.request(method, path, json=body)
            is_refusal = answer.status_code >= 400 and answer.headers["content-type"].startswith("application/problem")
            answers.append((answer.status_code, answer.json()["rule"] if is_refusal else answer.text))
    return answers


async def write_and_read(service: Any, key: str) -> list[tuple[int, int, bool]]:
    """Set tags of three images: the statuses of the writing and the reading, and whether the tags were read."""
    outcomes = []
    async with _client(service, key) as client:
        for id in _IDS[:3]:
            url = f"/image/{id}"
            written = await client.put(f"{url}/setTags", params={"extensionId": "kit"}, json=["new", id])
            read = await client.get(f"{url}/getTags", params={"extensionId": "kit"})
            outcomes.append((written.status_code, read.status_code, read.status_code == 200 and id in read.json()))
    return outcomes


async def build(library: Library, service: Any, key: str) -> None:
    """Fill the library: images, facets of two extensions, collections and large values."""
    rng = random.Random(1)

    def unit(work: Work) -> None:
        repository = repositories.create(work, path=library.spool.parent / "none", name="none")
        for id in ("kit", "other"):
            extensions.register(work, id)
        for number, id in enumerate(_IDS):
            file = FileFacts(f"{number % 7}/img-{number}.jpg", 1_000 + number, number, number, number * 1_000_000)
            metadata = {"all": f"camera lens{number} " + "exposure " * (10 if number % 9 else 3_000)}
            picture = Picture("JPEG", 10 + number, 20, rng.randbytes(32), metadata)
            key, made = images.insert_image(work, repository.key, file, picture)
            raw_connection(work.connection).execute("UPDATE image SET id = ? WHERE key = ?", [UUID(id).bytes, key])
            assert made is not None

    await library.store.write(unit)
    async with _client(service, key) as client:
        for number, id in enumerate(_IDS):
            for extension in ("kit", "other"):
                tags = [f"tag-{rng.randrange(25)}" for _ in range(4)]
                text = f"word {number} " + "text " * (20 if number % 10 else 6_000)
                features: list[dict[str, Any]] = [
                    {"type": "caption", "format": "string", "value": text},
                    {"type": "other", "format": "integer", "name": "faces", "value": number},
                ]
                vectors = [{"name": "likeness", "values": _vector(number)}]
                for operation, body in (
                    ("setTags", sorted(set(tags))),
                    ("setFeatures", features),
                    ("setEmbeddings", vectors),
                ):
                    answer = await client.put(f"/image/{id}/{operation}", params={"extensionId": extension}, json=body)
                    assert answer.status_code == 204, answer.text
        for number in range(12):
            collection = {"criteria": {"tags": {"values": [f"tag-{number}"], "operator": "and"}}}
            answer = await client.post("/collection/create", params={"name": f"collection {number}"}, json=collection)
            assert answer.status_code < 300, answer.text
    for _ in range(100):
        if any(each.indexed_count >= IMAGES for each in library.vectors.progress()):
            return
        await asyncio.sleep(0.1)


def read_rows(connection: Connection) -> dict[str, Any]:
    """All rows of all tables, as JSON texts by table and rowid."""
    raw = raw_connection(connection)
    tables = raw.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0").fetchall()
    rows: dict[str, Any] = {}
    for (table,) in tables:
        if "_text_" in table or table in _DERIVED:
            continue
        cursor = raw.execute(f"SELECT rowid AS rowid_, * FROM {table}")  # noqa: S608  # a table of ours
        names = [column[0] for column in cursor.description][1:]
        rows[table] = {
            str(row[0]): {
                name: value.hex() if isinstance(value, bytes) else value
                for name, value in zip(names, row[1:], strict=True)
            }
            for row in cursor
        }
    return rows


def compare_rows(oracle: dict[str, Any], rows: dict[str, Any], report: RepairReport) -> list[str]:
    """Differences between the rows that the report does not list."""
    facets = {"image": "record", "image_tag": "tag", "image_feature": "feature", "vector": "embedding"}
    was_written = any(status == 204 for status, *_ in oracle.get("writes", ()))
    unlisted = []
    for table, expected in oracle["rows"].items():
        found, facet = rows.get(table, {}), facets.get(table, table)
        if report.lost_commits is not None:
            continue  # the rows are those of an earlier commit, as the report says
        losses = [loss for loss in report.lost if loss.facet == facet]
        missing = expected.keys() - found.keys()
        changed = {key for key in expected.keys() & found.keys() if expected[key] != found[key]}
        if table == "image":
            completed = {str(loss.key) for loss in report.completed if loss.facet == facet}
            changed -= {
                key
                for key in changed & completed
                if _differences(expected[key], found[key]) <= _RESTORED_BY_SCAN | _ORIGIN
            }
        if table == "time_mark":
            continue  # the service keeps there how long it has lived
        if was_written and table in ("image_tag", "event", "tag", "task"):
            continue  # compared by the answers to the writes
        if len(missing) > len(losses) and table not in report.lost_parts:
            unlisted.append(f"{table}: {len(missing)} rows are missing, and {len(losses)} are listed")
        if changed:
            unlisted.append(f"{table}: rows {sorted(changed)[:3]} changed: {json.dumps(expected[min(changed)])[:200]}")
        if found.keys() - expected.keys():
            unlisted.append(f"{table}: rows {sorted(found.keys() - expected.keys())[:3]} came from nowhere")
    return unlisted


def _differences(one: dict[str, Any], other: dict[str, Any]) -> set[str]:
    return {name for name in one if one[name] != other[name]}
