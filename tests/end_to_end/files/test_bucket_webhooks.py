"""A real object store reports changed objects, and the service looks at them at once."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote

import httpx
import pytest

from tests.end_to_end.files.test_object_stores import eventually
from tests.support.engines.bucket_webhooks import add_webhook
from tests.support.engines.object_stores import HAS_CEPH, Bucket, ObjectStore, ceph, request
from tests.support.imaging import pictures
from tests.support.services.proxies import program, replaced
from tests.support.services.servers import HOST, Server, free_port, running_server

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.skipif(not HAS_CEPH, reason="Ceph is not installed (ceph-mon, ceph-osd, radosgw)"),
]
PAGE: Final = Path(__file__).parents[3] / "docs" / "object-stores.md"
POLL_SECONDS: Final = 3600
SECONDS: Final = 30.0
CONFIGURATION: Final = """\
daemon off;
pid {folder}/pid;
error_log {folder}/errors;
events {{}}
http {{
  access_log off;
  client_body_temp_path {folder}/bodies;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
  server {{
    listen {host}:{port};
    {location}
  }}
}}
"""


@pytest.fixture(scope="module")
def objects(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ObjectStore]:
    with ceph(tmp_path_factory.mktemp("ceph")) as store:
        yield store


@pytest.fixture(scope="module")
def bucket(objects: ObjectStore) -> Bucket:
    bucket = objects.new_bucket()
    bucket.put("holidays/first.png", pictures.picture("PNG", seed=1))
    return bucket


@pytest.fixture(scope="module")
def server(objects: ObjectStore, bucket: Bucket, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    home = tmp_path_factory.mktemp("webhooks")
    (home / "pictures").mkdir()
    place = f"s3://{bucket.name}/holidays"
    environment = {**objects.environment(place), "FACETRY_OBJECT_STORES__POLL_SECONDS": str(POLL_SECONDS)}
    with running_server(home, [home / "pictures"], extra_environment=environment, options=[place]) as started:
        yield started
        assert started.traceback() == ""


@pytest.fixture
def client(server: Server) -> Iterator[httpx.Client]:
    with server.client() as opened:
        yield opened


@pytest.fixture
def repository(client: httpx.Client) -> str:
    (found,) = [each["id"] for each in client.get("/repository/list").json() if each["type"] == "s3"]
    return str(found)


@pytest.fixture
def webhook(server: Server, client: httpx.Client, repository: str, tmp_path: Path) -> Iterator[str]:
    """The address of nginx, which gives messages a key, as the page says."""
    created = client.post("/apiSecret/create", params={"type": "key", "name": "store", "scope": "repository:manage"})
    block = re.search(r"```nginx\n(.+?)```", PAGE.read_text(), re.DOTALL)
    assert block is not None
    port = free_port()
    location = replaced(
        block[1],
        ("allow 192.0.2.17;", f"allow {HOST};"),
        ("http://127.0.0.1:3001/", f"http://{HOST}:{server.port}/"),
        ("REPOSITORY", repository),
        ("KEY", created.json()["value"]),
    )
    file = tmp_path / "nginx.conf"
    file.write_text(CONFIGURATION.format(folder=tmp_path, host=HOST, port=port, location=location))
    process = subprocess.Popen([program("nginx"), "-c", str(file), "-e", str(tmp_path / "errors")])
    try:
        address = f"http://{HOST}:{port}/webhook"
        eventually(lambda: is_listening(address))
        yield address
    finally:
        process.terminate()
        process.wait(SECONDS)


def is_listening(address: str) -> bool:
    try:
        return httpx.post(address, json={}, trust_env=False).status_code == 204
    except httpx.TransportError:
        return False


def paths(client: httpx.Client, repository: str) -> set[str]:
    origin = {"kind": "repositories", "ids": [repository]}
    answer = client.post("/image/search/images", json={"filter": {"origin": origin}})
    return {unquote(each["url"]).partition("/holidays/")[2] for each in answer.json()["items"]}


def test_an_object_that_the_store_reports_is_an_image_a_moment_later(
    bucket: Bucket, client: httpx.Client, repository: str, webhook: str
) -> None:
    eventually(lambda: paths(client, repository) == {"first.png"})
    add_webhook(bucket, webhook)
    bucket.put("holidays/red flower+blüte.png", pictures.picture("PNG", seed=2))
    bucket.put("holidays/sea/100%.png", pictures.picture("PNG", seed=3))
    bucket.put("elsewhere/other.png", pictures.picture("PNG", seed=4))
    eventually(lambda: paths(client, repository) == {"first.png", "red flower+blüte.png", "sea/100%.png"})
    request(bucket.store(), "holidays/first.png", "DELETE")
    eventually(lambda: "first.png" not in paths(client, repository))


def message(bucket: str, *keys: str) -> dict[str, Any]:
    return {"Records": [{"s3": {"bucket": {"name": bucket}, "object": {"key": key}}} for key in keys]}


def test_only_a_message_about_the_repository_needs_it_to_be_watched(
    bucket: Bucket, client: httpx.Client, repository: str
) -> None:
    address = f"/repository/{repository}/notify"
    assert client.put(f"/repository/{repository}/watch", params={"isStart": False}).status_code == 204
    refused = client.post(address, json=message(bucket.name, "holidays/a.png"))
    assert (refused.status_code, refused.json()["rule"]) == (409, "repository.not-watched")
    for ignored in (
        {"Event": "s3:TestEvent"},
        message(bucket.name),
        message(bucket.name, "elsewhere/a.png", "holidays/.hidden.png"),
        message("another", "holidays/a.png"),
    ):
        assert client.post(address, json=ignored).status_code == 204
    assert client.put(f"/repository/{repository}/watch", params={"isStart": True}).status_code == 204
    assert client.post(address, json=message(bucket.name, "holidays/a.png")).status_code == 204


def test_a_folder_has_no_objects(client: httpx.Client, bucket: Bucket) -> None:
    (folder,) = [each["id"] for each in client.get("/repository/list").json() if each["type"] == "file"]
    answer = client.post(f"/repository/{folder}/notify", json=message(bucket.name, "holidays/a.png"))
    assert answer.status_code == 204


def test_a_message_for_no_repository_is_refused(client: httpx.Client, bucket: Bucket) -> None:
    unknown = "/repository/00000000-0000-4000-8000-000000000000/notify"
    assert client.post(unknown, json=message(bucket.name)).status_code == 404
    with httpx.Client(base_url=client.base_url, trust_env=False) as anybody:
        assert anybody.post(unknown, json=message(bucket.name)).status_code == 401
