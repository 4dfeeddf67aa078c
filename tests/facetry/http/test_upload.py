"""Bodies that are not JSON: media types, size limits counted on the stream, and removal of spool files."""

import asyncio
import errno
import hashlib
import os
import stat
import threading
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from facetry.http.body import Upload
from facetry.http.reply import FileBody, Reply, opened_file
from facetry.http.upload import Spool, remove_spool_files
from generated import operations
from tests.facetry.http.conftest import ASGIClient
from tests.facetry.http.small_application import RecordingHandlers
from tests.facetry.http.upload_application import CAP, UploadApplication

KEY = {"authorization": "Bearer good"}
PNG = {**KEY, "content-type": "image/png"}
BYTES = bytes(range(256)) * 3000  # three writes


@pytest.fixture
def uploading(tmp_path: Path) -> UploadApplication:
    return UploadApplication(tmp_path / "made" / "spool")


@pytest.fixture
def client(uploading: UploadApplication) -> ASGIClient:
    return ASGIClient(uploading.application(), RecordingHandlers())


def chunks_of(body: bytes, size: int) -> list[bytes]:
    """The body in chunks of `size`."""
    return [body[at : at + size] for at in range(0, len(body), size)]


@pytest.mark.parametrize(
    "body", [b"x", BYTES, chunks_of(BYTES, 70_000), chunks_of(BYTES, 700_000), [b"", b"a", b"", b"b", b""]]
)
def test_the_handler_gets_a_file(client: ASGIClient, uploading: UploadApplication, body: bytes | list[bytes]) -> None:
    whole = body if isinstance(body, bytes) else b"".join(body)
    answer = client("PUT", "/store", body, PNG)
    assert answer.json == {"size": len(whole), "deed": hashlib.sha256(whole).hexdigest()}
    assert uploading.spooled_files() == []


def test_the_file_is_readable_by_the_service_only(client: ASGIClient, uploading: UploadApplication) -> None:
    def facts(body: operations.Upload) -> object:
        file, folder = body.path.lstat(), body.path.parent.stat()
        return [stat.S_ISREG(file.st_mode), file.st_mode & 0o777, folder.st_mode & 0o777, file.st_size]

    uploading.action = facts
    assert client("PUT", "/store", b"abc", PNG).json["deed"] == [True, 0o600, 0o700, 3]
    names: set[str] = set()
    uploading.action = lambda body: names.add(body.path.name)
    for _ in range(3):
        client("PUT", "/store", b"abc", PNG)
    assert len(names) == 3


def test_an_upload_satisfies_the_generated_protocol() -> None:
    upload: operations.Upload = Upload(Path("a"), 1)  # checked by the type checker
    assert upload.size == 1


MEDIA_TYPES = [
    ("image/png", 200, None),
    ("IMAGE/PNG", 200, None),
    ("image/png; charset=binary; a=b", 200, None),
    ("  application/octet-stream ;", 200, None),
    ("image/jpeg", 415, "media-type.unsupported"),
    ("application/json", 415, "media-type.unsupported"),
    ("image/*", 415, "media-type.unsupported"),
    ("image/png,image/png", 415, "media-type.unsupported"),
    ("image", 415, "media-type.unsupported"),
    ("", 415, "media-type.unsupported"),
    ("\u00e9/png", 415, "media-type.unsupported"),
    (None, 415, "media-type.missing"),
]


@pytest.mark.parametrize(("media_type", "status", "rule"), MEDIA_TYPES)
def test_media_types(
    client: ASGIClient, uploading: UploadApplication, media_type: str | None, status: int, rule: str | None
) -> None:
    headers = KEY if media_type is None else {**KEY, "content-type": media_type}
    answer = client("PUT", "/store", chunks_of(BYTES, 300_000), headers)
    assert answer.status == status
    if rule is not None:
        assert (answer.rule, answer.json["parameter"]) == (rule, "Content-Type")
        assert "image/png" in answer.json["remedy"]
        assert len(client.unread_messages) >= 2  # refused before the body was read
    assert uploading.spooled_files() == []


def test_an_encoded_body_is_refused(client: ASGIClient, uploading: UploadApplication) -> None:
    answer = client("PUT", "/store", b"abc", {**PNG, "content-encoding": "gzip"})
    assert (answer.status, answer.rule) == (415, "media-type.unsupported")
    assert answer.json["parameter"] == "Content-Encoding"
    assert client("PUT", "/store", b"abc", {**PNG, "content-encoding": "Identity"}).status == 200


