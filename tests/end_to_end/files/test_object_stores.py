"""A repository in a bucket of a real object store, from the view of a client of a real server."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from tests.support.engines.object_stores import HAS_CEPH, SECRET_KEY, Bucket, ObjectStore, ceph
from tests.support.imaging import pictures
from tests.support.services.servers import Server, running_server, server_environment

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.skipif(not HAS_CEPH, reason="Ceph is not installed (ceph-mon, ceph-osd, radosgw)"),
]
SECONDS = 30.0


@pytest.fixture(scope="module")
def objects(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ObjectStore]:
    with ceph(tmp_path_factory.mktemp("ceph")) as store:
        yield store


@pytest.fixture(scope="module")
def bucket(objects: ObjectStore) -> Bucket:
    bucket = objects.new_bucket()
    bucket.put("holidays/first.png", pictures.picture("PNG", seed=1), {"mtime": "1500000000.25"})
    bucket.put("holidays/sea/second one.jpg", pictures.picture("JPEG", seed=2))
    bucket.put("holidays/notes.txt", b"some text")
    bucket.put("holidays/broken.jpg", b"\xff\xd8\xff\xe0 no picture")
    bucket.put("holidays/.hidden/third.png", pictures.picture("PNG", seed=3))
    bucket.put("elsewhere/fourth.png", pictures.picture("PNG", seed=4))
    return bucket


@pytest.fixture(scope="module")
def server(objects: ObjectStore, bucket: Bucket, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    home = tmp_path_factory.mktemp("buckets")
    (home / "pictures").mkdir()
    (home / "pictures" / "local.png").write_bytes(pictures.picture("PNG", seed=900))
    place = f"s3://{bucket.name}/holidays"
    environment = {
        **objects.environment(f"s3://{bucket.name}/holidays", f"s3://{bucket.name}/more"),
        "FACETRY_OBJECT_STORES__POLL_SECONDS": "1",
    }
    with running_server(home, [home / "pictures"], extra_environment=environment, options=[place]) as started:
        yield started
        assert SECRET_KEY not in started.output()
        assert started.traceback() == ""


@pytest.fixture
def client(server: Server) -> Iterator[httpx.Client]:
    with server.client() as opened:
        yield opened


@pytest.fixture
def repository(client: httpx.Client) -> dict[str, Any]:
    (found,) = [each for each in client.get("/repository/list").json() if each["type"] == "s3"]
    return dict(found)


def images(client: httpx.Client, repository: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The images of the repository by the path of their files."""
    origin = {"kind": "repositories", "ids": [repository["id"]]}
    answer = client.post(
        "/image/search/images", json={"filter": {"origin": origin}, "range": {"take": 1000, "skip": 0}}
    )
    assert answer.status_code == 200, answer.text
    return {each["url"].removeprefix(repository["url"] + "/"): each for each in answer.json()["items"]}


def eventually(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + SECONDS
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.1)


