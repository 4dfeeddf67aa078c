"""Answers that are not the JSON of a result: bytes, streams, and files with ranges and revalidation."""

import asyncio
import functools
import logging
import os
import re
import stat
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping, MutableMapping
from dataclasses import dataclass
from email.utils import formatdate
from pathlib import Path
from typing import Any, Final

from facetry.errors import Fault, FaultError, Kind, unavailable
from facetry.http.body import Receive
from facetry.http.connection import departure

Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
RawHeaders = list[tuple[bytes, bytes]]

_log: Final = logging.getLogger("facetry.http")
_CHUNK: Final = 256 * 1024
_LATEST: Final = 253_402_300_799  # seconds since the epoch: the end of the year 9999, where HTTP dates end
_RANGE: Final = re.compile(rb"bytes=([0-9]{0,18})-([0-9]{0,18})", re.IGNORECASE)
_ENTITY_TAG: Final = re.compile(rb'(?:W/)?("[\x21\x23-\x7e\x80-\xff]*")')
_PRINTABLE: Final = re.compile(r"[\t\x20-\x7e]*")


@dataclass(frozen=True, slots=True)
class File:
    """A regular file to be sent. `open` gives its descriptor, which is closed when the answer has gone out; it is
    called in a worker thread, where the file is read as well.
    """

    open: Callable[[], int]

    @classmethod
    def at(cls, path: Path) -> "File":
        """The file at `path`, which must not be a symbolic link."""
        return cls(functools.partial(os.open, path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC))


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """A whole answer. `etag` (without quotes) makes it revalidatable; a `File` also answers byte ranges, and has an
    entity tag made of its time and size when it is given none. Header values must be printable ASCII.
    """

    body: bytes | File | AsyncIterator[bytes] = b""
    media_type: str = "application/octet-stream"
    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()
    etag: str | None = None


def raw_headers(headers: tuple[tuple[str, str], ...]) -> RawHeaders:
    """Headers in ASGI's form; refuses whatever could split or forge a header."""
    for name, value in headers:
        if _PRINTABLE.fullmatch(value) is None:
            raise ValueError(f"the header {name} has a value that is not printable ASCII")
    return [(name.lower().encode("ascii"), value.encode("ascii")) for name, value in headers]


async def send_bytes(send: Send, status: int, headers: RawHeaders, body: bytes, *, head: bool) -> None:
    """One complete answer; with `head` its headers only."""
    if status != 204:  # where RFC 9110 §8.6 forbids the header
        headers.append((b"content-length", b"%d" % len(body)))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if head else body})


async def send_reply(reply: Reply, send: Send, receive: Receive, request: Mapping[bytes, bytes], *, head: bool) -> None:
    """Sends `reply` to a request with the headers `request`: 304, 206 or 416 where they ask for it."""
    headers = [(b"content-type", reply.media_type.encode("ascii")), (b"x-content-type-options", b"nosniff")]
    headers += raw_headers(reply.headers)
    if not any(name == b"cache-control" for name, _ in headers):
        headers.append((b"cache-control", b"private, no-cache"))
    if isinstance(reply.body, File):
        await _send_file(reply.body, reply, send, receive, request, headers, head=head)
        return
    if reply.etag is not None and await _is_current(reply.etag, send, request, headers):
        return
    if isinstance(reply.body, bytes):
        await send_bytes(send, reply.status, headers, reply.body, head=head)
    else:
        await send({"type": "http.response.start", "status": reply.status, "headers": headers})
        await _stream(_nothing() if head else reply.body, send, receive)


async def _is_current(etag: str, send: Send, request: Mapping[bytes, bytes], headers: RawHeaders) -> bool:
    """Adds the entity tag to `headers`; sends 304 when the client holds what it stands for."""
    headers += raw_headers((("ETag", f'"{etag}"'),))
    if not _matches(request.get(b"if-none-match"), headers[-1][1]):
        return False
    await send({"type": "http.response.start", "status": 304, "headers": headers[1:]})
    await send({"type": "http.response.body", "body": b""})
    return True


