"""Media URLs as a page uses them, and attempts to forge them."""

from __future__ import annotations

import http.client
import random
import string
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import httpx
import pytest

from tests.support.imaging import pictures
from tests.support.services.picture_server import (
    POLYGLOT,
    decode_picture,
    fetch,
    media_url,
    rule_of,
    serving_pictures,
)
from tests.support.services.picture_server import records as gallery_records
from tests.support.services.servers import HOST, Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving_pictures(tmp_path_factory.mktemp("gallery"), ["changed", "kept"]) as running:
        yield running


@pytest.fixture(scope="module")
def client(server: Server) -> Iterator[httpx.Client]:
    with server.client() as client:
        yield client


@pytest.fixture(scope="module")
def records(client: httpx.Client) -> dict[str, dict[str, Any]]:
    return gallery_records(client)


def test_a_media_url_shows_the_image_without_a_key(
    server: Server, client: httpx.Client, records: dict[str, dict[str, Any]]
) -> None:
    id = records["turned.jpg"]["id"]
    url = media_url(client, id, format="WEBP", width=128, height=128)
    assert url.startswith(f"{server.url}/media/{id}?")
    assert server.key not in url
    assert media_url(client, id, format="WEBP", width=128, height=128) == url  # so that browsers can cache the picture
    answer = fetch(url)
    picture = decode_picture(answer)
    assert picture.size == (85, 128)
    assert picture.getexif() == {}
    headers = answer.headers
    assert headers["content-disposition"] == 'inline; filename="turned.webp"'
    assert headers["content-security-policy"] == "default-src 'none'; sandbox"
    assert headers["cross-origin-resource-policy"] == "cross-origin"
    assert headers["x-content-type-options"] == "nosniff"
    private, age, immutable = headers["cache-control"].split(", ")
    assert (private, immutable) == ("private", "immutable")
    assert 12 * 3600 - 60 <= int(age.removeprefix("max-age=")) <= 24 * 3600
    assert fetch(url, **{"If-None-Match": headers["etag"]}).status_code == 304
    head = fetch(url, "HEAD")
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["content-length"] == str(len(answer.content))


def test_a_media_url_without_parameters_serves_the_file_and_ranges(
    server: Server, client: httpx.Client, records: dict[str, dict[str, Any]]
) -> None:
    file = (server.pictures[0] / "turned.jpg").read_bytes()
    url = media_url(client, records["turned.jpg"]["id"])
    assert fetch(url).content == file
    part = fetch(url, Range="bytes=10-19")
    assert (part.status_code, part.content) == (206, file[10:20])
    assert rule_of(fetch(url, Range=f"bytes={len(file)}-"), 416) == "range.unsatisfiable"


def test_a_picture_that_is_also_an_html_page_is_served_as_a_picture_only(
    client: httpx.Client, records: dict[str, dict[str, Any]]
) -> None:
    id = records["polyglot.gif"]["id"]
    whole = fetch(media_url(client, id))
    assert whole.headers["content-type"] == "image/gif"
    assert whole.headers["x-content-type-options"] == "nosniff"
    assert "sandbox" in whole.headers["content-security-policy"]
    assert POLYGLOT not in fetch(media_url(client, id, width=32)).content


def test_media_urls_of_a_search(client: httpx.Client, records: dict[str, dict[str, Any]]) -> None:
    search = {"filter": {"criteria": {"formats": ["JPEG", "GIF", "WEBP"]}}, "range": {"take": 3}}
    answer = client.post("/image/search/mediaUrls", params={"width": 64, "format": "JPEG"}, json=search)
    assert answer.status_code == 200, answer.text
    found = client.post("/image/search/ids", json=search).json()
    assert [item["id"] for item in answer.json()["items"]] == found["items"]
    assert answer.json()["totalCount"] == found["totalCount"]
    for item in answer.json()["items"]:
        assert item["url"] == media_url(client, item["id"], width=64, format="JPEG")
        assert decode_picture(fetch(item["url"])).width == 64
    refused = client.post("/image/search/mediaUrls", params={"format": "HEIF"}, json=search)
    assert rule_of(refused, 400) == "format.not-writable"


