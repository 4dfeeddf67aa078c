"""Responses other than JSON results: bytes, streams, and files with byte ranges and revalidation."""

import asyncio
import functools
import logging
import os
import re
import stat
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping, MutableMapping
from dataclasses import dataclass, replace
from email.utils import formatdate
from pathlib import Path
from typing import Any, Final, Protocol

from facetry.errors import Fault, FaultError, FaultKind, unavailable
from facetry.http.body import Receive
from facetry.http.file_dates import date_of_modification
from facetry.http.preconditions import NO_VALIDATORS, Preconditions, Validators, preconditions_of, range_applies
from facetry.http.request import wait_for_disconnect
from facetry.system.files.file_versions import FileVersion, version_of

Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
RawHeaders = list[tuple[bytes, bytes]]

_log: Final = logging.getLogger("facetry.http")
_CHUNK: Final = 256 * 1024
_RANGE: Final = re.compile(rb"bytes=([0-9]{0,18})-([0-9]{0,18})", re.IGNORECASE)
_HEADER_VALUE: Final = re.compile(r"[\t\x20-\x7e]*")


class OpenFile(Protocol):
    """A file that can be read in part: its size in bytes, its modification time in seconds since the epoch, and its
    version.
    """

    @property
    def size(self) -> int: ...
    @property
    def modified(self) -> float: ...
    @property
    def version(self) -> FileVersion: ...

    def chunks(self, start: int, stop: int) -> AsyncIterator[bytes]:
        """The bytes from `start` to `stop`. Raises any error when they cannot be read: the answer is cut off."""
        ...

    def close(self) -> None:
        """Called in a worker thread when the response was sent."""
        ...


def file_validators(file: OpenFile) -> Validators:
    """The validators of a file of which nothing else is known: its version makes the entity tag."""
    date = date_of_modification(file.version, file.modified)
    return Validators(file.version.tag, date.seconds, is_date_told=date.is_past)


@dataclass(frozen=True, slots=True)
class FileBody:
    """A file to be sent. What `open` returns is closed when the response was sent. `validators` makes those of the open
    file, and `caching`, if there is one, the value of `Cache-Control` instead of that of the reply.
    """

    open: Callable[[], Awaitable[OpenFile]]
    validators: Callable[[OpenFile], Validators] = file_validators
    caching: Callable[[Validators], str] | None = None

    @classmethod
    def at(cls, path: Path) -> "FileBody":
        """The file at `path`, which must not be a symbolic link."""
        flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
        return cls(functools.partial(opened_file, functools.partial(os.open, path, flags)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """A complete response. `etag` (without quotes) allows revalidation. A `FileBody` also supports byte ranges, and
    without `etag` gets that of its validators. Header values must be printable ASCII.
    """

    body: bytes | FileBody | AsyncIterator[bytes] = b""
    media_type: str = "application/octet-stream"
    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()
    etag: str | None = None


def raw_headers(headers: tuple[tuple[str, str], ...]) -> RawHeaders:
    """Headers in ASGI's form. Raises `ValueError` for a value that could split or forge a header."""
    for name, value in headers:
        if _HEADER_VALUE.fullmatch(value) is None:
            raise ValueError(f"the header {name} has a value that is not printable ASCII")
    return [(name.lower().encode("ascii"), value.encode("ascii")) for name, value in headers]


async def send_bytes(send: Send, status: int, headers: RawHeaders, body: bytes, *, head: bool) -> None:
    """Sends one complete response; with `head` its headers only."""
    if status != 204:  # where RFC 9110 §8.6 forbids the header
        headers.append((b"content-length", b"%d" % len(body)))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if head else body})


async def send_reply(
    reply: Reply, send: Send, receive: Receive, request_headers: Mapping[bytes, bytes], *, head: bool
) -> None:
    """Sends `reply`; as 304, 206, 412 or 416 when `request_headers` require it."""
    headers = [(b"content-type", reply.media_type.encode("ascii")), (b"x-content-type-options", b"nosniff")]
    headers += raw_headers(reply.headers)
    if not any(name == b"cache-control" for name, _ in headers):
        headers.append((b"cache-control", b"private, no-cache"))
    # They are for a representation, and not for other answers (RFC 9110 §13.2.1).
    conditions = preconditions_of(request_headers) if 200 <= reply.status < 300 else None
    if isinstance(reply.body, FileBody):
        await _send_file(reply.body, reply, send, receive, request_headers, conditions, headers, head=head)
        return
    if reply.etag is not None:
        headers += raw_headers((("ETag", f'"{reply.etag}"'),))
    validators = NO_VALIDATORS if reply.etag is None else Validators(reply.etag)
    if await _send_unmodified(conditions, validators, send, headers):
        return
    if isinstance(reply.body, bytes):
        await send_bytes(send, reply.status, headers, reply.body, head=head)
    else:
        await send({"type": "http.response.start", "status": reply.status, "headers": headers})
        await _send_stream(_empty_stream() if head else reply.body, send, receive)