def _matches(header: bytes | None, tag: bytes) -> bool:
    """The weak comparison of If-None-Match (RFC 9110 §13.1.2)."""
    if header is None:
        return False
    return header.strip() == b"*" or tag in _ENTITY_TAG.findall(header)


async def _send_file(
    file: File,
    reply: Reply,
    send: Send,
    receive: Receive,
    request: Mapping[bytes, bytes],
    headers: RawHeaders,
    *,
    head: bool,
) -> None:
    descriptor, facts = await asyncio.to_thread(_open, file)
    try:
        etag = reply.etag or f"{facts.st_mtime_ns:x}-{facts.st_size:x}"
        headers += raw_headers((("Last-Modified", formatdate(min(max(facts.st_mtime, 0), _LATEST), usegmt=True)),))
        if await _is_current(etag, send, request, headers):
            return
        # Ranges are of GET alone (RFC 9110 §14.2).
        wanted = request.get(b"range") if reply.status == 200 and not head else None
        if request.get(b"if-range", headers[-1][1]) != headers[-1][1]:
            wanted = None
        part = None if wanted is None else _part(wanted, facts.st_size)
        start, stop = part or (0, facts.st_size)
        headers += [(b"accept-ranges", b"bytes"), (b"content-length", b"%d" % (stop - start))]
        if part is not None:
            headers.append((b"content-range", b"bytes %d-%d/%d" % (start, stop - 1, facts.st_size)))
        status = reply.status if part is None else 206
        await send({"type": "http.response.start", "status": status, "headers": headers})
        chunks = _nothing() if head else _chunks(descriptor, start, stop)
        await _stream(chunks, send, receive)
    finally:
        await asyncio.to_thread(os.close, descriptor)


def _open(file: File) -> tuple[int, os.stat_result]:
    """A descriptor on a regular file, and what the file system says of it."""
    try:
        descriptor = file.open()
    except OSError as error:
        _log.warning("cannot open a file that was asked for: %s", error)
        raise _unreadable() from None
    facts = os.fstat(descriptor)
    if not stat.S_ISREG(facts.st_mode):
        os.close(descriptor)
        raise _unreadable()
    return descriptor, facts


def _unreadable() -> FaultError:
    return unavailable("file.unreadable", "The file cannot be read at the moment.", retry_after=60)


def _part(header: bytes, size: int) -> tuple[int, int] | None:
    """First byte and the one after the last of a single range; None to send everything (several ranges, nonsense)."""
    found = _RANGE.fullmatch(header.strip())
    if found is None or found[0].endswith(b"=-"):
        return None
    first, last = found[1], found[2]
    if first:
        start, stop = int(first), min(int(last) + 1 if last else size, size)
        if last and int(last) < start:
            return None
    else:
        start, stop = max(0, size - int(last)), size
    if start >= stop:
        raise FaultError(
            Fault(
                kind=Kind.RANGE,
                rule="range.unsatisfiable",
                detail=f"The file has {size} bytes.",
                headers=(("Content-Range", f"bytes */{size}"),),
            )
        )
    return start, stop


async def _chunks(descriptor: int, start: int, stop: int) -> AsyncIterator[bytes]:
    while start < stop:
        chunk = await asyncio.to_thread(os.pread, descriptor, min(_CHUNK, stop - start), start)
        if not chunk:
            raise EOFError("the file became shorter while it was sent")
        start += len(chunk)
        yield chunk


async def _nothing() -> AsyncIterator[bytes]:
    empty: tuple[bytes, ...] = ()
    for chunk in empty:
        yield chunk


async def _stream(chunks: AsyncIterator[bytes], send: Send, receive: Receive) -> None:
    """Sends chunks until they end or the client leaves. A failure in the middle cuts the connection: the status is
    already on its way, so an incomplete answer is the only truthful one.
    """
    gone = asyncio.ensure_future(departure(receive))
    try:
        async for chunk in chunks:
            if gone.done():
                return
            await send({"type": "http.response.body", "body": chunk, "more_body": True})
        await send({"type": "http.response.body", "body": b""})
    except Exception:
        _log.exception("an answer broke off in the middle")
    finally:
        gone.cancel()
        if isinstance(chunks, AsyncGenerator):
            await chunks.aclose()  # now, and not when it is collected: it may hold something
