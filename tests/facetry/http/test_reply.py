"""Responses with files and streams: ranges, revalidation, HEAD, and unreadable files."""

import os
from collections.abc import AsyncIterator
from email.utils import formatdate
from pathlib import Path
from typing import Any

import pytest

from facetry.errors import unavailable
from facetry.http.reply import Reply

TARGET = "/image/12345678-9abc-4def-8123-456789abcdef/download"
KEY = {"authorization": "Bearer good"}
CONTENT = bytes(range(256)) * 4096


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "image.png"
    path.write_bytes(CONTENT)
    return path


def test_the_whole_file(client: Any, file: Path) -> None:
    answer = client("GET", TARGET)
    assert (answer.status, answer.body) == (200, CONTENT)
    assert answer.headers == {
        "content-type": "image/png",
        "content-length": str(len(CONTENT)),
        "accept-ranges": "bytes",
        "etag": '"abc"',
        "last-modified": formatdate(file.stat().st_mtime, usegmt=True),
        "cache-control": "private, no-cache",
        "x-content-type-options": "nosniff",
    }
    head = client("HEAD", TARGET)
    assert (head.status, head.headers, head.body) == (200, answer.headers, b"")


RANGES = [
    ("bytes=0-0", 0, 1),
    ("bytes=0-9", 0, 10),
    ("bytes=10-", 10, len(CONTENT)),
    ("bytes=-5", len(CONTENT) - 5, len(CONTENT)),
    ("bytes=-99999999", 0, len(CONTENT)),
    ("bytes=5-99999999999", 5, len(CONTENT)),
    ("Bytes=300000-900000", 300000, 900001),
]


@pytest.mark.parametrize(("header", "start", "stop"), RANGES)
def test_ranges(client: Any, file: Path, header: str, start: int, stop: int) -> None:
    answer = client("GET", TARGET, b"", {**KEY, "range": header})
    assert (answer.status, answer.body) == (206, CONTENT[start:stop])
    assert answer.headers["content-range"] == f"bytes {start}-{stop - 1}/{len(CONTENT)}"
    assert answer.headers["content-length"] == str(stop - start)


@pytest.mark.parametrize("header", ["bytes=1048576-", "bytes=-0", "bytes=9999999-99999999"])
def test_unsatisfiable_ranges(client: Any, file: Path, header: str) -> None:
    answer = client("GET", TARGET, b"", {**KEY, "range": header})
    assert (answer.status, answer.rule) == (416, "range.unsatisfiable")
    assert answer.headers["content-range"] == f"bytes */{len(CONTENT)}"


@pytest.mark.parametrize("header", ["bytes=-", "bytes=5-2", "bytes=0-1,5-6", "lines=0-1", "bytes=a-b", "bytes=1", ""])
def test_ranges_that_are_ignored(client: Any, file: Path, header: str) -> None:
    answer = client("GET", TARGET, b"", {**KEY, "range": header})
    assert (answer.status, len(answer.body)) == (200, len(CONTENT))


@pytest.mark.parametrize("header", ["bytes=0-9", "bytes=9999999-", "nonsense"])
def test_ranges_apply_to_get_only(client: Any, file: Path, header: str) -> None:
    answer = client("HEAD", TARGET, b"", {**KEY, "range": header})
    assert (answer.status, answer.body, answer.headers["content-length"]) == (200, b"", str(len(CONTENT)))
    assert "content-range" not in answer.headers


def test_if_range_with_another_entity_tag_ignores_the_range(client: Any, file: Path) -> None:
    headers = {**KEY, "range": "bytes=0-9"}
    assert client("GET", TARGET, b"", {**headers, "if-range": '"abc"'}).status == 206
    assert client("GET", TARGET, b"", {**headers, "if-range": '"old"'}).status == 200
    assert client("GET", TARGET, b"", {**headers, "if-range": "Sat, 21 Nov 2026 10:00:00 GMT"}).status == 200


@pytest.mark.parametrize("header", ['"abc"', 'W/"abc"', '"x", "abc"', "*"])
def test_a_matching_entity_tag_gives_304(client: Any, file: Path, header: str) -> None:
    answer = client("GET", TARGET, b"", {**KEY, "if-none-match": header})
    assert (answer.status, answer.body, answer.headers["etag"]) == (304, b"", '"abc"')


@pytest.mark.parametrize("header", ['"abcd"', "abc", '"ab', ""])
def test_another_entity_tag_gives_200(client: Any, file: Path, header: str) -> None:
    assert client("GET", TARGET, b"", {**KEY, "if-none-match": header}).status == 200


def test_an_empty_file(client: Any, file: Path) -> None:
    file.write_bytes(b"")
    answer = client("GET", TARGET)
    assert (answer.status, answer.body, answer.headers["content-length"]) == (200, b"", "0")
    assert client("GET", TARGET, b"", {**KEY, "range": "bytes=0-"}).status == 416


def test_what_is_no_regular_file_is_unavailable(client: Any, tmp_path: Path) -> None:
    path = tmp_path / "image.png"
    target = tmp_path / "secret"
    target.write_bytes(b"secret")

    def refused() -> bool:
        answer = client("GET", TARGET)
        return (answer.status, answer.rule, answer.headers["retry-after"]) == (503, "file.unreadable", "60")

    assert refused()
    path.symlink_to(target)
    assert refused()
    path.unlink()
    path.mkdir()
    assert refused()
    path.rmdir()
    os.mkfifo(path)
    assert refused()


def test_no_descriptor_is_left_open(client: Any, file: Path) -> None:
    before = len(list(Path("/proc/self/fd").iterdir()))
    for header in ("bytes=0-9", "bytes=9999999-", ""):
        client("GET", TARGET, b"", {**KEY, "range": header})
        client("HEAD", TARGET, b"", {**KEY, "range": header})
    assert len(list(Path("/proc/self/fd").iterdir())) == before


def test_a_stream(client: Any) -> None:
    async def chunks() -> AsyncIterator[bytes]:
        for chunk in (b"a", b"b"):
            yield chunk

    client.recorder.reply = Reply(body=chunks(), media_type="text/csv")
    answer = client("GET", TARGET)
    assert (answer.status, answer.body, answer.headers["content-type"]) == (200, b"ab", "text/csv")


def test_a_stream_that_breaks_is_cut(client: Any, caplog: pytest.LogCaptureFixture) -> None:
    async def chunks() -> AsyncIterator[bytes]:
        yield b"a"
        raise OSError("gone")

    client.recorder.reply = Reply(body=chunks())
    answer = client("GET", TARGET)
    assert (answer.status, answer.body) == (200, b"a")
    assert "a response was cut off by an error" in caplog.text


def test_a_stream_that_a_fault_ends_is_one_line_of_the_log(client: Any, caplog: pytest.LogCaptureFixture) -> None:
    async def chunks() -> AsyncIterator[bytes]:
        yield b"a"
        raise unavailable("store.unreachable", "The database is away.")

    client.recorder.reply = Reply(body=chunks())
    assert client("GET", TARGET).body == b"a"
    assert "a response was cut off: The database is away. (store.unreachable)" in caplog.text
    assert "Traceback" not in caplog.text


def test_bytes_with_headers(client: Any) -> None:
    client.recorder.reply = Reply(body=b"GIF89a", media_type="image/gif", status=201, headers=(("X-Frames", "1"),))
    answer = client("GET", TARGET)
    assert (answer.status, answer.body, answer.headers["x-frames"]) == (201, b"GIF89a", "1")
