"""Preconditions of clients of a real server, in one process and in several: no change of another client is lost."""

from __future__ import annotations

import itertools
import os
import re
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from email.utils import formatdate
from pathlib import Path
from typing import Any
from urllib.parse import quote
from uuid import uuid4

import httpx
import pytest

from tests.support.files.file_dates import wait_for_date
from tests.support.imaging import pictures
from tests.support.services.servers import Server, running_server

pytestmark = pytest.mark.e2e

PAST = formatdate(1, usegmt=True)
FUTURE = formatdate(time.time() + 86_400, usegmt=True)
SEEDS = itertools.count(5_000)
Headers = dict[str, str]
PNG: Headers = {"Content-Type": "image/png"}


@pytest.fixture(scope="module", params=["1", "2"], ids=["one process", "several processes"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    home = tmp_path_factory.mktemp("preconditions")
    (home / "pictures").mkdir()
    environment = {"FACETRY_WORKERS": request.param}
    with running_server(home, [home / "pictures"], extra_environment=environment) as started:
        started.run_command("extension", "register", "maker")
        yield started
        assert started.traceback() == ""


@pytest.fixture
def client(server: Server) -> Iterator[httpx.Client]:
    with server.client() as opened:
        yield opened


@pytest.fixture
def repository(client: httpx.Client) -> str:
    return str(client.get("/repository/list").json()[0]["id"])


@pytest.fixture
def image(client: httpx.Client, repository: str) -> dict[str, Any]:
    answer = client.post(f"/repository/{repository}/storeImage", content=picture(), headers=PNG)
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def picture() -> bytes:
    return pictures.picture("PNG", seed=next(SEEDS))


def path_of(image: dict[str, Any]) -> Path:
    return Path(httpx.URL(image["url"]).path)


def tag_of(client: httpx.Client, image: dict[str, Any]) -> str:
    return str(client.head(f"/image/{image['id']}/download").headers["etag"])


def modify(client: httpx.Client, image: dict[str, Any], data: bytes, headers: Headers) -> httpx.Response:
    return client.put(f"/image/{image['id']}/modify", content=data, headers={**PNG, **headers})


def delete(client: httpx.Client, image: dict[str, Any], headers: Headers) -> httpx.Response:
    return client.delete(f"/image/{image['id']}/delete", headers=headers)


def trash(client: httpx.Client, image: dict[str, Any], headers: Headers) -> httpx.Response:
    return client.delete(f"/image/{image['id']}/delete", params={"toTrash": "true"}, headers=headers)


def rename(client: httpx.Client, image: dict[str, Any], headers: Headers) -> httpx.Response:
    wish = {"imageId": image["id"], "nameWithoutExtension": f"renamed-{uuid4().hex}"}
    return client.put(f"/repository/{image['repositoryId']}/renameImage", params=wish, headers=headers)


def restore(client: httpx.Client, image: dict[str, Any], headers: Headers) -> httpx.Response:
    return client.put(f"/trash/{image['id']}/restore", headers=headers)


def remove(client: httpx.Client, image: dict[str, Any], headers: Headers) -> httpx.Response:
    return client.delete(f"/trash/{image['id']}/delete", headers=headers)


Change = Callable[[httpx.Client, dict[str, Any], Headers], httpx.Response]
CHANGES: list[Change] = [
    lambda client, image, headers: modify(client, image, picture(), headers),
    rename,
    trash,
    restore,
    trash,
    remove,
]
"""One after the other, they can all be done with one image, whose tag `modify` and a rename may change."""


def false_conditions(tag: str) -> list[Headers]:
    return [
        {"If-Match": '"another"'},
        {"If-Match": f"W/{tag}"},
        {"If-Match": tag.strip('"')},
        {"If-Match": ""},
        {"If-Unmodified-Since": PAST},
        {"If-None-Match": tag},
        {"If-None-Match": f"W/{tag}"},
        {"If-None-Match": "*"},
        {"If-Match": tag, "If-None-Match": tag},
        {"If-Match": '"another"', "If-Unmodified-Since": FUTURE},
    ]


def true_conditions(tag: str) -> list[Headers]:
    return [
        {"If-Match": tag},
        {"If-Match": f'"another", {tag}'},
        {"If-Match": "*"},
        {"If-Unmodified-Since": FUTURE},
        {"If-Unmodified-Since": "nonsense"},
        {"If-None-Match": '"another"'},
        {"If-Match": tag, "If-Unmodified-Since": PAST},
    ]


def state(client: httpx.Client, image: dict[str, Any]) -> tuple[Any, ...]:
    """All that a change could change."""
    record, trashed = client.get(f"/image/{image['id']}/get"), client.get("/trash/list").json()
    root = path_of(image).parent
    files = {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}
    return record.status_code, record.text, trashed, files


def test_a_false_condition_changes_nothing_and_a_true_one_permits_the_change(
    client: httpx.Client, image: dict[str, Any]
) -> None:
    conditions, tag = itertools.cycle(range(7)), ""
    for change in CHANGES:
        in_trash = client.get(f"/image/{image['id']}/get").status_code == 404
        tag = tag if in_trash else tag_of(client, image)
        before = state(client, image)
        for headers in false_conditions(tag):
            answer = change(client, image, headers)
            assert (answer.status_code, answer.json()["rule"]) == (412, "precondition.failed"), (headers, answer.text)
            assert answer.json()["parameter"] in headers
            assert answer.json()["remedy"]
            assert state(client, image) == before, headers
        answer = change(client, image, true_conditions(tag)[next(conditions)])
        assert answer.is_success, answer.text
        assert state(client, image) != before
    assert restore(client, image, {}).status_code == 404


@pytest.mark.parametrize("number", range(7))
@pytest.mark.parametrize("change", [*CHANGES[:3], delete])
def test_each_true_condition_permits_each_change(
    client: httpx.Client, image: dict[str, Any], change: Change, number: int
) -> None:
    answer = change(client, image, true_conditions(tag_of(client, image))[number])
    assert answer.is_success, answer.text


def test_the_same_bytes_again_need_the_tag_as_well(client: httpx.Client, image: dict[str, Any]) -> None:
    data = path_of(image).read_bytes()
    assert modify(client, image, data, {"If-Match": '"another"'}).status_code == 412
    assert modify(client, image, data, {"If-Match": tag_of(client, image)}).status_code == 200


def test_an_unknown_image_is_404_with_any_condition(client: httpx.Client) -> None:
    nobody = {"id": str(uuid4())}
    for headers in ({"If-Match": '"x"'}, {"If-Match": "*"}, {"If-Unmodified-Since": PAST}):
        assert modify(client, nobody, picture(), headers).status_code == 404
        for change in (delete, trash, restore, remove):
            assert change(client, nobody, headers).status_code == 404
        for address in ("get", "download", "getAllTags"):
            assert client.get(f"/image/{nobody['id']}/{address}", headers=headers).status_code == 404


def test_a_change_that_no_scan_has_seen_counts(client: httpx.Client, image: dict[str, Any]) -> None:
    """The file is compared, and not only the record."""
    tag, path = tag_of(client, image), path_of(image)
    other = picture()
    path.write_bytes(other)
    for change in CHANGES[:3]:
        assert change(client, image, {"If-Match": tag}).status_code == 412
    assert path.read_bytes() == other


def test_an_image_without_a_file_exists(client: httpx.Client, image: dict[str, Any]) -> None:
    tag = tag_of(client, image)
    path_of(image).unlink()
    assert delete(client, image, {"If-Match": tag}).status_code == 412
    assert trash(client, image, {"If-Match": tag}).status_code == 412
    assert trash(client, image, {"If-Match": "*", "If-Unmodified-Since": PAST}).status_code == 204
    assert restore(client, image, {"If-Match": tag}).status_code == 412
    assert remove(client, image, {"If-Match": tag}).status_code == 412
    assert restore(client, image, {"If-Unmodified-Since": PAST}).status_code == 200
    assert delete(client, image, {"If-Match": "*"}).status_code == 204


@pytest.mark.parametrize("round_", range(3))
def test_one_of_several_changes_of_one_version_wins(
    server: Server, client: httpx.Client, image: dict[str, Any], round_: int
) -> None:
    tag, contents = tag_of(client, image), [picture() for _ in range(8)]

    def change(data: bytes) -> int:
        with server.client() as own:
            return modify(own, image, data, {"If-Match": tag}).status_code

    with ThreadPoolExecutor(len(contents)) as threads:
        statuses = list(threads.map(change, contents))
    assert sorted(statuses) == [200] + [412] * 7, round_
    winner = contents[statuses.index(200)]
    assert path_of(image).read_bytes() == winner
    assert client.get(f"/image/{image['id']}/download").content == winner


def test_different_changes_of_one_version_never_both_happen(server: Server, repository: str) -> None:
    changes = [CHANGES[0], CHANGES[0], delete, trash]
    for _ in range(6):
        with server.client() as client:
            image = client.post(f"/repository/{repository}/storeImage", content=picture(), headers=PNG).json()
            tag = tag_of(client, image)

        def run(change: Change, image: Any = image, tag: str = tag) -> int:
            with server.client() as own:
                return change(own, image, {"If-Match": tag}).status_code

        with ThreadPoolExecutor(len(changes)) as threads:
            statuses = list(threads.map(run, changes))
        assert sum(status < 300 for status in statuses) == 1, statuses
        assert set(statuses) <= {200, 204, 404, 409, 412}, statuses


def validation_headers(answer: httpx.Response) -> list[str | None]:
    """What an answer says about validation and caching, but for the seconds that a media URL is still valid."""
    caching = re.sub(r"max-age=\d+", "max-age", answer.headers["cache-control"])
    return [answer.headers.get("etag"), answer.headers.get("last-modified"), caching]


def test_reading_with_conditions(client: httpx.Client, image: dict[str, Any]) -> None:
    (media,) = (client.get(f"/image/{image['id']}/mediaUrl").json()["url"],)
    small = client.get(f"/image/{image['id']}/mediaUrl", params={"width": 8}).json()["url"]
    download = f"/image/{image['id']}/download"
    for target, has_date in [(download, True), (f"{download}?width=8", False), (media, True), (small, False)]:
        if has_date:
            wait_for_date(client, target)
        whole = client.get(target)
        tag, dated = whole.headers["etag"], whole.headers.get("last-modified", FUTURE)
        assert ("last-modified" in whole.headers) is has_date
        for headers, status in [
            ({"If-Match": tag}, 200),
            ({"If-Match": "*"}, 200),
            ({"If-Match": '"another"'}, 412),
            ({"If-Match": f"W/{tag}"}, 412),
            ({"If-Match": '"another"', "If-None-Match": tag}, 412),
            ({"If-None-Match": tag}, 304),
            ({"If-None-Match": f"W/{tag}"}, 304),
            ({"If-None-Match": "*"}, 304),
            ({"If-None-Match": '"another"', "If-Modified-Since": FUTURE}, 200),
            ({"If-Modified-Since": dated}, 304 if has_date else 200),
            ({"If-Modified-Since": PAST}, 200),
            ({"If-Modified-Since": "nonsense"}, 200),
            ({"If-Unmodified-Since": PAST}, 412 if has_date else 200),
            ({"If-Unmodified-Since": dated}, 200),
            ({"If-Match": tag, "If-Unmodified-Since": PAST}, 200),
        ]:
            for method in ("GET", "HEAD"):
                answer = client.request(method, target, headers=headers)
                assert answer.status_code == status, (target, method, headers)
                if status == 304:
                    assert validation_headers(answer) == validation_headers(whole)
                    assert "date" in answer.headers
                if method == "GET":
                    assert answer.content == whole.content if status == 200 else True
                    assert status != 412 or answer.json()["rule"] == "precondition.failed"


def test_a_rendition_that_is_made_now_has_conditions_as_well(client: httpx.Client, image: dict[str, Any]) -> None:
    target = f"/image/{image['id']}/download?width=9"
    assert client.get(target, headers={"If-Match": '"another"'}).status_code == 412
    assert client.get(target).status_code == 200


def test_parts_of_two_versions_are_never_joined(client: httpx.Client, image: dict[str, Any]) -> None:
    target, path = f"/image/{image['id']}/download", path_of(image)
    known = wait_for_date(client, target).headers

    def part(validator: str) -> int:
        return client.get(target, headers={"Range": "bytes=0-9", "If-Range": validator}).status_code

    assert part(known["etag"]) == 206
    assert part(known["last-modified"]) == 206
    assert part(PAST) == 200
    data = picture()
    assert modify(client, image, data, {}).status_code == 200
    times = path.stat()
    os.utime(path, ns=(times.st_atime_ns, int(path_of(image).stat().st_mtime_ns)))
    assert part(known["etag"]) == 200
    changed = wait_for_date(client, target).headers["last-modified"]
    assert part(changed) == 200, "the image has had another content, which may have had the same date"


def test_attachments_and_documents(client: httpx.Client, image: dict[str, Any]) -> None:
    wish = {"imageId": image["id"], "extensionId": "maker", "mimeType": "text/plain"}
    created = client.post("/imageAttachment/create", params=wish, content=b"some text", headers=PNG)
    assert created.status_code == 201, created.text
    attachment = f"/imageAttachment/{quote(created.json(), safe='')}/download"
    for target in (
        attachment,
        "/openapi.json",
        "/asyncapi.json",
        "/schemas/",
        "/docs/rules/",
        "/docs/swagger-ui.css",
        "/",
    ):
        tag = client.get(target).headers["etag"]
        assert client.get(target, headers={"If-None-Match": tag}).status_code == 304, target
        assert client.get(target, headers={"If-Match": tag}).status_code == 200, target
        assert client.get(target, headers={"If-Modified-Since": FUTURE}).status_code == 200, target
        refused = client.get(target, headers={"If-Match": '"another"', "If-None-Match": tag})
        assert (refused.status_code, refused.json()["rule"]) == (412, "precondition.failed"), target
        assert client.head(target, headers={"If-Match": '"another"'}).status_code == 412, target


def test_operations_without_a_tag(client: httpx.Client, image: dict[str, Any]) -> None:
    tags, others = f"/image/{image['id']}/setTags?extensionId=maker", f"/image/{image['id']}/getAllTags"
    assert client.put(tags, json=["first"]).status_code == 204
    for headers in ({"If-Match": tag_of(client, image)}, {"If-Match": '"x"'}, {"If-None-Match": "*"}):
        answer = client.put(tags, json=["second"], headers=headers)
        assert (answer.status_code, answer.json()["rule"]) == (412, "precondition.failed")
    assert [each["value"] for each in client.get(others).json()] == ["first"]
    for headers in ({"If-Match": "*"}, {"If-Unmodified-Since": PAST}, {"If-None-Match": '"x"'}):
        assert client.put(tags, json=["third"], headers=headers).status_code == 204
    assert client.get(others, headers={"If-Match": '"x"'}).status_code == 412
    assert client.get(others, headers={"If-None-Match": "*"}).status_code == 200
    name = f"collection-{uuid4().hex}"
    create = f"/collection/create?name={name}"
    assert client.post(create, json={}, headers={"If-Match": '"x"'}).status_code == 412
    assert name not in client.get("/collection/list").text
    assert client.delete("/trash/empty", headers={"If-Match": '"x"'}).status_code == 412
