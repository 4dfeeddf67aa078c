"""Bodies that are not JSON: media types, caps counted on the stream, and files that do not outlive their request."""

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
from facetry.http.reply import File, Reply
from facetry.http.upload import Spool
from generated import operations
from tests.facetry.http.conftest import Client
from tests.facetry.http.small_application import Recorder
from tests.facetry.http.upload_application import CAP, Uploading

KEY = {"authorization": "Bearer good"}
PNG = {**KEY, "content-type": "image/png"}
BYTES = bytes(range(256)) * 3000  # three pieces


@pytest.fixture
def uploading(tmp_path: Path) -> Uploading:
    return Uploading(tmp_path / "made" / "spool")


@pytest.fixture
def client(uploading: Uploading) -> Client:
    return Client(uploading.application(), Recorder())


def cut(body: bytes, size: int) -> list[bytes]:
    """The body in chunks of `size`."""
    return [body[at : at + size] for at in range(0, len(body), size)]


@pytest.mark.parametrize("body", [b"x", BYTES, cut(BYTES, 70_000), cut(BYTES, 700_000), [b"", b"a", b"", b"b", b""]])
def test_the_handler_gets_a_file(client: Client, uploading: Uploading, body: bytes | list[bytes]) -> None:
    whole = body if isinstance(body, bytes) else b"".join(body)
    answer = client("PUT", "/store", body, PNG)
    assert answer.json == {"size": len(whole), "deed": hashlib.sha256(whole).hexdigest()}
    assert uploading.left() == []


def test_the_file_is_for_the_service_alone(client: Client, uploading: Uploading) -> None:
    def facts(body: operations.Upload) -> object:
        found, folder = body.path.lstat(), body.path.parent.stat()
        return [stat.S_ISREG(found.st_mode), found.st_mode & 0o777, folder.st_mode & 0o777, found.st_size]

    uploading.deed = facts
    assert client("PUT", "/store", b"abc", PNG).json["deed"] == [True, 0o600, 0o700, 3]
    names: set[str] = set()
    uploading.deed = lambda body: names.add(body.path.name)
    for _ in range(3):
        client("PUT", "/store", b"abc", PNG)
    assert len(names) == 3


def test_an_upload_is_what_handlers_are_promised() -> None:
    promised: operations.Upload = Upload(Path("a"), 1)  # the type checker is the judge
    assert promised.size == 1


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
    client: Client, uploading: Uploading, media_type: str | None, status: int, rule: str | None
) -> None:
    headers = KEY if media_type is None else {**KEY, "content-type": media_type}
    answer = client("PUT", "/store", cut(BYTES, 300_000), headers)
    assert answer.status == status
    if rule is not None:
        assert (answer.rule, answer.json["parameter"]) == (rule, "Content-Type")
        assert "image/png" in answer.json["remedy"]
        assert len(client.left) >= 2  # nothing was read for nothing
    assert uploading.left() == []


def test_an_encoded_body_is_refused(client: Client, uploading: Uploading) -> None:
    answer = client("PUT", "/store", b"abc", {**PNG, "content-encoding": "gzip"})
    assert (answer.status, answer.rule) == (415, "media-type.unsupported")
    assert answer.json["parameter"] == "Content-Encoding"
    assert client("PUT", "/store", b"abc", {**PNG, "content-encoding": "Identity"}).status == 200


@pytest.mark.parametrize("headers", [PNG, KEY])
@pytest.mark.parametrize("body", [b"", [b""], [b"", b""]])
def test_an_empty_body(
    client: Client, uploading: Uploading, headers: dict[str, str], body: bytes | list[bytes]
) -> None:
    answer = client("PUT", "/store", body, headers)
    assert (answer.status, answer.rule) == (400, "body.missing")
    assert client("PUT", "/maybe", body, headers).json is None
    assert client("PUT", "/maybe", b"ab", PNG).json == 2
    assert uploading.left() == []


def test_the_cap_is_exact(client: Client, uploading: Uploading) -> None:
    whole = b"x" * CAP
    assert client("PUT", "/store", whole, PNG).json["size"] == CAP
    assert client("PUT", "/store", cut(whole, 99_999), PNG).json["size"] == CAP
    for body in (whole + b"x", [whole + b"x"], [*cut(whole, 99_999), b"x"]):
        answer = client("PUT", "/store", body, PNG)
        assert (answer.status, answer.rule, answer.headers["connection"]) == (413, "body.too-large", "close")
    assert uploading.left() == []


def test_nothing_is_read_above_the_cap(client: Client) -> None:
    chunks = [b"x" * 100_000] * 50
    assert client("PUT", "/store", chunks, PNG).status == 413
    assert len(client.left) == 39
    assert client("PUT", "/store", chunks, {**PNG, "content-length": str(CAP + 1)}).status == 413
    assert len(client.left) == 50
    assert client("PUT", "/store", chunks, {**PNG, "content-length": "x"}).rule == "body.length"


def test_the_key_comes_before_the_body(client: Client, uploading: Uploading) -> None:
    for headers, status in (({}, 401), ({"authorization": "Bearer reader"}, 403)):
        assert client("PUT", "/store?a=b", [b"x"] * 3, {**headers, "content-type": "a/b"}).status == status
        assert len(client.left) == 3
    assert client("PUT", "/store?a=b", [b"x"] * 3, PNG).rule == "parameter.unknown"
    assert len(client.left) == 3
    assert not uploading.spool.exists()


