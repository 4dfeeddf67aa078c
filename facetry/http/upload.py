"""Reads request bodies that are not JSON into spool files, chunk by chunk, with a limit on the size."""

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

from facetry.errors import Fault, FaultError, FaultKind, bad_parameter, storage_full
from facetry.http.body import (
    JSON,
    DisconnectedError,
    Receive,
    Upload,
    cap_of,
    check_content_length,
    missing_content_type,
    refuse_content_encoding,
    too_large,
)
from facetry.schema.document import ContractError, Document

_log: Final = logging.getLogger("facetry.http")
_WRITE_BYTES: Final = 256 * 1024
"""Bytes that are collected before a write, because each write is one call of a worker thread."""
_SPOOL_FILE_NAME: Final = re.compile(r"[0-9a-f]{32}\.upload")
_MEDIA_TYPE: Final = re.compile(r"[a-z0-9.+-]+/[a-z0-9.+-]+")
_DISK_FULL_ERRORS: Final = frozenset({errno.ENOSPC, errno.EDQUOT})


def remove_spool_files(folder: Path) -> None:
    """Remove the bodies that an interrupted run has left. Only a process whose lock keeps others off may do so."""
    if folder.is_dir():
        for path in folder.iterdir():
            # Other names are not spool files: the setting may name a folder with other content by mistake.
            if _SPOOL_FILE_NAME.fullmatch(path.name):
                path.unlink(missing_ok=True)


class Spool:
    """The folder of the bodies that are being received or handled. It is created when the first body arrives. Several
    applications may have the same.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def new_file(self) -> "_SpoolFile":
        """A file with a unique name. It is not created before the first write."""
        return _SpoolFile(self._folder / f"{secrets.token_hex(16)}.upload")


class UploadBody:
    """The reader for the body of one operation, compiled from a request body object without JSON."""

    def __init__(self, document: Document, pointer: str, spool: Spool) -> None:
        where, request_body = document.resolve(pointer)
        media_types: list[str] = list(request_body["content"])
        if not media_types or not all(map(_MEDIA_TYPE.fullmatch, media_types)) or JSON in media_types:
            raise ContractError([f"{where}: a body has media types in lower case, without wildcards or parameters"])
        self._media_types = media_types
        self._cap = cap_of(where, request_body)
        self._required = bool(request_body.get("required", False))
        self._spool = spool

    @asynccontextmanager
    async def receive_file(self, receive: Receive, headers: Mapping[bytes, bytes]) -> AsyncIterator[Upload | None]:
        """The body in a file, which exists as long as the context lasts; None for an optional body that is absent."""
        media_type = headers.get(b"content-type")
        if media_type is not None:
            self._check_media_type(media_type)
        refuse_content_encoding(headers)
        length = headers.get(b"content-length")
        if length is not None:
            check_content_length(length, self._cap)
        file = self._spool.new_file()
        try:
            size = await self._store(receive, file, has_media_type=media_type is not None)
            if size == 0 and self._required:
                raise bad_parameter("body", "The body is missing.", rule="body.missing", remedy="Send the bytes.")
            yield Upload(file.path, size) if size else None
        finally:
            if file.is_started:
                await asyncio.to_thread(file.remove)

    async def _store(self, receive: Receive, file: "_SpoolFile", *, has_media_type: bool) -> int:
        """Writes the body to the file as it arrives, and returns its size in bytes. At most `_WRITE_BYTES`, and what
        the server has buffered, are in memory.
        """
        size = buffered_bytes = 0
        buffer: list[bytes] = []
        is_complete = False
        while not is_complete:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise DisconnectedError
            is_complete = not message.get("more_body", False)
            chunk: bytes = message.get("body", b"")
            if chunk:
                if not has_media_type:
                    raise missing_content_type(self._media_types[0])
                buffer.append(chunk)
                size += len(chunk)
                buffered_bytes += len(chunk)
                if size > self._cap:
                    raise too_large(self._cap)
            if buffered_bytes >= _WRITE_BYTES or (is_complete and size):
                await file.append(b"".join(buffer), is_last=is_complete)
                buffer.clear()
                buffered_bytes = 0
        return size

    def _check_media_type(self, header: bytes) -> None:
        """415 unless the operation accepts the Content-Type; parameters of the media type are ignored."""
        text = header.decode("latin-1")
        if text.partition(";")[0].strip().lower() not in self._media_types:
            raise FaultError(
                Fault(
                    kind=FaultKind.UNSUPPORTED_MEDIA_TYPE,
                    rule="media-type.unsupported",
                    detail="This operation does not accept bodies of this type.",
                    parameter="Content-Type",
                    value=text,
                    remedy=f"Send one of {', '.join(self._media_types)}.",
                )
            )


class _SpoolFile:
    """One file of the spool. Worker threads write and remove it. A lock orders them, because the last write goes on
    when its task is cancelled.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.is_started = False
        self._descriptor: int | None = None
        self._is_removed = False
        self._lock = threading.Lock()

    async def append(self, content: bytes, *, is_last: bool) -> None:
        """Appends `content`; with `is_last`, closes the file afterwards. Raises a 507 fault when the disk is full."""
        self.is_started = True
        try:
            await asyncio.to_thread(self._write, content, is_last)
        except OSError as error:
            if error.errno in _DISK_FULL_ERRORS:
                raise storage_full("The disk has no room for the body; nothing was stored.") from None
            raise

    def remove(self) -> None:
        """Removes the file, unless the handler moved it away; later writes do nothing. Blocks."""
        with self._lock:
            self._is_removed = True
            try:
                self._close()
                self.path.unlink(missing_ok=True)
            except OSError as error:  # the request is answered already; the next start tries again
                _log.warning("cannot remove a spool file: %s", error)

    def _write(self, content: bytes, is_last: bool) -> None:
        with self._lock:
            if self._is_removed:
                return
            if self._descriptor is None:
                self._descriptor = self._create()
            view = memoryview(content)
            while view:
                view = view[os.write(self._descriptor, view) :]
            if is_last:
                self._close()

    def _create(self) -> int:
        """Creates the file with mode 600, and its folder if needed; returns the descriptor."""
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
