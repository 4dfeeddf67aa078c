"""Compressed forms of replies that never change, such as the documentation page, and of large JSON answers. Those of
replies are made once, and all answers share them.
"""

from __future__ import annotations

import asyncio
import gzip
import re
from dataclasses import replace
from typing import Final

from facetry.http.reply import RawHeaders, Reply

MIN_BYTES: Final = 1_024
"""Smaller bodies are not compressed."""
_LEVEL: Final = 6
MIN_ANSWER_BYTES: Final = 8_192
"""Smaller JSON answers of operations are not compressed: they fit into a few packets anyway."""
_ANSWER_LEVEL: Final = 1
_THREAD_BYTES: Final = 32_768
"""Larger answers are compressed in a thread. Smaller ones take less time than the way to it and back."""
_TEXT: Final = re.compile(r"text/|application/(?:[a-z.-]+\+)?json")
_ZERO: Final = re.compile(r"0(?:\.0{0,3})?")


class GzipCache:
    """The compressed bodies, by entity tag. So they are as many as the replies that it is given."""

    def __init__(self) -> None:
        self._bodies: dict[str, bytes] = {}
        self._pending: set[str] = set()

    def forget(self, etag: str) -> None:
        """Free the compressed body of a reply that is not given again."""
        self._bodies.pop(etag, None)

    async def compress(self, reply: Reply, accept_encoding: bytes | None) -> Reply:
        """The reply in the form that the client accepts. While one client waits for a body to be compressed, others
        get it as it is.
        """
        etag, body = reply.etag, reply.body
        if etag is None or not isinstance(body, bytes):
            return reply
        if len(body) < MIN_BYTES or _TEXT.match(reply.media_type) is None:
            return reply
        reply = replace(reply, headers=(*reply.headers, ("Vary", "Accept-Encoding")))
        if etag in self._pending or not accepts("gzip", accept_encoding):
            return reply
        if etag not in self._bodies:
            self._pending.add(etag)
            try:
                self._bodies[etag] = await asyncio.to_thread(gzip.compress, body, _LEVEL, mtime=0)
            finally:
                self._pending.discard(etag)
        headers = (*reply.headers, ("Content-Encoding", "gzip"))
        return replace(reply, body=self._bodies[etag], etag=f"{etag}-gzip", headers=headers)


async def compress_answer(body: bytes, accept_encoding: bytes, headers: RawHeaders) -> bytes:
    """A large JSON answer in the form that the client accepts. Adds what belongs to it to `headers`."""
    headers.append((b"vary", b"Accept-Encoding"))
    if not accepts("gzip", accept_encoding):
        return body
    headers.append((b"content-encoding", b"gzip"))
    if len(body) < _THREAD_BYTES:
        return gzip.compress(body, _ANSWER_LEVEL, mtime=0)
    return await asyncio.to_thread(gzip.compress, body, _ANSWER_LEVEL, mtime=0)


def accepts(coding: str, header: bytes | None) -> bool:
    """Whether a client that sent this Accept-Encoding takes a content coding (RFC 9110 §12.5.3)."""
    if header is None:
        return False
    weights: dict[str, str] = {}
    for entry in header.decode("latin-1").lower().split(","):
        name, *parameters = (part.strip() for part in entry.split(";"))
        weights[name] = next((each[2:].strip() for each in parameters if each.startswith("q=")), "1")
    weight = next((weights[name] for name in (coding, f"x-{coding}", "*") if name in weights), "0")
    return _ZERO.fullmatch(weight) is None