def test_a_client_that_leaves_leaves_no_file(client: Client, uploading: Uploading) -> None:
    for chunks in (cut(BYTES, 70_000), [b"x"], [b""]):
        assert client("PUT", "/store", chunks, PNG, disconnect=True).status == 0
        assert uploading.left() == []


def test_a_handler_that_fails_leaves_no_file(client: Client, uploading: Uploading) -> None:
    def fail(_: operations.Upload) -> object:
        raise RuntimeError("it happens")

    uploading.deed = fail
    assert client("PUT", "/store", BYTES, PNG).rule == "internal"
    assert uploading.left() == []


def test_a_handler_may_keep_the_file(client: Client, uploading: Uploading, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    uploading.deed = lambda body: body.path.rename(kept).name
    assert client("PUT", "/store", BYTES, PNG).json == {"size": len(BYTES), "deed": "kept"}
    assert kept.read_bytes() == BYTES


def test_a_handler_may_send_the_file(client: Client, uploading: Uploading) -> None:
    """Opened before the handler returns, it can be read after it is gone."""
    handlers = uploading.handlers()

    async def store(call: object, /, *, body: operations.Upload) -> object:
        descriptor = os.open(body.path, os.O_RDONLY)
        return Reply(body=File(lambda: descriptor), media_type="image/png")

    uploading.handlers = lambda: handlers | {"store": store}  # type: ignore[method-assign]
    answer = Client(uploading.application(), Recorder())("PUT", "/store", BYTES, PNG)
    assert (answer.status, answer.body, uploading.left()) == (200, BYTES, [])


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT])
def test_a_full_disk_is_told(
    client: Client, uploading: Uploading, monkeypatch: pytest.MonkeyPatch, number: int
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
        answer = client("PUT", "/store", cut(BYTES, 50_000), PNG)
        assert (answer.status, answer.rule, uploading.left()) == (507, "storage.full", [])
    monkeypatch.setattr(os, "write", filled(CAP))
    assert client("PUT", "/store", BYTES, PNG).status == 200


def test_a_spool_that_cannot_be_made_is_our_mistake(
    client: Client, uploading: Uploading, caplog: pytest.LogCaptureFixture
) -> None:
    uploading.spool.parent.write_bytes(b"a file")
    assert client("PUT", "/store", BYTES, PNG).rule == "internal"
    assert "NotADirectoryError" in caplog.text
    uploading.spool.parent.unlink()
    assert client("PUT", "/store", BYTES, PNG).status == 200


def test_what_a_former_life_left_is_removed(uploading: Uploading) -> None:
    uploading.spool.mkdir(parents=True)
    (uploading.spool / ("0123456789abcdef" * 2 + ".upload")).write_bytes(b"half a picture")
    (uploading.spool / "holiday.png").write_bytes(b"a picture")
    uploading.application()
    assert [path.name for path in uploading.left()] == ["holiday.png"]


def test_a_request_that_is_cancelled_leaves_no_file(uploading: Uploading, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its last write is still running then, and must not make the file anew."""
    begun, opened = threading.Event(), os.open

    def slow(path: Any, *options: Any, **more: Any) -> int:
        if Path(str(path)).parent == uploading.spool:
            begun.set()
            time.sleep(0.2)
        return opened(path, *options, **more)

    async def main() -> None:
        messages = [{"type": "http.request", "body": b"abc", "more_body": False}]
        request = asyncio.create_task(application(scope, receive_from(messages), nothing))
        await asyncio.to_thread(begun.wait)
        request.cancel()
        with pytest.raises(asyncio.CancelledError):
            await request

    async def nothing(_: Any) -> None:
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
    asyncio.run(asyncio.wait_for(main(), 5))  # which also waits for the worker threads
    assert begun.is_set()
    assert uploading.left() == []


def test_a_write_that_comes_too_late_makes_no_file(uploading: Uploading) -> None:
    file = Spool(uploading.spool).file()
    file.remove()
    asyncio.run(file.append(b"abc", is_last=True))
    assert uploading.left() == []


def test_a_write_may_take_a_part(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    write = os.write
    monkeypatch.setattr(os, "write", lambda descriptor, content: write(descriptor, content[:7000]))
    assert client("PUT", "/store", BYTES, PNG).json["deed"] == hashlib.sha256(BYTES).hexdigest()


def test_the_file_is_closed_when_the_handler_gets_it(client: Client, uploading: Uploading) -> None:
    uploading.deed = lambda body: [str(body.path) in str(link.readlink()) for link in descriptors()]
    assert True not in client("PUT", "/store", BYTES, PNG).json["deed"]
    before = len(descriptors())
    client("PUT", "/store", cut(BYTES, 300_000), PNG, disconnect=True)
    assert len(descriptors()) == before


def descriptors() -> list[Path]:
    """The descriptors of this process, that which finds them left out."""
    return [link for link in Path("/proc/self/fd").iterdir() if link.is_symlink()]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=80), st.lists(st.integers(0, 80), max_size=4), st.booleans())
def test_any_cut_gives_the_same_file(
    client: Client, uploading: Uploading, body: bytes, cuts: list[int], large: bool
) -> None:
    whole = body * (9000 if large else 1)
    edges = sorted(min(cut * (9000 if large else 1), len(whole)) for cut in cuts)
    chunks = [whole[a:b] for a, b in pairwise([0, *edges, len(whole)])]
    answer = client("PUT", "/store", chunks, PNG)
    assert answer.status == (200 if whole else 400)
    assert not whole or answer.json["deed"] == hashlib.sha256(whole).hexdigest()
    assert uploading.left() == []