def refusal(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["rule"]


def scan(server: Server, client: httpx.Client, repository: dict[str, Any], **wish: int) -> dict[str, Any]:
    """Scan the repository; its activity afterwards."""
    eventually(lambda: client.put(f"/repository/{repository['id']}/synchronize", params=wish).status_code == 204)
    server.wait_until_scanned()
    (activity,) = [each for each in client.get("/repository/activities").json() if each["id"] == repository["id"]]
    return dict(activity)


def store(client: httpx.Client, repository: dict[str, Any], seed: int, name: str, **wish: Any) -> dict[str, Any]:
    answer = client.post(
        f"/repository/{repository['id']}/storeImage",
        params={"nameWithoutExtension": name, **wish},
        content=pictures.picture("PNG", seed=seed),
        headers={"Content-Type": "image/png"},
    )
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def test_the_objects_beneath_the_prefix_are_images(
    client: httpx.Client, bucket: Bucket, repository: dict[str, Any]
) -> None:
    assert (repository["url"], repository["state"]) == (f"s3://{bucket.name}/holidays", "READY")
    found = images(client, repository)
    assert sorted(found) == ["first.png", "sea/second%20one.jpg"]
    assert found["first.png"]["fileDates"] == {"creationDate": 1500000000250, "modificationDate": 1500000000250}
    skipped = client.get(f"/repository/{repository['id']}/skippedFiles").json()
    assert [each["path"] for each in skipped["items"]] == ["notes.txt"]
    unreadable = client.get(f"/repository/{repository['id']}/unreadableFiles").json()
    assert [(each["path"], each["rule"]) for each in unreadable["items"]] == [("broken.jpg", "decode.truncated")]
    url = found["sea/second%20one.jpg"]["url"]
    by_url = client.get("/repository/getImageByUrl", params={"url": url}).json()
    assert by_url["id"] == found["sea/second%20one.jpg"]["id"]


def test_originals_and_renditions_are_served(client: httpx.Client, repository: dict[str, Any]) -> None:
    image = images(client, repository)["first.png"]
    original = pictures.picture("PNG", seed=1)
    whole = client.get(f"/image/{image['id']}/download")
    assert whole.content == original
    part = client.get(f"/image/{image['id']}/download", headers={"Range": "bytes=10-19"})
    assert (part.status_code, part.content) == (206, original[10:20])
    assert part.headers["content-range"] == f"bytes 10-19/{len(original)}"
    beyond = client.get(f"/image/{image['id']}/download", headers={"Range": f"bytes={len(original)}-"})
    assert beyond.status_code == 416
    same = client.get(f"/image/{image['id']}/download", headers={"If-None-Match": whole.headers["etag"]})
    assert same.status_code == 304
    small = client.get(f"/image/{image['id']}/download", params={"width": 8, "format": "WEBP"})
    assert (small.status_code, small.headers["content-type"]) == (200, "image/webp")


def test_a_picture_is_stored_modified_renamed_and_deleted(
    server: Server, client: httpx.Client, bucket: Bucket, repository: dict[str, Any]
) -> None:
    image = store(client, repository, 10, "new", relativeDirectoryPath="a/b", inceptionDate=1600000000123)
    assert image["url"] == f"s3://{bucket.name}/holidays/a/b/new.png"
    assert bucket.get("holidays/a/b/new.png") == pictures.picture("PNG", seed=10)
    metadata = bucket.metadata("holidays/a/b/new.png")
    assert (metadata["Content-Type"], metadata["mtime"]) == ("image/png", "1600000000.123")
    taken = client.post(
        f"/repository/{repository['id']}/storeImage",
        params={"nameWithoutExtension": "new", "relativeDirectoryPath": "a/b"},
        content=pictures.picture("PNG", seed=11),
        headers={"Content-Type": "image/png"},
    )
    assert refusal(taken) == (409, "image.name-taken")
    changed = client.put(
        f"/image/{image['id']}/modify",
        content=pictures.picture("PNG", seed=12),
        headers={"Content-Type": "image/png"},
    )
    assert changed.status_code == 200, changed.text
    assert bucket.get("holidays/a/b/new.png") == pictures.picture("PNG", seed=12)
    renamed = client.put(
        f"/repository/{repository['id']}/renameImage",
        params={"imageId": image["id"], "nameWithoutExtension": "newer", "relativeDirectoryPath": "c"},
    )
    assert renamed.status_code == 200, renamed.text
    assert renamed.json()["url"] == f"s3://{bucket.name}/holidays/c/newer.png"
    keys = bucket.listed()
    assert "holidays/c/newer.png" in keys
    assert "holidays/a/b/new.png" not in keys
    progress = scan(server, client, repository)["progress"]
    assert [progress[name] for name in ("added", "updated", "moved", "removed")] == [0, 0, 0, 0]
    assert client.delete(f"/image/{image['id']}/delete").status_code == 204
    assert "holidays/c/newer.png" not in bucket.listed()
    assert not [key for key in bucket.listed() if ".facetry-" in key]


def test_a_deleted_picture_is_restored_from_the_trash(
    server: Server, client: httpx.Client, bucket: Bucket, repository: dict[str, Any]
) -> None:
    image = store(client, repository, 20, "trashed")
    assert client.delete(f"/image/{image['id']}/delete", params={"toTrash": "true"}).status_code == 204
    assert f"holidays/.facetry-trash/{image['id']}.png" in bucket.listed()
    assert scan(server, client, repository)["progress"]["added"] == 0
    restored = client.put(f"/trash/{image['id']}/restore")
    assert restored.status_code == 200, restored.text
    assert (restored.json()["id"], restored.json()["url"]) == (image["id"], image["url"])
    assert bucket.get("holidays/trashed.png") == pictures.picture("PNG", seed=20)
    assert client.delete(f"/image/{image['id']}/delete", params={"toTrash": "true"}).status_code == 204
    assert client.delete("/trash/empty").status_code == 204
    assert not [key for key in bucket.listed() if "trash" in key]


def test_a_picture_keeps_its_id_when_another_program_moves_it(
    server: Server, client: httpx.Client, bucket: Bucket, repository: dict[str, Any]
) -> None:
    image = store(client, repository, 30, "roaming")
    data = bucket.get("holidays/roaming.png")
    bucket.put("holidays/far/away.png", data)
    bucket.delete("holidays/roaming.png")
    scan(server, client, repository)
    assert images(client, repository)["far/away.png"]["id"] == image["id"]
    # from the bucket into a folder
    bucket.delete("holidays/far/away.png")
    (server.pictures[0] / "home.png").write_bytes(data)
    (folder,) = [each for each in client.get("/repository/list").json() if each["type"] == "file"]
    eventually(lambda: images(client, folder).get("home.png", {}).get("id") == image["id"])
    # and back
    bucket.put("holidays/back.png", data)
    (server.pictures[0] / "home.png").unlink()
    eventually(lambda: images(client, repository).get("back.png", {}).get("id") == image["id"])
    client.delete(f"/image/{image['id']}/delete")


def test_a_watched_bucket_is_followed(client: httpx.Client, bucket: Bucket, repository: dict[str, Any]) -> None:
    assert repository["watch"] is True
    bucket.put("holidays/watched.png", pictures.picture("PNG", seed=40))
    eventually(lambda: "watched.png" in images(client, repository))
    before = images(client, repository)["watched.png"]
    bucket.put("holidays/watched.png", pictures.picture("PNG", seed=41))
    eventually(lambda: images(client, repository)["watched.png"]["hashes"] != before["hashes"])
    assert images(client, repository)["watched.png"]["id"] == before["id"]
    bucket.delete("holidays/watched.png")
    eventually(lambda: "watched.png" not in images(client, repository))


def test_nothing_is_read_that_the_operator_does_not_permit(client: httpx.Client, bucket: Bucket) -> None:
    def create(type: str, url: str) -> httpx.Response:
        return client.post("/repository/create", params={"type": type, "url": url, "name": url[-40:]})

    assert refusal(create("s3", f"s3://{bucket.name}/elsewhere")) == (400, "repository.buckets")
    assert refusal(create("s3", f"s3://{bucket.name}")) == (400, "repository.buckets")
    assert refusal(create("s3", f"s3://{bucket.name}/more-or-less")) == (400, "repository.buckets")
    assert refusal(create("s3", f"s3://{bucket.name}/more/../elsewhere")) == (400, "repository.bucket")
    assert refusal(create("s3", f"s3://{bucket.name}/more/%2e%2e/elsewhere")) == (400, "repository.bucket")
    assert refusal(create("s3", f"s3://{bucket.name}/more?endpoint=x")) == (400, "repository.bucket")
    assert refusal(create("file", f"s3://{bucket.name}/more")) == (400, "repository.folder")
    assert refusal(create("s3", f"s3://{bucket.name}/holidays/sea")) == (409, "repository.nested")


def test_commands_take_a_bucket(server: Server, client: httpx.Client, bucket: Bucket) -> None:
    bucket.put("more/one.png", pictures.picture("PNG", seed=50))
    command = ["repository", "add", f"s3://{bucket.name}/more", "--url", server.url]
    done = subprocess.run(
        [sys.executable, "-m", "facetry", *command],
        env=server_environment(server.key, {"FACETRY_KEY": server.key}),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert f"s3://{bucket.name}/more" in done.stdout
    (made,) = [each for each in client.get("/repository/list").json() if each["name"] == "more"]
    server.wait_until_scanned()
    assert list(images(client, made)) == ["one.png"]
    assert client.delete(f"/repository/{made['id']}/delete").status_code == 204
    assert "more/one.png" in bucket.listed()


def test_an_unavailable_store_forgets_nothing(
    server: Server, client: httpx.Client, objects: ObjectStore, repository: dict[str, Any]
) -> None:
    before = images(client, repository)
    objects.stop()
    try:
        eventually(lambda: client.get(f"/repository/{repository['id']}/get").json()["state"].startswith("UNAVAILABLE"))
        refused = client.put(f"/repository/{repository['id']}/synchronize")
        assert refusal(refused) == (409, "repository.unavailable")
        image = before["first.png"]
        assert refusal(client.get(f"/image/{image['id']}/download")) == (409, "image.file-missing")
        assert refusal(client.delete(f"/image/{image['id']}/delete")) == (409, "repository.unavailable")
        assert images(client, repository).keys() == before.keys()
    finally:
        objects.resume()
    eventually(lambda: client.get(f"/repository/{repository['id']}/get").json()["state"] == "READY")
    assert scan(server, client, repository)["progress"]["removed"] == 0
    assert images(client, repository).keys() == before.keys()


def test_a_store_that_does_not_answer_keeps_no_other_request_waiting(
    server: Server, client: httpx.Client, objects: ObjectStore, repository: dict[str, Any]
) -> None:
    image = images(client, repository)["first.png"]
    (folder,) = [each for each in client.get("/repository/list").json() if each["type"] == "file"]
    (local, *_) = images(client, folder).values()

    def download(_: int) -> int:
        with server.client() as own:
            return own.get(f"/image/{image['id']}/download", timeout=60).status_code

    objects.freeze()
    try:
        with ThreadPoolExecutor(40) as threads:
            waiting = [threads.submit(download, number) for number in range(40)]
            assert client.get("/repository/list").status_code == 200
            assert client.get(f"/image/{local['id']}/download").status_code == 200
            assert not any(each.done() for each in waiting)
            objects.thaw()
            assert {each.result() for each in waiting} == {200}
    finally:
        objects.thaw()


def test_an_emptied_bucket_waits_for_confirmation(
    server: Server, client: httpx.Client, bucket: Bucket, repository: dict[str, Any]
) -> None:
    """The last test of this file: afterwards the repository is empty."""
    watch = f"/repository/{repository['id']}/watch"
    assert client.put(watch, params={"isStart": False}).status_code == 204  # it would see the bucket half emptied
    server.wait_until_scanned()
    before = images(client, repository)
    for key in bucket.listed():
        bucket.delete(key)
    activity = scan(server, client, repository)
    assert activity["missing"] == len(before)
    assert {each["state"] for each in images(client, repository).values()} == {"MISSING"}
    scan(server, client, repository, maximumRemovals=len(before))
    assert images(client, repository) == {}
