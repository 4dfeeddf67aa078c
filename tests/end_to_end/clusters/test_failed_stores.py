"""A database that failed for one process of a cluster: another process takes its place, and writes again."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from tests.support.imaging.pictures import write_pictures
from tests.support.services.clusters import Cluster, running_cluster

SECONDS: Final = 60.0
PROGRAM: Final = "tests.support.services.failing_store_server"


@pytest.fixture(scope="module")
def marker(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file with which the next commit fails."""
    return tmp_path_factory.mktemp("marker") / "fail"


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory, marker: Path) -> Iterator[Cluster]:
    folder = tmp_path_factory.mktemp("cluster")
    write_pictures(folder / "pictures", 1)
    environment = {"FAILING_COMMIT": str(marker)}
    with running_cluster(folder, ["all", "api"], [folder / "pictures"], environment, PROGRAM) as running:
        running.wait_for_images(1)
        yield running


def fail_once(client: httpx.Client, marker: Path, method: str, path: str, **options: Any) -> None:
    """Send a write whose commit fails, and again until it succeeds."""
    marker.touch()
    deadline = time.monotonic() + SECONDS
    statuses = []
    while True:
        try:
            answer = client.request(method, path, **options)
        except httpx.TransportError:  # its process ends meanwhile
            statuses.append(0)
        else:
            statuses.append(answer.status_code)
            if answer.is_success:
                break
            assert answer.status_code == 503, answer.text
        assert time.monotonic() < deadline, statuses
        time.sleep(0.2)
    assert not marker.exists()
    assert statuses[0] in (0, 503), "a write was acknowledged whose commit failed"


@pytest.mark.parametrize("number", [0, 1], ids=["of the leader", "that does not lead"])
def test_a_host_writes_again(cluster: Cluster, marker: Path, number: int) -> None:
    host = cluster.hosts[number]
    with host.client() as client:
        assert client.put("/extension/ensure", params={"id": "user"}).status_code == 200
        (image,) = client.post("/image/search/ids", json={"filter": {}}).json()["items"]
        path = f"/image/{image}/setTags"
        fail_once(client, marker, "PUT", path, params={"extensionId": "user"}, json=[f"tag-{number}"])
        assert client.get(f"/image/{image}/getTags", params={"extensionId": "user"}).json() == [f"tag-{number}"]
        assert client.get("/readyz").status_code == 200
    assert "this process ends, because it cannot write any more" in host.output()


def test_a_leader_gives_way_to_one_that_can_write(cluster: Cluster, marker: Path) -> None:
    leader, other = cluster.hosts
    tokens = dict(cluster.query("SELECT name, token FROM lease"))
    with other.client() as client:
        fail_once(client, marker, "PUT", "/extension/ensure", params={"id": "after"})
    assert cluster.query("SELECT count(*) FROM extension WHERE id = 'after'") == [(1,)]
    assert dict(cluster.query("SELECT name, token FROM lease"))["extensions"] > tokens["extensions"]
    assert leader.output().count("this process ends, because it cannot write any more") >= 2
