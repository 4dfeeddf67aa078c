"""A server over a folder of pictures, for tests of their delivery."""

from __future__ import annotations

import hashlib
import io
import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from PIL import Image

from tests.support.imaging import pictures
from tests.support.services.servers import Server, running_server

POLYGLOT = b"<script>fetch('/apiSecret/list')</script><svg onload='alert(1)'>"


@contextmanager
def serving_pictures(directory: Path, names: Sequence[str]) -> Iterator[Server]:
    """A server over a folder with one picture of each format, some special pictures, and a PNG `<name>.png` for each of
    `names`.

    Names that begin with the same first word give equal bytes.
    """
    folder = directory / "pictures"
    folder.mkdir()
    for format in pictures.FORMATS:
        (folder / f"small.{pictures.SUFFIXES[format]}").write_bytes(pictures.picture(format, seed=1))
    (folder / "turned.jpg").write_bytes(large_jpeg(1200, 800, orientation=6))
    (folder / "noise.jpg").write_bytes(noise_jpeg(1800, 1800))
    (folder / "polyglot.gif").write_bytes(pictures.picture("GIF", seed=2) + POLYGLOT)
    (folder / "fällt & auf.png").write_bytes(pictures.picture("PNG", seed=3, size=(300, 200)))
    for name in names:
        seed = hashlib.sha256(name.partition(" ")[0].encode()).digest()
        picture = pictures.picture("PNG", seed=int.from_bytes(seed[:4], "big"), size=(300, 200))
        (folder / f"{name}.png").write_bytes(picture)
    with running_server(directory, [folder]) as running:
        yield running


def noise_jpeg(width: int, height: int) -> bytes:
    """A picture that no format compresses well: as PNG it takes three bytes per pixel."""
    target = io.BytesIO()
    noise = Image.frombytes("RGB", (width, height), random.Random(1).randbytes(width * height * 3))
    noise.save(target, "JPEG", quality=75)
    return target.getvalue()


def records(client: httpx.Client) -> dict[str, dict[str, Any]]:
    """The records of all images, by name."""
    answer = client.post("/image/search/images", json={})
    assert answer.status_code == 200, answer.text
    return {item["name"]: item for item in answer.json()["items"]}


def large_jpeg(width: int, height: int, orientation: int = 1, *, is_dated: bool = True) -> bytes:
    tags = pictures.camera_exif()
    tags[0x0112] = orientation
    if not is_dated:
        del tags[0x9003]
    target = io.BytesIO()
    pictures.pattern(width, height, 5).save(target, "JPEG", quality=90, exif=tags.tobytes())
    return target.getvalue()


def decode_picture(answer: httpx.Response) -> Image.Image:
    """The picture in a response, checked against its media type."""
    assert answer.status_code == 200, answer.text
    picture = Image.open(io.BytesIO(answer.content))
    picture.load()
    assert answer.headers["content-type"] == f"image/{(picture.format or '').lower()}"
    return picture


def rule_of(answer: httpx.Response, status: int) -> str:
    assert answer.status_code == status, f"{answer.status_code} {answer.text}"
    return str(answer.json()["rule"])


def media_url(client: httpx.Client, id: str, **parameters: object) -> str:
    answer = client.get(f"/image/{id}/mediaUrl", params=parameters)  # type: ignore[arg-type]  # numbers and texts
    assert answer.status_code == 200, answer.text
    assert answer.json()["id"] == id
    return str(answer.json()["url"])


def fetch(url: str, method: str = "GET", **headers: str) -> httpx.Response:
    """A request as an <img> of any page sends it: without key and cookie."""
    return httpx.request(method, url, headers=headers, timeout=30, trust_env=False)
