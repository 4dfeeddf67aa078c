"""Compressed answers are decoded as httpx decodes them, within their bound, however much they stand for."""

from __future__ import annotations

import gzip
import http.server
import itertools
import os
import subprocess
import sys
import threading
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

import httpx
import pytest

from facetry.contract.bounded_transport import MAX_ANSWER_BYTES, BoundedTransport
from facetry.contract.content_codings import MAX_CODINGS, STEP_BYTES, CodingError, decoded

MEMORY_BYTES: Final = 3 * MAX_ANSWER_BYTES
"""What a process may need for an answer beside its modules: the bound, once in parts and once joined, and buffers."""
TEXT: Final = b"a fairly short text, " * 20_000


def raw_deflate(data: bytes) -> bytes:
    compressor = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return compressor.compress(data) + compressor.flush()


ENCODERS: Final[dict[str, Callable[[bytes], bytes]]] = {
    "gzip": gzip.compress,
    "deflate": zlib.compress,
    "deflate of some servers": raw_deflate,
}


def parts_of(data: bytes, size: int) -> Iterator[bytes]:
    for begin in range(0, len(data), size):
        yield data[begin : begin + size]


@pytest.mark.parametrize("size", [1, 7, 1_000, 10_000_000])
@pytest.mark.parametrize("text", [b"", b"x", bytes(STEP_BYTES), bytes(STEP_BYTES + 1), TEXT], ids=len)
@pytest.mark.parametrize("kind", ENCODERS)
def test_a_coding_is_undone_in_parts_of_any_size(kind: str, text: bytes, size: int) -> None:
    parts = list(decoded(parts_of(ENCODERS[kind](text), size), kind.split()[0], len(text) + 100))
    assert b"".join(parts) == text
    assert max(map(len, parts), default=0) <= STEP_BYTES


@pytest.mark.parametrize(("outer", "inner"), list(itertools.product(("gzip", "deflate"), repeat=2)))
def test_several_codings_are_undone_from_the_last_one_on(outer: str, inner: str) -> None:
    body = ENCODERS[outer](ENCODERS[inner](TEXT))
    assert b"".join(decoded([body], f"{inner.upper()}, {outer}", len(TEXT))) == TEXT


def test_what_httpx_decodes_is_decoded_alike() -> None:
    text = bytes(100_000)
    packed = gzip.compress(text)
    for body in (packed, packed[:-20], packed + b"more", packed + packed, b""):
        expected = httpx.Response(200, headers={"Content-Encoding": "gzip"}, content=body).content
        assert b"".join(decoded(parts_of(body, 50), "gzip", len(text) * 3)) == expected
    assert b"".join(decoded([TEXT], "identity, br", len(TEXT))) == TEXT, "nobody has asked for br"


def test_the_bound_holds_for_each_coding() -> None:
    text = bytes(1_000)
    once, twice = gzip.compress(text), gzip.compress(gzip.compress(text))
    for body, codings in ((text, ""), (once, "gzip"), (twice, "gzip, gzip")):
        assert b"".join(decoded([body], codings, 1_000)) == text
        with pytest.raises(CodingError, match="more than 999 bytes"):
            list(decoded([body], codings, 999))
    # the bytes between two codings count too: empty blocks of the inner one decode to nothing
    blocks = b"\0\0\0\xff\xff" * 10_000
    with pytest.raises(CodingError, match="more than 999 bytes"):
        list(decoded([gzip.compress(blocks)], "deflate, gzip", 999))


def test_wrong_bodies_and_too_many_codings_are_refused() -> None:
    for codings in ("gzip", "deflate", "gzip, deflate"):
        with pytest.raises(CodingError):
            list(decoded([b"\xffno text of this coding"], codings, 1_000))
    with pytest.raises(CodingError, match=f"more than {MAX_CODINGS} codings"):
        list(decoded([b""], ",".join(["gzip"] * (MAX_CODINGS + 1)), 1_000))


@contextmanager
def serving(body: bytes, codings: str) -> Iterator[tuple[str, list[str]]]:
    """A service that answers with this body, and what its clients say that they accept."""
    accepted: list[str] = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            accepted.append(self.headers["Accept-Encoding"])
            self.send_response(200)
            self.send_header("Content-Encoding", codings)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/", accepted
        finally:
            server.shutdown()
            thread.join()


def test_an_answer_that_is_compressed_is_read() -> None:
    with serving(gzip.compress(TEXT), "gzip") as (url, accepted), httpx.Client(transport=BoundedTransport()) as client:
        answer = client.get(url)
        assert answer.content == TEXT
        assert answer.headers["Content-Encoding"] == "gzip"
        assert accepted == ["gzip, deflate"], "what is installed beside httpx changes nothing"


def bomb(layers: int, size: int = 1 << 30) -> bytes:
    """Zeros, compressed so many times, which make the last step of decoding as large as can be."""
    compressor = zlib.compressobj(9, wbits=zlib.MAX_WBITS | 16)
    piece = bytes(1 << 20)
    packed = b"".join(compressor.compress(piece) for _ in range(size >> 20)) + compressor.flush()
    for _ in range(layers - 1):
        packed = gzip.compress(packed)
    return packed


@pytest.mark.parametrize("layers", [1, 2, 3])
def test_an_answer_that_stands_for_a_gigabyte_needs_little_memory(layers: int) -> None:
    program = (
        "import resource, sys, httpx\n"
        "from facetry.contract.bounded_transport import BoundedTransport\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "with httpx.Client(transport=BoundedTransport(patience=3)) as client:\n"
        "    answer = client.get(sys.argv[1])\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)\n"
        "print(answer.status_code, answer.extensions['failure'])\n"
    )
    with serving(bomb(layers), ",".join(["gzip"] * layers)) as (url, _):
        # An answer to `/` that cannot be read counts as none, so one failure is not the end.
        ended = subprocess.run(
            [sys.executable, "-c", program, url],
            capture_output=True,
            text=True,
            env=os.environ,
            timeout=120,
            check=True,
        )
    memory, outcome = ended.stdout.splitlines()
    assert int(memory) * 1024 < MEMORY_BYTES
    assert outcome == f"0 the body of the answer has more than {MAX_ANSWER_BYTES} bytes"
