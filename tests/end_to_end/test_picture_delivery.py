"""Pictures as a user gets them from a real server: originals, renditions, and what the cache is good for."""

from __future__ import annotations

import shutil
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from PIL import ImageChops, ImageStat

from facetry.library.renditions.cache import MOST_BYTES
from tests.support import pictures
from tests.support.picture_server import gallery, large_jpeg, noise_jpeg, rule, shown
from tests.support.picture_server import records as gallery_records
from tests.support.servers import HOST, Server, serving

OWN = ("deleted", "twin one", "twin two", "damaged", "offline", "cut", "lost")
WRITTEN = ("PNG", "JPEG", "WEBP", "GIF", "AVIF")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with gallery(tmp_path_factory.mktemp("gallery"), OWN) as running:
        yield running


@pytest.fixture(scope="module")
def client(server: Server) -> Iterator[httpx.Client]:
    with server.client() as client:
        yield client


@pytest.fixture(scope="module")
def records(client: httpx.Client) -> dict[str, dict[str, Any]]:
    return gallery_records(client)


def cached(server: Server, record: dict[str, Any]) -> list[Path]:
    name = record["hashes"]["content"]
    return sorted((server.data_dir / "renditions" / name[:2] / name).glob("*"))


@pytest.mark.parametrize("source", pictures.FORMATS)
@pytest.mark.parametrize("target", WRITTEN)
def test_every_format_is_had_in_every_other(
    client: httpx.Client, records: dict[str, dict[str, Any]], source: str, target: str
) -> None:
    record = records[f"small.{pictures.SUFFIXES[source]}"]
    answer = client.get(f"/image/{record['id']}/download", params={"format": target, "width": 32})
    picture = shown(answer)
    assert (picture.format, picture.width) == (target, 32)
    assert f'filename="small.{pictures.SUFFIXES[target]}"' in answer.headers["content-disposition"]


def test_a_rendition_is_turned_upright_fits_its_box_and_looks_like_its_original(
    client: httpx.Client, records: dict[str, dict[str, Any]]
) -> None:
    record = records["turned.jpg"]
    assert record["dimensions"] == {"width": 800, "height": 1200}
    where = f"/image/{record['id']}/download"
    inbox = shown(client.get(where, params={"width": 256, "height": 256, "format": "PNG"}))
    assert inbox.size == (171, 256)
    outbox = shown(client.get(where, params={"width": 256, "height": 256, "resizeRender": "outbox", "format": "PNG"}))
    assert outbox.size == (256, 384)
    assert shown(client.get(where, params={"width": 10_000, "format": "PNG"})).size == (800, 1200)
    expected = pictures.pattern(1200, 800, 5).rotate(-90, expand=True).resize(inbox.size)
    assert max(ImageStat.Stat(ImageChops.difference(inbox.convert("RGB"), expected)).mean) < 6


def test_the_headers_of_a_rendition(client: httpx.Client, records: dict[str, dict[str, Any]]) -> None:
    where = f"/image/{records['fällt & auf.png']['id']}/download"
    wanted: dict[str, Any] = {"format": "WEBP", "width": 100}
    first = client.get(where, params=wanted)
    second = client.get(where, params=wanted)
    assert first.status_code == second.status_code == 200
    assert first.content == second.content
    headers = first.headers
    assert headers["etag"] == second.headers["etag"]
    assert headers["etag"].startswith('"')
    assert headers["cache-control"] == "private, no-cache"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["content-security-policy"] == "default-src 'none'; sandbox"
    assert headers["content-disposition"] == (
        "attachment; filename=\"f_llt & auf.webp\"; filename*=UTF-8''f%C3%A4llt%20%26%20auf.webp"
    )
    unchanged = client.get(where, params=wanted, headers={"If-None-Match": headers["etag"]})
    assert (unchanged.status_code, unchanged.content) == (304, b"")
    assert unchanged.headers["etag"] == headers["etag"]
    other = client.get(where, params={**wanted, "width": 101}, headers={"If-None-Match": headers["etag"]})
    assert other.status_code == 200
    assert other.headers["etag"] != headers["etag"]
    head = client.head(where, params=wanted)
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["content-length"] == str(len(first.content))
    assert head.headers["etag"] == headers["etag"]


def test_nothing_but_the_file_is_sent_when_nothing_else_is_asked_for(
    server: Server, client: httpx.Client, records: dict[str, dict[str, Any]]
) -> None:
    for name, record in records.items():
        file = (server.pictures[0] / name).read_bytes()
        where = f"/image/{record['id']}/download"
        for wanted in ({}, {"format": record["format"]}):
            answer = client.get(where, params=wanted)
            assert (answer.status_code, answer.content) == (200, file)
            assert answer.headers["content-type"] == record["mimeType"]