@pytest.mark.parametrize("headers", [PNG, KEY])
@pytest.mark.parametrize("body", [b"", [b""], [b"", b""]])
def test_an_empty_body(
    client: ASGIClient, uploading: UploadApplication, headers: dict[str, str], body: bytes | list[bytes]
) -> None:
    answer = client("PUT", "/store", body, headers)
    assert (answer.status, answer.rule) == (400, "body.missing")
    assert client("PUT", "/maybe", body, headers).json is None
    assert client("PUT", "/maybe", b"ab", PNG).json == 2
    assert uploading.spooled_files() == []


def test_the_cap_is_exact(client: ASGIClient, uploading: UploadApplication) -> None:
    whole = b"x" * CAP
    assert client("PUT", "/store", whole, PNG).json["size"] == CAP
    assert client("PUT", "/store", chunks_of(whole, 99_999), PNG).json["size"] == CAP
    for body in (whole + b"x", [whole + b"x"], [*chunks_of(whole, 99_999), b"x"]):
        answer = client("PUT", "/store", body, PNG)
        assert (answer.status, answer.rule, answer.headers["connection"]) == (413, "body.too-large", "close")
    assert uploading.spooled_files() == []


def test_nothing_is_read_above_the_cap(client: ASGIClient) -> None:
    chunks = [b"x" * 100_000] * 50
    assert client("PUT", "/store", chunks, PNG).status == 413
    assert len(client.unread_messages) == 39
    assert client("PUT", "/store", chunks, {**PNG, "content-length": str(CAP + 1)}).status == 413
    assert len(client.unread_messages) == 50
    assert client("PUT", "/store", chunks, {**PNG, "content-length": "x"}).rule == "body.length"


def test_the_key_comes_before_the_body(client: ASGIClient, uploading: UploadApplication) -> None:
    for headers, status in (({}, 401), ({"authorization": "Bearer reader"}, 403)):
        assert client("PUT", "/store?a=b", [b"x"] * 3, {**headers, "content-type": "a/b"}).status == status
        assert len(client.unread_messages) == 3
    assert client("PUT", "/store?a=b", [b"x"] * 3, PNG).rule == "parameter.unknown"
    assert len(client.unread_messages) == 3
    assert not uploading.spool.exists()


def test_a_disconnect_leaves_no_file(client: ASGIClient, uploading: UploadApplication) -> None:
    for chunks in (chunks_of(BYTES, 70_000), [b"x"], [b""]):
        assert client("PUT", "/store", chunks, PNG, disconnect=True).status == 0
        assert uploading.spooled_files() == []


def test_a_handler_that_fails_leaves_no_file(client: ASGIClient, uploading: UploadApplication) -> None:
    def fail(_: operations.Upload) -> object:
        raise RuntimeError("it happens")

    uploading.action = fail
    assert client("PUT", "/store", BYTES, PNG).rule == "internal"
    assert uploading.spooled_files() == []


def test_a_handler_may_keep_the_file(client: ASGIClient, uploading: UploadApplication, tmp_path: Path) -> None:
    target = tmp_path / "kept"
    uploading.action = lambda body: body.path.rename(target).name
    assert client("PUT", "/store", BYTES, PNG).json == {"size": len(BYTES), "deed": "kept"}
    assert target.read_bytes() == BYTES


