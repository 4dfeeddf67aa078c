"""Compressed forms of replies: made once, for clients that take them."""

import asyncio
import gzip
from typing import Any

import pytest

from facetry.http.compression import MIN_BYTES, GzipCache, accepts_gzip
from facetry.http.reply import Reply

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
    ("header", "accepts"),
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
def test_a_client_says_whether_it_takes_gzip(header: bytes | None, accepts: bool) -> None:
    assert accepts_gzip(header) is accepts