@pytest.mark.parametrize(
    ("wanted", "parameter"),
    [
        ({"width": 0}, "width"),
        ({"width": -1}, "width"),
        ({"width": 16_385}, "width"),
        ({"width": "1e9"}, "width"),
        ({"height": "NaN"}, "height"),
        ({"height": ""}, "height"),
        ({"quality": 0}, "quality"),
        ({"quality": 101}, "quality"),
        ({"format": "TIFF"}, "format"),
        ({"format": "jpeg"}, "format"),
        ({"format": "HEIF"}, "format"),
        ({"resizeRender": "crop"}, "resizeRender"),
        ({"stripMetadata": "yes"}, "stripMetadata"),
    ],
)
def test_what_cannot_be_asked_for(
    client: httpx.Client, records: dict[str, dict[str, Any]], wanted: dict[str, Any], parameter: str
) -> None:
    answer = client.get(f"/image/{records['turned.jpg']['id']}/download", params=wanted)
    assert answer.status_code == 400, answer.text
    assert answer.json()["parameter"] == parameter


def test_a_damaged_entry_is_made_again_and_the_cache_may_be_deleted_while_it_serves(
    server: Server, client: httpx.Client, records: dict[str, dict[str, Any]]
) -> None:
    record = records["damaged.png"]
    where = f"/image/{record['id']}/download"
    wanted: dict[str, Any] = {"format": "WEBP", "width": 64}
    first = client.get(where, params=wanted)
    (file,) = cached(server, record)
    whole = file.read_bytes()
    file.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    second = client.get(where, params=wanted)
    assert second.content == first.content
    assert file.read_bytes() == whole
    shutil.rmtree(server.data_dir / "renditions")
    third = client.get(where, params=wanted)
    assert (third.content, third.headers["etag"]) == (first.content, first.headers["etag"])
    assert cached(server, record) == [file]


def test_a_cached_rendition_is_there_when_the_disk_is_not_and_others_are_409(
    server: Server, client: httpx.Client, records: dict[str, dict[str, Any]]
) -> None:
    record = records["offline.png"]
    where = f"/image/{record['id']}/download"
    assert client.get(where, params={"width": 64}).status_code == 200
    file = server.pictures[0] / record["name"]
    aside = file.rename(file.with_suffix(".aside"))
    try:
        assert client.get(where, params={"width": 64}).status_code == 200
        assert rule(client.get(where, params={"width": 65}), 409) == "image.file-missing"
        assert rule(client.get(where), 409) == "image.file-missing"
    finally:
        aside.rename(file)


def test_a_file_that_became_unreadable_is_a_state_and_not_the_clients_fault(
    server: Server, client: httpx.Client, records: dict[str, dict[str, Any]]
) -> None:
    record = records["cut.png"]
    file = server.pictures[0] / record["name"]
    file.write_bytes(file.read_bytes()[:500])
    answer = client.get(f"/image/{record['id']}/download", params={"width": 64})
    assert rule(answer, 409) == "image.unreadable"
    assert "decode." in answer.json()["detail"]
    assert answer.json()["value"] == record["id"]


def test_deleting_forgets_the_renditions_unless_a_twin_remains(
    server: Server, client: httpx.Client, records: dict[str, dict[str, Any]]
) -> None:
    for name in ("deleted.png", "twin one.png"):
        assert client.get(f"/image/{records[name]['id']}/download", params={"width": 64}).status_code == 200
        assert len(cached(server, records[name])) == 1
    assert records["twin one.png"]["hashes"] == records["twin two.png"]["hashes"]
    assert client.delete(f"/image/{records['deleted.png']['id']}/delete").status_code == 204
    assert cached(server, records["deleted.png"]) == []
    assert client.delete(f"/image/{records['twin one.png']['id']}/delete").status_code == 204
    assert len(cached(server, records["twin two.png"])) == 1
    assert client.delete(f"/image/{records['twin two.png']['id']}/delete").status_code == 204
    assert cached(server, records["twin two.png"]) == []
    assert rule(client.delete(f"/image/{records['twin two.png']['id']}/delete"), 404) == "image.unknown"
    assert not (server.pictures[0] / "twin one.png").exists()


def test_an_image_whose_file_is_gone_already_can_be_deleted(
    server: Server, client: httpx.Client, records: dict[str, dict[str, Any]]
) -> None:
    (server.pictures[0] / "lost.png").unlink()
    assert client.delete(f"/image/{records['lost.png']['id']}/delete").status_code == 204


