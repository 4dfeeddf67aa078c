"""A server over a folder of pictures, for tests of how they are delivered."""

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

from tests.support import pictures
from tests.support.servers import Server, serving

POLYGLOT = b"<script>fetch('/apiSecret/list')</script><svg onload='alert(1)'>"


@contextmanager
def gallery(directory: Path, own: Sequence[str]) -> Iterator[Server]:
    """A server over a folder with one picture of each format, some that are special, and a PNG `<name>.png` for each
    of `own`; those whose names begin with "twin" have the same bytes.
    """
    folder = directory / "pictures"
    folder.mkdir()
    for format in pictures.FORMATS:
        (folder / f"small.{pictures.SUFFIXES[format]}").write_bytes(pictures.picture(format, seed=1))
    (folder / "turned.jpg").write_bytes(large_jpeg(1200, 800, orientation=6))
    (folder / "noise.jpg").write_bytes(noise_jpeg(1800, 1800))
    (folder / "polyglot.gif").write_bytes(pictures.picture("GIF", seed=2) + POLYGLOT)
    (folder / "fällt & auf.png").write_bytes(pictures.picture("PNG", seed=3, size=(300, 200)))
    for name in own:
        seed = hashlib.sha256(name.partition(" ")[0].encode()).digest()
        picture = pictures.picture("PNG", seed=int.from_bytes(seed[:4], "big"), size=(300, 200))
        (folder / f"{name}.png").write_bytes(picture)
    with serving(directory, [folder]) as running:
        yield running


def noise_jpeg(width: int, height: int) -> bytes:
    """A picture that no format makes small: as PNG it takes three bytes a pixel."""
    target = io.BytesIO()
    noise = Image.frombytes("RGB", (width, height), random.Random(1).randbytes(width * height * 3))
    noise.save(target, "JPEG", quality=75)
    return target.getvalue()


def records(client: httpx.Client) -> dict[str, dict[str, Any]]:
    """The records of all images, by name."""
    answer = client.post("/image/search/images", json={})
    assert answer.status_code == 200, answer.text
    return {item["name"]: item for item in answer.json()["items"]}


def large_jpeg(width: int, height: int, orientation: int = 1) -> bytes:
    tags = pictures.camera()
    tags[0x0112] = orientation
    target = io.BytesIO()
    pictures.pattern(width, height, 5).save(target, "JPEG", quality=90, exif=tags.tobytes())
    return target.getvalue()


def shown(answer: httpx.Response) -> Image.Image:
    """The picture of an answer, as its media type says."""
    assert answer.status_code == 200, answer.text
    picture = Image.open(io.BytesIO(answer.content))
    picture.load()
    assert answer.headers["content-type"] == f"image/{(picture.format or '').lower()}"
    return picture


def rule(answer: httpx.Response, status: int) -> str:
    assert answer.status_code == status, f"{answer.status_code} {answer.text}"
    return str(answer.json()["rule"])


def media_url(client: httpx.Client, id: str, **parameters: object) -> str:
    answer = client.get(f"/image/{id}/mediaUrl", params=parameters)  # type: ignore[arg-type]  # numbers and texts
    assert answer.status_code == 200, answer.text
    assert answer.json()["id"] == id
    return str(answer.json()["url"])


def fetch(url: str, method: str = "GET", **headers: str) -> httpx.Response:
    """What an <img> of any page does: no key, no cookie."""
    return httpx.request(method, url, headers=headers, timeout=30, trust_env=False)
