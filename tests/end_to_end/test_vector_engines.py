"""A service whose vector indexes are in an engine answers over HTTP as one whose indexes are in files."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import httpx
import numpy as np
import pytest

from facetry.store.store import Store
from tests.support.postgresql import Cluster
from tests.support.servers import running_server
from tests.support.vector_engines import new_pgvector_cluster, new_pgvector_database
from tests.support.vector_spaces import EXTENSION, NAME, VectorLibrary, clustered_vectors

COUNT: Final = 6_000
LENGTH: Final = 8
SECONDS: Final = 60.0

Answers = list[list[tuple[str, float]]]


def fill_library(folder: Path) -> list[str]:
    """A library of images with vectors; returns some ids."""
    (folder / "data").mkdir(parents=True)
    store = Store(folder / "data" / "library.db")
    try:
        library = VectorLibrary(store, LENGTH)
        library.add(clustered_vectors(np.random.default_rng(1), COUNT, LENGTH, 200))
        return [str(library.ids[key]) for key in list(library.ids)[::1500]]
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


def closest(client: httpx.Client, ids: list[str]) -> Answers:
    """The nearest images, unfiltered and within a distance, and a search with an exact similarity."""
    answers: Answers = []
    for id in ids:
        for more in ({}, {"maxDistance": "0.02"}):
            query = {"extensionId": EXTENSION, "name": NAME, "count": "20", **more}
            answer = client.get(f"/image/{id}/closestImages", params=query)
            assert answer.status_code == 200, answer.text
            answers.append([(each["image"]["id"], each["distance"]) for each in answer.json()])
        similarity = {"extensionId": EXTENSION, "name": NAME, "image": id, "maxDistance": 0.01}
        body = {
            "filter": {"criteria": {"similarity": similarity}, "sorting": {"property": "distance"}},
            "range": {"take": 100},
        }
        answer = client.post("/image/search/ids", json=body)
        assert answer.status_code == 200, answer.text
        found = answer.json()
        answers.append(list(zip(found["items"], found["distances"], strict=True)))
    return answers


@pytest.mark.e2e
def test_answers_are_those_of_the_embedded_index(tmp_path: Path) -> None:
    ids = fill_library(tmp_path)
    cluster: Cluster = new_pgvector_cluster()
    try:
        with running_server(tmp_path, [], wait_for_scans=False) as server, server.client() as client:
            wait_for_index(client)
            expected = closest(client, ids)
        url = new_pgvector_database(cluster).reveal()
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
            assert closest(client, ids) == expected
            assert "facetry_vector_engine_available 1" in client.get("/metrics").text
            cluster.stop()
            assert closest(client, ids) == expected
        assert not list((tmp_path / "data" / "vectors").rglob("index.*")), "no second index"
    finally:
        cluster.remove()