def test_a_large_rendition_is_streamed_and_leaves_nothing_behind(
    server: Server, client: httpx.Client, records: dict[str, dict[str, Any]]
) -> None:
    record = records["noise.jpg"]
    where = f"/image/{record['id']}/download"
    first = client.get(where, params={"format": "PNG"})
    assert shown(first).size == (1800, 1800)
    assert len(first.content) > MOST_BYTES
    assert client.get(where, params={"format": "PNG"}).headers["etag"] == first.headers["etag"]
    unchanged = client.get(where, params={"format": "PNG"}, headers={"If-None-Match": first.headers["etag"]})
    assert unchanged.status_code == 304
    head = client.head(where, params={"format": "PNG"})
    assert (head.status_code, head.content) == (200, b"")
    body = (server.pictures[0] / "noise.jpg").read_bytes()
    posted = {"params": {"format": "PNG"}, "content": body, "headers": {"Content-Type": "image/jpeg"}}
    assert client.put("/image/convert", **posted).content == first.content  # type: ignore[arg-type]  # each is what it should be
    assert cached(server, record) == []
    for folder in ("scratch", "incoming"):
        assert list((server.data_dir / folder).glob("*")) == []


@pytest.mark.parametrize("source", pictures.FORMATS)
def test_converting_and_telling_the_format(client: httpx.Client, source: str) -> None:
    body = pictures.picture(source, seed=9)
    headers = {"Content-Type": "image/png"}  # as published clients announce everything
    told = client.put("/image/format", content=body, headers=headers)
    assert (told.status_code, told.json()) == (200, {"value": source})
    for target in WRITTEN:
        answer = client.put("/image/convert", params={"format": target}, content=body, headers=headers)
        picture = shown(answer)
        assert (picture.format, picture.size) == (target, pictures.HEIF_SIZE)
        assert answer.headers["cache-control"] == "no-store"
    refused = client.put("/image/convert", params={"format": "HEIF"}, content=body, headers=headers)
    assert rule(refused, 400) == "format.not-writable"


def test_quality_decides_the_size(client: httpx.Client) -> None:
    body = large_jpeg(640, 480)
    sizes = [
        len(
            client.put(
                "/image/convert",
                params={"format": "JPEG", "quality": quality},
                content=body,
                headers={"Content-Type": "image/jpeg"},
            ).content
        )
        for quality in (10, 60, 100)
    ]
    assert sizes == sorted(set(sizes))


@pytest.mark.parametrize(("name", "body", "broken"), list(pictures.broken()), ids=lambda value: str(value)[:20])
def test_a_body_that_is_no_picture_is_400_by_the_rule_that_it_breaks(
    client: httpx.Client, name: str, body: bytes, broken: str
) -> None:
    headers = {"Content-Type": "image/png"}
    answer = client.put("/image/convert", params={"format": "PNG"}, content=body, headers=headers)
    if body:
        assert rule(answer, 400) == broken
        assert answer.json()["parameter"] == "body"
    else:
        assert rule(answer, 400) == "body.missing"
    told = client.put("/image/format", content=body, headers=headers)
    if broken == "decode.format":
        assert rule(told, 400) == broken
    elif body:
        assert told.status_code == 200


def test_many_who_ask_at_once_get_the_same_bytes(client: httpx.Client, records: dict[str, dict[str, Any]]) -> None:
    where = f"/image/{records['turned.jpg']['id']}/download"
    with ThreadPoolExecutor(20) as threads:
        answers = list(threads.map(lambda _: client.get(where, params={"width": 333, "format": "PNG"}), range(40)))
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.content for answer in answers}) == 1


def test_a_client_that_leaves_takes_its_work_with_it(tmp_path: Path) -> None:
    """With one decoder, a picture that takes 20 s is given up when nobody waits for it, and the next is made soon."""
    folder = tmp_path / "pictures"
    folder.mkdir()
    (folder / "small.png").write_bytes(pictures.picture("PNG"))
    body = noise_jpeg(6000, 5000)
    (folder / "large.jpg").write_bytes(body)
    with serving(tmp_path, [folder], extra={"FACETRY_DECODER__WORKERS": "1"}) as server, server.client() as client:
        items = client.post("/image/search/summaries", json={}).json()["items"]
        ids = {item["name"]: item["id"] for item in items}
        posted = f"Content-Type: image/jpeg\r\nContent-Length: {len(body)}\r\n"
        for width, (line, headers, content) in enumerate(
            [
                ("PUT /image/convert?format=AVIF&quality=100", posted, body),
                (f"GET /image/{ids['large.jpg']}/download?format=AVIF&quality=100", "", b""),
            ]
        ):
            head = f"{line} HTTP/1.1\r\nHost: {HOST}\r\nAuthorization: Bearer {server.key}\r\n{headers}\r\n"
            with socket.create_connection((HOST, server.port), timeout=10) as leaver:
                leaver.sendall(head.encode() + content)
                time.sleep(1.5)
            begin = time.monotonic()
            small = client.get(f"/image/{ids['small.png']}/download", params={"width": 10 + width})
            assert small.status_code == 200
            assert time.monotonic() - begin < 6
        assert not list((server.data_dir / "incoming").glob("*"))
        assert "Traceback" not in server.said()
