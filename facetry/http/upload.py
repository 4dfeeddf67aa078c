"""Reads a request body that is not JSON: capped on the stream, and into a file as it arrives."""

import asyncio
import errno
import logging
import os
import re
import secrets
import threading
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from facetry.errors import Fault, FaultError, Kind, bad_parameter, storage_full
from facetry.http.body import (
    JSON,
    DisconnectedError,
    Receive,
    Upload,
    cap_of,
    judge_length,
    refuse_encoding,
    too_large,
    untyped,
)
from facetry.schema.document import ContractError, Document

_log: Final = logging.getLogger("facetry.http")
_PIECE: Final = 256 * 1024
"""Bytes that are gathered before they are written: each write is a turn of a worker thread."""
_FILE: Final = re.compile(r"[0-9a-f]{32}\.upload")
_MEDIA_TYPE: Final = re.compile(r"[a-z0-9.+-]+/[a-z0-9.+-]+")
_FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT})


class Spool:
    """The folder of the bodies that are being received or handled. It is made when the first one arrives, and belongs
    to one application: what is there when that is built was left by an earlier run that died, and is removed.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        if folder.is_dir():
            for path in folder.iterdir():
                if _FILE.fullmatch(path.name):  # nothing else is ours, should the folder be another than it was
                    path.unlink(missing_ok=True)

    def file(self) -> "_File":
        """A file yet to be made, under a name of its own."""
        return _File(self._folder / f"{secrets.token_hex(16)}.upload")


class UploadBody:
    """The body of one operation that is not JSON, compiled from its request body object."""

    def __init__(self, document: Document, pointer: str, spool: Spool) -> None:
        where, request_body = document.follow(pointer)
        media_types: list[str] = list(request_body["content"])
        if not media_types or not all(map(_MEDIA_TYPE.fullmatch, media_types)) or JSON in media_types:
            raise ContractError([f"{where}: a body has media types in lower case, without wildcard or parameter"])
        self._media_types = media_types
        self._cap = cap_of(where, request_body)
        self._required = bool(request_body.get("required", False))
        self._spool = spool

    @asynccontextmanager
    async def received(self, receive: Receive, headers: Mapping[bytes, bytes]) -> AsyncIterator[Upload | None]:
        """The whole body in a file, as long as the context lasts; None when it is optional and absent."""
        media_type = headers.get(b"content-type")
        if media_type is not None:
            self._judge_type(media_type)
        refuse_encoding(headers)
        length = headers.get(b"content-length")
        if length is not None:
            judge_length(length, self._cap)
        file = self._spool.file()
        try:
            size = await self._store(receive, file, is_typed=media_type is not None)
            if size == 0 and self._required:
                raise bad_parameter("body", "The body is missing.", rule="body.missing", remedy="Send the bytes.")
            yield Upload(file.path, size) if size else None
        finally:
            if file.is_begun:
                await asyncio.to_thread(file.remove)

    async def _store(self, receive: Receive, file: "_File", *, is_typed: bool) -> int:
        """Writes the body as it arrives; its size. No more of it is in memory than a piece and what the server holds
        back meanwhile.
        """
        size = gathered = 0
        piece: list[bytes] = []
        is_whole = False
        while not is_whole:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise DisconnectedError
            is_whole = not message.get("more_body", False)
            chunk: bytes = message.get("body", b"")
            if chunk:
                if not is_typed:
                    raise untyped(self._media_types[0])
                piece.append(chunk)
                size += len(chunk)
                gathered += len(chunk)
                if size > self._cap:
                    raise too_large(self._cap)
            if gathered >= _PIECE or (is_whole and size):
                await file.append(b"".join(piece), is_last=is_whole)
                piece.clear()
                gathered = 0
        return size

    def _judge_type(self, header: bytes) -> None:
        """415 unless the Content-Type is one that the operation takes, whatever its parameters."""
        text = header.decode("latin-1")
        if text.partition(";")[0].strip().lower() not in self._media_types:
            raise FaultError(
                Fault(
                    kind=Kind.MEDIA_TYPE,
                    rule="media-type.unsupported",
                    detail="Bodies of this type are not served here.",
                    parameter="Content-Type",
                    value=text,
                    remedy=f"Send one of {', '.join(self._media_types)}.",
                )
            )


class _File:
    """One file of the spool. It is written and removed in worker threads; a lock orders them, because a task that is
    cancelled leaves its last write running.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.is_begun = False
        self._descriptor: int | None = None
        self._is_removed = False
        self._lock = threading.Lock()

    async def append(self, content: bytes, *, is_last: bool) -> None:
        """Writes what follows, and closes the file behind the last of it. Raises a 507 fault when the disk is full."""
        self.is_begun = True
        try:
            await asyncio.to_thread(self._write, content, is_last)
        except OSError as error:
            if error.errno in _FULL:
                raise storage_full("The disk has no room for the body; nothing was stored.") from None
            raise

    def remove(self) -> None:
        """Removes the file, unless it was moved away; nothing is written to it any more. Blocks."""
        with self._lock:
            self._is_removed = True
            try:
                self._close()
                self.path.unlink(missing_ok=True)
            except OSError as error:  # what was asked for is done or refused already; the next start tries again
                _log.warning("cannot remove a file of the spool: %s", error)

    def _write(self, content: bytes, is_last: bool) -> None:
        with self._lock:
            if self._is_removed:
                return
            if self._descriptor is None:
                self._descriptor = self._made()
            view = memoryview(content)
            while view:
                view = view[os.write(self._descriptor, view) :]
            if is_last:
                self._close()

    def _made(self) -> int:
        """A descriptor on the new file, which nobody else may read."""
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        try:
            return os.open(self.path, flags, 0o600)
        except FileNotFoundError:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            return os.open(self.path, flags, 0o600)

    def _close(self) -> None:
        descriptor, self._descriptor = self._descriptor, None
        if descriptor is not None:
            os.close(descriptor)
