"""Pictures as a user gets them from a real server: originals, renditions, and the effect of the cache."""

from __future__ import annotations

import io
import shutil
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from PIL import Image, ImageChops, ImageStat

from facetry.library.renditions.rendition_file import MAX_RENDITION_BYTES
from tests.support.imaging import pictures
from tests.support.processor_speed import slowness
from tests.support.services.picture_server import decode_picture, large_jpeg, noise_jpeg, rule_of, serving_pictures
from tests.support.services.picture_server import records as gallery_records
from tests.support.services.servers import HOST, IS_CLUSTER, Server, running_server

OWN = ("deleted", "twin one", "twin two", "damaged", "offline", "cut", "lost")
WRITTEN = ("PNG", "JPEG", "WEBP", "GIF", "AVIF")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving_pictures(tmp_path_factory.mktemp("gallery"), OWN) as running:
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
def test_every_format_converts_to_every_other(
    client: httpx.Client, records: dict[str, dict[str, Any]], source: str, target: str
) -> None:
    record = records[f"small.{pictures.SUFFIXES[source]}"]
    answer = client.get(f"/image/{record['id']}/download", params={"format": target, "width": 32})
    picture = decode_picture(answer)
    assert (picture.format, picture.width) == (target, 32)
    assert f'filename="small.{pictures.SUFFIXES[target]}"' in answer.headers["content-disposition"]


def test_a_rendition_is_upright_fits_its_box_and_resembles_its_original(
    client: httpx.Client, records: dict[str, dict[str, Any]]
) -> None:
    record = records["turned.jpg"]
    assert record["dimensions"] == {"width": 800, "height": 1200}
    url = f"/image/{record['id']}/download"
    inbox = decode_picture(client.get(url, params={"width": 256, "height": 256, "format": "PNG"}))
    assert inbox.size == (171, 256)
    outbox = decode_picture(
        client.get(url, params={"width": 256, "height": 256, "resizeRender": "outbox", "format": "PNG"})
    )
    assert outbox.size == (256, 384)
    assert decode_picture(client.get(url, params={"width": 10_000, "format": "PNG"})).size == (800, 1200)
    expected = pictures.pattern(1200, 800, 5).rotate(-90, expand=True).resize(inbox.size)
    assert max(ImageStat.Stat(ImageChops.difference(inbox.convert("RGB"), expected)).mean) < 6


def test_a_rendition_that_the_client_has_is_not_read(
    server: Server, client: httpx.Client, records: dict[str, dict[str, Any]]
) -> None:
    record = records["turned.jpg"]
    rendering: dict[str, Any] = {"format": "JPEG", "width": 90}
    download = f"/image/{record['id']}/download"
    media = client.get(f"/image/{record['id']}/mediaUrl", params=rendering).json()["url"]
    kept = cached(server, record)
    first = client.get(download, params={**rendering, "stripMetadata": "true"})
    (file,) = set(cached(server, record)) - set(kept)
    whole = file.read_bytes()
    file.write_bytes(whole[:20])  # the rest is missing, which reading would find
    for url, params in ((download, {**rendering, "stripMetadata": "true"}), (media, None)):
        for tags in (first.headers["etag"], f'"other", W/{first.headers["etag"]}'):
            answer = client.get(url, params=params, headers={"If-None-Match": tags})
            assert (answer.status_code, answer.content) == (304, b"")
            assert answer.headers["etag"] == first.headers["etag"]
    assert file.read_bytes() == whole[:20]
    again = client.get(media, headers={"If-None-Match": '"other"'})
    assert (again.status_code, again.content) == (200, first.content)
    assert file.read_bytes() == whole


def test_the_headers_of_a_rendition(client: httpx.Client, records: dict[str, dict[str, Any]]) -> None:
    url = f"/image/{records['fällt & auf.png']['id']}/download"
    rendering: dict[str, Any] = {"format": "WEBP", "width": 100}
    first = client.get(url, params=rendering)
    second = client.get(url, params=rendering)
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
    unchanged = client.get(url, params=rendering, headers={"If-None-Match": headers["etag"]})
    assert (unchanged.status_code, unchanged.content) == (304, b"")
    assert unchanged.headers["etag"] == headers["etag"]
    other = client.get(url, params={**rendering, "width": 101}, headers={"If-None-Match": headers["etag"]})
    assert other.status_code == 200
    assert other.headers["etag"] != headers["etag"]
    head = client.head(url, params=rendering)
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["content-length"] == str(len(first.content))
    assert head.headers["etag"] == headers["etag"]