def test_a_url_of_a_changed_image_still_works_but_is_not_cached(
    server: Server, client: httpx.Client, records: dict[str, dict[str, Any]]
) -> None:
    record = records["changed.png"]
    url = media_url(client, record["id"], width=64)
    before = fetch(url)
    assert "immutable" in before.headers["cache-control"]
    (server.pictures[0] / record["name"]).write_bytes(pictures.picture("PNG", seed=77, size=(300, 200)))
    assert client.put(f"/repository/{record['repositoryId']}/synchronize").status_code == 204
    server.wait_until_scanned()
    after = fetch(url, **{"If-None-Match": before.headers["etag"]})
    assert after.status_code == 200
    assert after.headers["cache-control"] == "private, no-cache"
    assert after.content != before.content
    assert media_url(client, record["id"], width=64) != url


def test_a_url_is_void_when_the_key_that_requested_it_is_revoked(
    server: Server, client: httpx.Client, records: dict[str, dict[str, Any]]
) -> None:
    id = records["turned.jpg"]["id"]

    def key(**more: object) -> dict[str, Any]:
        parameters = {"type": "key", "name": "viewer", "scope": "image:read", **more}
        answer = client.post("/apiSecret/create", params=parameters)  # type: ignore[arg-type]  # numbers and texts
        assert answer.status_code in (200, 201), answer.text
        return dict(answer.json())

    issuer = key()
    soon = key(expirationDate=int(time.time() * 1000) + 3000)
    with server.client(issuer["value"]) as viewer, server.client(soon["value"]) as passing:
        revoked, expiring = media_url(viewer, id, width=64), media_url(passing, id, width=64)
    assert fetch(revoked).status_code == 200
    assert fetch(expiring).status_code == 200
    assert client.delete(f"/apiSecret/{issuer['id']}/delete").status_code == 204
    assert rule_of(fetch(revoked), 403) == "media.revoked"
    time.sleep(3.1)
    answer = fetch(expiring)
    assert rule_of(answer, 403) == "media.expired"
    assert "www-authenticate" not in answer.headers


def test_ten_thousand_forged_urls_are_all_refused(
    server: Server, client: httpx.Client, records: dict[str, dict[str, Any]]
) -> None:
    """Every character and every parameter of a valid URL is changed, removed, doubled and swapped."""
    ids = [records[name]["id"] for name in ("turned.jpg", "kept.png")]
    urls = [media_url(client, id, format="WEBP", width=64, height=64, resizeRender="outbox") for id in ids]
    valid_urls = [url.removeprefix(server.url) for url in urls]
    chance = random.Random(8)
    forged: set[str] = set()
    while len(forged) < 10_000:
        forged.add(mutated(chance, *chance.sample(valid_urls, 2)))
    meanings = {meaning(url) for url in valid_urls}
    forged = {url for url in forged if meaning(url) not in meanings}
    statuses: Counter[int] = Counter()
    with closing(http.client.HTTPConnection(HOST, server.port, timeout=30)) as connection:
        for target in [*valid_urls, *sorted(forged), *valid_urls]:
            connection.request("GET", target)
            answer = connection.getresponse()
            answer.read()
            statuses[answer.status] += 1
            assert answer.status in (400, 403, 404) or target in valid_urls, f"{answer.status} {target}"
    assert statuses.total() == len(forged) + 4
    assert statuses[200] == 4
    assert statuses[403] > 3_000, statuses


def meaning(url: str) -> str:
    """The URL with its id in lower case: an id may be sent in both."""
    path, _, query = url.partition("?")
    return f"{path.lower()}?{query}"


def mutated(chance: random.Random, url: str, other: str) -> str:
    """A URL that differs from both in its meaning."""
    path, _, query = url.partition("?")
    pairs = query.split("&")
    match chance.randrange(20):
        case 0:
            del pairs[chance.randrange(len(pairs))]
        case 1:  # one part of another valid URL
            at = chance.randrange(len(pairs))
            pairs[at] = other.partition("?")[2].split("&")[at]
        case 2:
            pairs.append(chance.choice(pairs))
        case 3:
            path = other.partition("?")[0]
        case 4:
            name, _, value = pairs[at := chance.randrange(len(pairs))].partition("=")
            pairs[at] = f"{name}={''.join(chance.sample(value, len(value)))}"
        case _:
            at = chance.choice([chance.randrange(len("/media/"), len(url)), chance.randrange(len(url) - 43, len(url))])
            char = chance.choice(string.ascii_letters + string.digits + "-_")
            return url[:at] + char + url[at + (chance.random() < 0.8) :]
    return f"{path}?{'&'.join(pairs)}"