async def _send_unmodified(
    conditions: Preconditions | None, validators: Validators, send: Send, headers: RawHeaders
) -> bool:
    """Sends 304 and returns True when the client has this version already. Raises 412 when it wants another one."""
    if conditions is None:
        return False
    conditions.require_match(validators)
    if conditions.outcome(validators) == "perform":
        return False
    await send({"type": "http.response.start", "status": 304, "headers": headers[1:]})
    await send({"type": "http.response.body", "body": b""})
    return True


async def _send_file(
    file: FileBody,
    reply: Reply,
    send: Send,
    receive: Receive,
    request_headers: Mapping[bytes, bytes],
    conditions: Preconditions | None,
    headers: RawHeaders,
    *,
    head: bool,
) -> None:
    try:
        opened = await file.open()
    except OSError as error:
        _log.warning("cannot open a requested file: %s", error)
        raise _unreadable_file() from error
    try:
        validators = file.validators(opened)
        if reply.etag is not None:
            validators = replace(validators, etag=reply.etag)
        if validators.modified is not None and validators.is_date_told:
            headers += raw_headers((("Last-Modified", formatdate(validators.modified, usegmt=True)),))
        headers += raw_headers((("ETag", f'"{validators.etag}"'),))
        if file.caching is not None:
            headers = [header for header in headers if header[0] != b"cache-control"]
            headers += raw_headers((("Cache-Control", file.caching(validators)),))
        if await _send_unmodified(conditions, validators, send, headers):
            return
        # Ranges are defined for GET only (RFC 9110 §14.2).
        range_header = request_headers.get(b"range") if reply.status == 200 and not head else None
        if range_header is not None and b"if-range" in request_headers:
            range_header = range_header if range_applies(request_headers[b"if-range"], validators) else None
        byte_range = None if range_header is None else _byte_range(range_header, opened.size)
        start, stop = byte_range or (0, opened.size)
        headers += [(b"accept-ranges", b"bytes"), (b"content-length", b"%d" % (stop - start))]
        if byte_range is not None:
            headers.append((b"content-range", b"bytes %d-%d/%d" % (start, stop - 1, opened.size)))
        status = reply.status if byte_range is None else 206
        await send({"type": "http.response.start", "status": status, "headers": headers})
        chunks = _empty_stream() if head else opened.chunks(start, stop)
        await _send_stream(chunks, send, receive)
    finally:
        await asyncio.to_thread(opened.close)


class _RegularFile:
    """An open regular file, which is read in worker threads."""

    def __init__(self, descriptor: int, status: os.stat_result) -> None:
        self._descriptor = descriptor
        self.size = status.st_size
        self.modified = status.st_mtime
        self.version = version_of(status, descriptor)

    async def chunks(self, start: int, stop: int) -> AsyncIterator[bytes]:
        while start < stop:
            chunk = await asyncio.to_thread(os.pread, self._descriptor, min(_CHUNK, stop - start), start)
            if not chunk:
                raise EOFError("the file became shorter while it was sent")
            start += len(chunk)
            yield chunk

    def close(self) -> None:
        os.close(self._descriptor)


async def opened_file(opening: Callable[[], int]) -> OpenFile:
    """The regular file whose descriptor `opening` returns, in a worker thread; 503 for anything else."""

    def opened() -> OpenFile:
        descriptor = opening()
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            os.close(descriptor)
            raise _unreadable_file()
        return _RegularFile(descriptor, status)

    return await asyncio.to_thread(opened)


def _unreadable_file() -> FaultError:
    return unavailable("file.unreadable", "The file cannot be read at the moment.", retry_after=60)


def _byte_range(header: bytes, size: int) -> tuple[int, int] | None:
    """Start and stop offset of a single range. None for several ranges or an invalid header: the whole file is sent."""
    match = _RANGE.fullmatch(header.strip())
    if match is None or match[0].endswith(b"=-"):
        return None
    first, last = match[1], match[2]
    if first:
        start, stop = int(first), min(int(last) + 1 if last else size, size)
        if last and int(last) < start:
            return None
    else:
        start, stop = max(0, size - int(last)), size
    if start >= stop:
        raise FaultError(
            Fault(
                kind=FaultKind.RANGE_NOT_SATISFIABLE,
                rule="range.unsatisfiable",
                detail=f"The range is outside of the file, which has {size} bytes.",
                headers=(("Content-Range", f"bytes */{size}"),),
            )
        )
    return start, stop


async def _empty_stream() -> AsyncIterator[bytes]:
    empty: tuple[bytes, ...] = ()
    for chunk in empty:
        yield chunk


async def _send_stream(chunks: AsyncIterator[bytes], send: Send, receive: Receive) -> None:
    """Sends chunks until they end or the client disconnects. An error cuts the connection: the status was sent
    already, so that only an incomplete response can show the failure.
    """
    disconnection = asyncio.ensure_future(wait_for_disconnect(receive))
    try:
        async for chunk in chunks:
            if disconnection.done():
                return
            await send({"type": "http.response.body", "body": chunk, "more_body": True})
        await send({"type": "http.response.body", "body": b""})
    except FaultError as error:
        _log.warning("a response was cut off: %s (%s)", error.fault.detail, error.fault.rule)
    except Exception:
        _log.exception("a response was cut off by an error")
    finally:
        disconnection.cancel()
        if isinstance(chunks, AsyncGenerator):
            await chunks.aclose()  # not at garbage collection: the generator may hold resources