def test_a_download_without_parameters_is_the_original_file(
    server: Server, client: httpx.Client, records: dict[str, dict[str, Any]]
) -> None:
    for name, record in records.items():
        file = (server.pictures[0] / name).read_bytes()
        url = f"/image/{record['id']}/download"
        for rendering in ({}, {"format": record["format"]}):
            answer = client.get(url, params=rendering)
            assert (answer.status_code, answer.content) == (200, file)
            assert answer.headers["content-type"] == record["mimeType"]


@pytest.mark.parametrize("format", WRITTEN)
def test_stripping_alone_loses_nothing_and_the_file_does_not_grow(
    server: Server, client: httpx.Client, records: dict[str, dict[str, Any]], format: str
) -> None:
    record = records[f"small.{pictures.SUFFIXES[format]}"]
    file = (server.pictures[0] / record["name"]).read_bytes()
    answer = client.get(f"/image/{record['id']}/download", params={"stripMetadata": "true"})
    assert len(answer.content) <= len(file)
    with Image.open(io.BytesIO(file)) as original:
        assert decode_picture(answer).tobytes() == original.tobytes()


@pytest.mark.parametrize(
    ("rendering", "parameter"),
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
def test_invalid_rendering_parameters_are_refused(
    client: httpx.Client, records: dict[str, dict[str, Any]], rendering: dict[str, Any], parameter: str
) -> None:
    answer = client.get(f"/image/{records['turned.jpg']['id']}/download", params=rendering)
    assert answer.status_code == 400, answer.text
    assert answer.json()["parameter"] == parameter


def test_a_damaged_cache_entry_is_replaced_and_the_cache_may_be_deleted_while_serving(
    server: Server, client: httpx.Client, records: dict[str, dict[str, Any]]
) -> None:
    record = records["damaged.png"]
    url = f"/image/{record['id']}/download"
    rendering: dict[str, Any] = {"format": "WEBP", "width": 64}
    first = client.get(url, params=rendering)
    (file,) = cached(server, record)
    whole = file.read_bytes()
    file.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    second = client.get(url, params=rendering)
    assert second.content == first.content
    assert file.read_bytes() == whole
    shutil.rmtree(server.data_dir / "renditions")
    third = client.get(url, params=rendering)
    assert (third.content, third.headers["etag"]) == (first.content, first.headers["etag"])
    assert cached(server, record) == [file]


def test_without_the_disk_cached_renditions_are_served_and_others_are_409(
    server: Server, client: httpx.Client, records: dict[str, dict[str, Any]]
) -> None:
    record = records["offline.png"]
    url = f"/image/{record['id']}/download"
    assert client.get(url, params={"width": 64}).status_code == 200
    file = server.pictures[0] / record["name"]
    aside = file.rename(file.with_suffix(".aside"))
    try:
        assert client.get(url, params={"width": 64}).status_code == 200
        assert rule_of(client.get(url, params={"width": 65}), 409) == "image.file-missing"
        assert rule_of(client.get(url), 409) == "image.file-missing"
    finally:
        aside.rename(file)


def test_a_file_that_became_unreadable_is_409(
    server: Server, client: httpx.Client, records: dict[str, dict[str, Any]]
) -> None:
    record = records["cut.png"]
    file = server.pictures[0] / record["name"]
    file.write_bytes(file.read_bytes()[:500])
    answer = client.get(f"/image/{record['id']}/download", params={"width": 64})
    assert rule_of(answer, 409) == "image.unreadable"
    assert "decode." in answer.json()["detail"]
    assert answer.json()["value"] == record["id"]


@pytest.mark.skipif(IS_CLUSTER, reason="a host does not know the renditions that another one has made")
def test_deleting_evicts_the_renditions_unless_another_image_has_the_same_bytes(
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
    assert rule_of(client.delete(f"/image/{records['twin two.png']['id']}/delete"), 404) == "image.unknown"
    assert not (server.pictures[0] / "twin one.png").exists()


def test_an_image_whose_file_is_missing_can_be_deleted(
    server: Server, client: httpx.Client, records: dict[str, dict[str, Any]]
) -> None:
    (server.pictures[0] / "lost.png").unlink()
    assert client.delete(f"/image/{records['lost.png']['id']}/delete").status_code == 204


def test_a_large_rendition_is_streamed_and_leaves_no_file(
    server: Server, client: httpx.Client, records: dict[str, dict[str, Any]]
) -> None:
    record = records["noise.jpg"]
    url = f"/image/{record['id']}/download"
    first = client.get(url, params={"format": "PNG"})
    assert decode_picture(first).size == (1800, 1800)
    assert len(first.content) > MAX_RENDITION_BYTES
    assert client.get(url, params={"format": "PNG"}).headers["etag"] == first.headers["etag"]
    unchanged = client.get(url, params={"format": "PNG"}, headers={"If-None-Match": first.headers["etag"]})
    assert unchanged.status_code == 304
    head = client.head(url, params={"format": "PNG"})
    assert (head.status_code, head.content) == (200, b"")
    body = (server.pictures[0] / "noise.jpg").read_bytes()
    posted = {"params": {"format": "PNG"}, "content": body, "headers": {"Content-Type": "image/jpeg"}}
    assert client.put("/image/convert", **posted).content == first.content  # type: ignore[arg-type]  # the values have the right types
    assert cached(server, record) == []
    for folder in ("scratch", "incoming"):
        assert list((server.data_dir / folder).glob("*")) == []


@pytest.mark.parametrize("source", pictures.FORMATS)
def test_a_posted_picture_is_converted_and_its_format_detected(client: httpx.Client, source: str) -> None:
    body = pictures.picture(source, seed=9)
    headers = {"Content-Type": "image/png"}  # published clients send this for every body
    response = client.put("/image/format", content=body, headers=headers)
    assert (response.status_code, response.json()) == (200, {"value": source})
    for target in WRITTEN:
        answer = client.put("/image/convert", params={"format": target}, content=body, headers=headers)
        picture = decode_picture(answer)
        assert (picture.format, picture.size) == (target, pictures.HEIF_SIZE)
        assert answer.headers["cache-control"] == "no-store"
    refused = client.put("/image/convert", params={"format": "HEIF"}, content=body, headers=headers)
    assert rule_of(refused, 400) == "format.not-writable"


def test_names_that_programs_send_for_a_format_are_accepted(client: httpx.Client) -> None:
    names = ["png", "apng", "jpeg", "jpg", "webp", "gif", "avif", "heif", "heif-sequence", "heic", "heic-sequence"]
    body = pictures.picture("HEIF", seed=9)
    for media_type in (*(f"image/{name}" for name in names), "application/octet-stream", "IMAGE/HEIC; q=1"):
        response = client.put("/image/format", content=body, headers={"Content-Type": media_type})
        assert (response.status_code, response.json()) == (200, {"value": "HEIF"}), media_type
    for name in ("zip", "x-zip-compressed", "gzip", "x-gzip"):
        headers = {"Content-Type": f"application/{name}"}
        refused = client.post("/extension/install?state=paused", content=b"no archive", headers=headers)
        assert rule_of(refused, 400) == "archive.kind", name


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


@pytest.mark.parametrize(
    ("name", "body", "broken"), list(pictures.broken_pictures()), ids=lambda value: str(value)[:20]
)
def test_a_body_that_is_no_picture_is_400_with_the_rule_it_breaks(
    client: httpx.Client, name: str, body: bytes, broken: str
) -> None:
    headers = {"Content-Type": "image/png"}
    answer = client.put("/image/convert", params={"format": "PNG"}, content=body, headers=headers)
    if body:
        assert rule_of(answer, 400) == broken
        assert answer.json()["parameter"] == "body"
    else:
        assert rule_of(answer, 400) == "body.missing"
    response = client.put("/image/format", content=body, headers=headers)
    if broken == "decode.format":
        assert rule_of(response, 400) == broken
    elif body:
        assert response.status_code == 200


def test_concurrent_requests_get_the_same_bytes(client: httpx.Client, records: dict[str, dict[str, Any]]) -> None:
    url = f"/image/{records['turned.jpg']['id']}/download"
    with ThreadPoolExecutor(20) as threads:
        answers = list(threads.map(lambda _: client.get(url, params={"width": 333, "format": "PNG"}), range(40)))
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.content for answer in answers}) == 1


def test_a_rendering_is_cancelled_when_its_client_disconnects(tmp_path: Path) -> None:
    """With one decoder, a rendering of 20 s is cancelled when no client waits for it, and the next one starts soon."""
    folder = tmp_path / "pictures"
    folder.mkdir()
    (folder / "small.png").write_bytes(pictures.picture("PNG"))
    body = noise_jpeg(6000, 5000)
    (folder / "large.jpg").write_bytes(body)
    with (
        running_server(tmp_path, [folder], extra_environment={"FACETRY_DECODER__WORKERS": "1"}) as server,
        server.client() as client,
    ):
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
            assert time.monotonic() - begin < 6 * slowness()
        assert not list((server.data_dir / "incoming").glob("*"))
        assert not server.traceback(), server.traceback()
