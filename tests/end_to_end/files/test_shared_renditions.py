"""Services share renditions in a bucket: one serves what another has rendered, and removals reach all of them."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import httpx
import pytest

from facetry.service.data_folder import RENDITIONS
from tests.end_to_end.clusters.test_clusters import metrics_of
from tests.support.engines.object_stores import SECRET_KEY, Bucket, ObjectStore, nanio
from tests.support.imaging.pictures import write_pictures
from tests.support.services.clusters import running_cluster
from tests.support.services.servers import Server, running_server

pytestmark = pytest.mark.e2e
PICTURES: Final = 3
SECONDS: Final = 30.0
WANTED: Final = {"format": "WEBP", "width": "24"}


@pytest.fixture(scope="module")
def objects(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ObjectStore]:
    with nanio(tmp_path_factory.mktemp("nanio")) as store:
        yield store


def environment(bucket: Bucket) -> dict[str, str]:
    place = {"FACETRY_RENDITIONS_BUCKET": f"s3://{bucket.name}/thumbnails"}
    return {**bucket.server.environment(), **place}


def metric(client: httpx.Client, name: str) -> float:
    lines = client.get("/metrics").text.splitlines()
    return next((float(line.rpartition(" ")[2]) for line in lines if line.startswith(name + " ")), 0.0)


def wait_for(client: httpx.Client, name: str, value: float) -> None:
    wait_until(lambda: metric(client, name) >= value)


def renditions(client: httpx.Client) -> dict[str, httpx.Response]:
    """The answers by the names of the images."""
    images = client.post("/image/search/images", json={"filter": {}}).json()["items"]
    assert len(images) == PICTURES
    paths = {each["url"].rpartition("/")[2]: f"/image/{each['id']}/download" for each in images}
    return {name: client.get(path, params=WANTED) for name, path in paths.items()}


def check(server: Server) -> None:
    assert server.traceback() == ""
    assert SECRET_KEY not in server.output()


def test_a_service_serves_what_another_has_rendered(tmp_path: Path, objects: ObjectStore) -> None:
    bucket = objects.new_bucket()
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
    write_pictures(tmp_path / "pictures", PICTURES)
    shutil.copytree(tmp_path / "pictures", tmp_path / "copies")
    extra = environment(bucket)
    with running_server(tmp_path / "first", [tmp_path / "pictures"], extra_environment=extra) as first:
        with first.client() as client:
            made = renditions(client)
            assert {answer.status_code for answer in made.values()} == {200}
            wait_for(client, 'facetry_shared_rendition_writes_total{outcome="written"}', PICTURES)
        check(first)
    options = ["--no-watch"]
    folders = [tmp_path / "copies"]
    with running_server(tmp_path / "second", folders, extra_environment=extra, options=options) as second:
        shutil.rmtree(tmp_path / "copies")  # so nothing can be rendered
        with second.client() as client:
            served = renditions(client)
            assert {name: answer.content for name, answer in served.items()} == {
                name: answer.content for name, answer in made.items()
            }
            assert {name: answer.headers["etag"] for name, answer in served.items()} == {
                name: answer.headers["etag"] for name, answer in made.items()
            }
            assert metric(client, 'facetry_shared_rendition_lookups_total{outcome="hit"}') == PICTURES
            objects.stop()  # they are in the second service's own cache now
            assert {answer.status_code for answer in renditions(client).values()} == {200}
            objects.resume()
        check(second)


def test_a_bucket_that_is_not_there_stops_nothing(tmp_path: Path, objects: ObjectStore) -> None:
    write_pictures(tmp_path / "pictures", PICTURES)
    extra = {**environment(objects.new_bucket()), "FACETRY_RENDITIONS_BUCKET": "s3://no-such-bucket"}
    with running_server(tmp_path, [tmp_path / "pictures"], extra_environment=extra) as server:
        with server.client() as client:
            assert {answer.status_code for answer in renditions(client).values()} == {200}
        check(server)


def test_renditions_of_a_removed_image_leave_the_bucket_and_the_disk_of_each_host(
    tmp_path: Path, objects: ObjectStore
) -> None:
    """The leader of scans removes from the bucket, and counts that. Each host compares its disk with the images."""
    bucket = objects.new_bucket()
    write_pictures(tmp_path / "pictures", PICTURES)
    with running_cluster(tmp_path, ["all", "api"], [tmp_path / "pictures"], environment(bucket)) as cluster:
        leader, other = cluster.hosts
        caches = [host.folder / "data" / RENDITIONS for host in cluster.hosts]
        unused = [cache / "00" / bytes(32).hex() / "2-webp-24x0-inbox-0-full" for cache in caches]
        for file in unused:
            file.parent.mkdir(parents=True)
            file.write_bytes(b"the rendition of a removed image")
        cluster.wait_for_images(PICTURES)
        with other.client() as client:
            renditions(client)
            wait_for(client, 'facetry_shared_rendition_writes_total{outcome="written"}', PICTURES)
            images = client.post("/image/search/ids", json={"filter": {}}).json()["items"]
            assert client.delete(f"/image/{images[0]}/delete").status_code == 204
        removed = 'facetry_shared_rendition_writes_total{outcome="removed"}'
        wait_until(lambda: metrics_of(leader).get(removed) == 1 and len(bucket.listed()) == PICTURES - 1)
        assert metrics_of(other)[removed] == 0
        wait_until(lambda: not any(file.exists() for file in unused))
        assert "Traceback" not in cluster.output()


def wait_until(is_met: Callable[[], bool]) -> None:
    deadline = time.monotonic() + SECONDS
    while not is_met():
        assert time.monotonic() < deadline
        time.sleep(0.1)
