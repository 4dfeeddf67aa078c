"""Compressed forms of replies: made once, for clients that take them."""

import asyncio
import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from facetry.http.compression import MIN_ANSWER_BYTES, MIN_BYTES, GzipCache, accepts
from facetry.http.connexion31 import build_application
from facetry.http.reply import Reply
from facetry.schema import generated_files
from tests.facetry.http.conftest import ASGIClient
from tests.facetry.http.small_application import BODIES, TABLE, FakeAuthenticator, RecordingHandlers, description

TEXT = b"a text of many words " * 1_000


def reply_of(body: Any = TEXT, media_type: str = "text/css; charset=utf-8", etag: str | None = "1") -> Reply:
    return Reply(body=body, media_type=media_type, etag=etag, headers=(("Cache-Control", "no-cache"),))


def compressed(reply: Reply, header: bytes | None = b"gzip") -> Reply:
    return asyncio.run(GzipCache().compress(reply, header))


def test_a_client_that_takes_gzip_gets_it_with_a_tag_of_its_own() -> None:
    answer = compressed(reply_of())
    assert isinstance(answer.body, bytes)
    assert gzip.decompress(answer.body) == TEXT
    assert answer.etag == "1-gzip"
    assert dict(answer.headers) == {
        "Cache-Control": "no-cache",
        "Vary": "Accept-Encoding",
        "Content-Encoding": "gzip",
    }


def test_other_clients_get_the_reply_as_it_is() -> None:
    answer = compressed(reply_of(), None)
    assert (answer.body, answer.etag) == (TEXT, "1")
    assert dict(answer.headers) == {"Cache-Control": "no-cache", "Vary": "Accept-Encoding"}


@pytest.mark.parametrize(
    ("reply", "is_compressed"),
    [
        (reply_of(b"x" * (MIN_BYTES - 1)), False),
        (reply_of(b"x" * MIN_BYTES), True),
        (reply_of(etag=None), False),
        (reply_of(media_type="image/png"), False),
        (reply_of(media_type="application/json"), True),
        (reply_of(media_type="application/schema+json"), True),
    ],
)
def test_texts_that_do_not_change_are_compressed(reply: Reply, is_compressed: bool) -> None:
    answer = compressed(reply)
    assert (answer.body != reply.body) is is_compressed
    assert is_compressed or answer is reply


def test_a_body_is_compressed_once_and_shared() -> None:
    async def run() -> list[Reply]:
        cache = GzipCache()
        first = await asyncio.gather(*(cache.compress(reply_of(), b"gzip") for _ in range(3)))
        return [*first, await cache.compress(reply_of(), b"gzip"), await cache.compress(reply_of(etag="2"), b"gzip")]

    first, second, third, later, other = asyncio.run(run())
    assert [each.etag for each in (first, second, third, later, other)] == ["1-gzip", "1", "1", "1-gzip", "2-gzip"]
    assert first.body is later.body
    assert second.body is third.body is TEXT
    assert other.body is not first.body


@pytest.mark.parametrize(
    ("header", "is_accepted"),
    [
        (None, False),
        (b"", False),
        (b"gzip", True),
        (b"GZIP, deflate, br", True),
        (b"br;q=1.0, gzip;q=0.8", True),
        (b"gzip;q=0", False),
        (b"gzip; q=0.000", False),
        (b"gzip;q=0.001", True),
        (b"x-gzip", True),
        (b"*", True),
        (b"*;q=0", False),
        (b"gzip;q=0, *", False),
        (b"identity", False),
        (b"br", False),
        (b"\xff", False),
    ],
)
def test_a_client_says_whether_it_takes_gzip(header: bytes | None, is_accepted: bool) -> None:
    assert accepts("gzip", header) is is_accepted


def answered(client: Any, words: int, headers: dict[str, str]) -> Any:
    """The answer with as many words as the request."""
    return client(
        "POST", "/optional", json.dumps(["word"] * words).encode(), {"content-type": "application/json", **headers}
    )


@pytest.mark.parametrize("words", [2_000, 20_000])
def test_a_large_json_answer_is_compressed_for_clients_that_take_it(client: Any, words: int) -> None:
    plain = answered(client, words, {})
    packed = answered(client, words, {"accept-encoding": "gzip, br"})
    assert len(plain.body) > MIN_ANSWER_BYTES
    assert gzip.decompress(packed.body) == plain.body
    assert len(packed.body) < len(plain.body) // 10
    assert packed.headers == {
        **plain.headers,
        "content-length": str(len(packed.body)),
        "content-encoding": "gzip",
        "vary": "Accept-Encoding",
    }


def test_a_client_without_accept_encoding_gets_what_it_always_got(client: Any) -> None:
    plain = answered(client, 2_000, {})
    assert set(plain.headers) == {"content-type", "content-length", "cache-control", "x-content-type-options"}
    assert json.loads(plain.body) == [["word"] * 2_000]


@pytest.mark.parametrize("header", ["identity", "gzip;q=0", "br", "", "\xff\x00", "gzip;q=0.000, *;q=0"])
def test_clients_that_do_not_take_gzip_get_plain_json(client: Any, header: str) -> None:
    answer = answered(client, 2_000, {"accept-encoding": header})
    assert "content-encoding" not in answer.headers
    assert json.loads(answer.body) == [["word"] * 2_000]


def test_small_answers_and_refusals_are_not_compressed(client: Any) -> None:
    small = answered(client, 10, {"accept-encoding": "gzip"})
    assert {"content-encoding", "vary"}.isdisjoint(small.headers)
    refused = client("POST", "/nowhere", b"", {"accept-encoding": "gzip"})
    assert "content-encoding" not in refused.headers


def test_answers_with_keys_are_never_compressed() -> None:
    """Those of the description whose answers have a key beside text of others."""
    document = json.loads(generated_files.read("openapi.json"))
    marked = {
        operation["operationId"]
        for item in document["paths"].values()
        for operation in item.values()
        if isinstance(operation, dict) and "x-uncompressed" in operation
    }
    assert marked == {"apiSecretCreate", "uiBundle"}


def test_an_operation_with_a_key_in_its_answer_is_sent_as_it_is(tmp_path: Path) -> None:
    recorder = RecordingHandlers()
    document = description()
    document["paths"]["/optional"]["post"]["x-uncompressed"] = "a test"
    application = build_application(
        document,
        recorder.handlers(),
        TABLE,
        BODIES,
        authenticator=FakeAuthenticator(),
        make_call=lambda principal, _: principal.name,
        spool=tmp_path,
        events={},
    )
    answer = answered(ASGIClient(application, recorder), 2_000, {"accept-encoding": "gzip"})
    assert {"content-encoding", "vary"}.isdisjoint(answer.headers)