def test_a_handler_may_send_the_file(client: ASGIClient, uploading: UploadApplication) -> None:
    """A descriptor that the handler opened stays readable after the file was removed."""
    handlers = uploading.handlers()

    async def store(call: object, /, *, body: operations.Upload) -> object:
        descriptor = os.open(body.path, os.O_RDONLY)
        return Reply(body=FileBody(lambda: opened_file(lambda: descriptor)), media_type="image/png")

    uploading.handlers = lambda: handlers | {"store": store}  # type: ignore[method-assign]
    answer = ASGIClient(uploading.application(), RecordingHandlers())("PUT", "/store", BYTES, PNG)
    assert (answer.status, answer.body, uploading.spooled_files()) == (200, BYTES, [])


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT])
def test_a_full_disk_is_a_507(
    client: ASGIClient, uploading: UploadApplication, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    write = os.write

    def filled(room: int) -> Callable[[int, Any], int]:
        def limited(descriptor: int, content: Any) -> int:
            nonlocal room
            if descriptor > 2 and "spool" in str(Path(f"/proc/self/fd/{descriptor}").readlink()):
                if room == 0:
                    raise OSError(number, os.strerror(number))
                content = content[:room]
                room -= len(content)
            return write(descriptor, content)

        return limited

    for room in (0, 10, 300_000):
        monkeypatch.setattr(os, "write", filled(room))
        answer = client("PUT", "/store", chunks_of(BYTES, 50_000), PNG)
        assert (answer.status, answer.rule, uploading.spooled_files()) == (507, "storage.full", [])
    monkeypatch.setattr(os, "write", filled(CAP))
    assert client("PUT", "/store", BYTES, PNG).status == 200


def test_a_spool_that_cannot_be_created_is_an_internal_error(
    client: ASGIClient, uploading: UploadApplication, caplog: pytest.LogCaptureFixture
) -> None:
    uploading.spool.parent.write_bytes(b"a file")
    assert client("PUT", "/store", BYTES, PNG).rule == "internal"
    assert "NotADirectoryError" in caplog.text
    uploading.spool.parent.unlink()
    assert client("PUT", "/store", BYTES, PNG).status == 200


def test_files_of_an_earlier_run_are_removed(uploading: UploadApplication) -> None:
    uploading.spool.mkdir(parents=True)
    (uploading.spool / ("0123456789abcdef" * 2 + ".upload")).write_bytes(b"half a picture")
    (uploading.spool / "holiday.png").write_bytes(b"a picture")
    uploading.application()
    assert len(uploading.spooled_files()) == 2, "another service may be using the folder"
    remove_spool_files(uploading.spool)
    assert [path.name for path in uploading.spooled_files()] == ["holiday.png"]
    remove_spool_files(uploading.spool / "missing")


def test_a_request_that_is_cancelled_leaves_no_file(
    uploading: UploadApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last write is still running then, and must not create the file again."""
    write_started, original_open = threading.Event(), os.open

    def slow(path: Any, *options: Any, **more: Any) -> int:
        if Path(str(path)).parent == uploading.spool:
            write_started.set()
            time.sleep(0.2)
        return original_open(path, *options, **more)

    async def main() -> None:
        messages = [{"type": "http.request", "body": b"abc", "more_body": False}]
        request = asyncio.create_task(application(scope, receive_from(messages), send))
        await asyncio.to_thread(write_started.wait)
        request.cancel()
        with pytest.raises(asyncio.CancelledError):
            await request

    async def send(_: Any) -> None:
        raise AssertionError("it was answered")

    def receive_from(messages: list[dict[str, Any]]) -> Callable[[], Any]:
        async def receive() -> dict[str, Any]:
            return messages.pop(0)

        return receive

    uploading.spool.mkdir(parents=True)
    application: Any = uploading.application()
    headers = [(name.encode(), value.encode()) for name, value in PNG.items()]
    scope = {"type": "http", "method": "PUT", "path": "/store", "raw_path": b"/store", "query_string": b""}
    scope["headers"] = headers
    monkeypatch.setattr(os, "open", slow)
    asyncio.run(asyncio.wait_for(main(), 30))  # which also waits for the worker threads
    assert write_started.is_set()
    assert uploading.spooled_files() == []


def test_a_write_after_the_removal_creates_no_file(uploading: UploadApplication) -> None:
    file = Spool(uploading.spool).new_file()
    file.remove()
    asyncio.run(file.append(b"abc", is_last=True))
    assert uploading.spooled_files() == []


def test_partial_writes_are_completed(client: ASGIClient, monkeypatch: pytest.MonkeyPatch) -> None:
    write = os.write
    monkeypatch.setattr(os, "write", lambda descriptor, content: write(descriptor, content[:7000]))
    assert client("PUT", "/store", BYTES, PNG).json["deed"] == hashlib.sha256(BYTES).hexdigest()


def test_the_file_is_closed_when_the_handler_gets_it(client: ASGIClient, uploading: UploadApplication) -> None:
    uploading.action = lambda body: [str(body.path) in str(link.readlink()) for link in open_descriptors()]
    assert True not in client("PUT", "/store", BYTES, PNG).json["deed"]
    before = len(open_descriptors())
    client("PUT", "/store", chunks_of(BYTES, 300_000), PNG, disconnect=True)
    assert len(open_descriptors()) == before


def open_descriptors() -> list[Path]:
    """The open descriptors of this process, without the one of this listing."""
    return [link for link in Path("/proc/self/fd").iterdir() if link.is_symlink()]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=80), st.lists(st.integers(0, 80), max_size=4), st.booleans())
def test_chunk_boundaries_do_not_change_the_file(
    client: ASGIClient, uploading: UploadApplication, body: bytes, cuts: list[int], large: bool
) -> None:
    whole = body * (9000 if large else 1)
    edges = sorted(min(cut * (9000 if large else 1), len(whole)) for cut in cuts)
    chunks = [whole[a:b] for a, b in pairwise([0, *edges, len(whole)])]
    answer = client("PUT", "/store", chunks, PNG)
    assert answer.status == (200 if whole else 400)
    assert not whole or answer.json["deed"] == hashlib.sha256(whole).hexdigest()
    assert uploading.spooled_files() == []
