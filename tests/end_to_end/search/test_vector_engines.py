"""A service whose vector indexes are in an engine answers over HTTP as one whose indexes are in files."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import httpx
import numpy as np
import psycopg
import pytest

from facetry.store.engine import DatabaseUrl
from facetry.store.store import Store
from tests.support.engines.databases import database_at
from tests.support.engines.postgresql import Cluster
from tests.support.engines.vector_engines import new_pgvector_cluster, new_pgvector_database
from tests.support.libraries.vector_spaces import EXTENSION, NAME, VectorLibrary, clustered_vectors
from tests.support.services.servers import running_server

IS_LONG: Final = "VECTOR_ENGINE_ROUNDS" in os.environ
COUNT: Final = 60_000 if IS_LONG else 5_100
"""In the long form, so many that the engine is faster than comparing vectors one by one."""
LENGTH: Final = 512 if IS_LONG else 8
SECONDS: Final = 600.0 if IS_LONG else 60.0

Answers = list[list[tuple[str, float]]]


def fill_library(folder: Path) -> list[str]:
    """A library of images with vectors; returns some ids."""
    (folder / "data").mkdir(parents=True)
    store = Store(database_at(folder / "data" / "library.db"))
    try:
        library = VectorLibrary(store, LENGTH)
        rng = np.random.default_rng(1)
        for _ in range(10):
            library.add(clustered_vectors(rng, COUNT // 10, LENGTH, 200))
        return [str(library.ids[key]) for key in list(library.ids)[:: COUNT // 4]]
    finally:
        store.close()


def wait_for_index(client: httpx.Client) -> Mapping[str, Any]:
    deadline = time.monotonic() + SECONDS
    while True:
        (index,) = client.get("/repository/embeddingsIndexes").json()
        if index["state"] == "ready" and index["indexedCount"] == COUNT:
            return dict(index)
        assert time.monotonic() < deadline, index
        time.sleep(0.1)


def searches_of_the_graph(database: DatabaseUrl) -> int:
    """Number of searches of the graph, of which the server tells a moment later."""
    time.sleep(1.5)
    statement = b"SELECT sum(idx_scan) FROM pg_stat_user_indexes WHERE indexrelname LIKE '%_hnsw'"
    with psycopg.connect(database.reveal()) as connection:
        row = connection.execute(statement).fetchone()
    assert row is not None
    return int(row[0])


def check_same(answers: tuple[Answers, Answers], expected: tuple[Answers, Answers]) -> None:
    """Exact answers are equal. Of the nearest, an index may miss some, which only happens with many vectors."""
    assert answers[1] == expected[1]
    if not IS_LONG:
        assert answers[0] == expected[0]
    common = sum(
        len(set(one) & set(other)) for one, other in zip(*(each[0] for each in (answers, expected)), strict=True)
    )
    assert common >= 0.95 * sum(map(len, expected[0]))


def closest(client: httpx.Client, ids: list[str]) -> tuple[Answers, Answers]:
    """The nearest images, unfiltered and within a distance; and searches by an exact similarity."""
    nearest: Answers = []
    within: Answers = []
    for id in ids:
        for more in ({}, {"maxDistance": "0.02"}):
            query = {"extensionId": EXTENSION, "name": NAME, "count": "20", **more}
            answer = client.get(f"/image/{id}/closestImages", params=query)
            assert answer.status_code == 200, answer.text
            nearest.append([(each["image"]["id"], each["distance"]) for each in answer.json()])
        similarity = {"extensionId": EXTENSION, "name": NAME, "image": id, "maxDistance": 0.01}
        body = {
            "filter": {"criteria": {"similarity": similarity}, "sorting": {"property": "distance"}},
            "range": {"take": 100},
        }
        answer = client.post("/image/search/ids", json=body)
        assert answer.status_code == 200, answer.text
        found = answer.json()
        within.append(list(zip(found["items"], found["distances"], strict=True)))
    return nearest, within


@pytest.mark.e2e
def test_answers_are_those_of_the_embedded_index(tmp_path: Path) -> None:
    ids = fill_library(tmp_path)
    cluster: Cluster = new_pgvector_cluster()
    try:
        with running_server(tmp_path, [], wait_for_scans=False) as server, server.client() as client:
            wait_for_index(client)
            expected = closest(client, ids)
        database = new_pgvector_database(cluster)
        url = database.reveal()
        with (
            running_server(
                tmp_path,
                [],
                extra_environment={"FACETRY_VECTORS_URL": url, "FACETRY_WORKERS": "2"},
                wait_for_scans=False,
            ) as server,
            server.client() as client,
        ):
            index = wait_for_index(client)
            assert index["recall"] >= 0.98
            searches = searches_of_the_graph(database) if IS_LONG else 0
            check_same(closest(client, ids), expected)
            assert not IS_LONG or searches_of_the_graph(database) > searches
            assert "facetry_vector_engine_available 1" in client.get("/metrics").text
            cluster.stop()
            check_same(closest(client, ids), expected)
        assert not list((tmp_path / "data" / "vectors").rglob("index.*")), "no second index"
    finally:
        cluster.remove()
