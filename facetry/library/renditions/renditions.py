"""Renditions: pictures rendered from the file of an image. Concurrent requests for one rendition share one
rendering.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final, Protocol, TypeVar, cast

from sqlalchemy import Connection

from facetry.errors import FaultError, bad_parameter, conflict, unavailable
from facetry.imaging.formats import (
    ENCODINGS,
    FALLBACK_FORMAT,
    HEAD_BYTES,
    LOSSLESS_FORMATS,
    TRAITS,
    UNKNOWN_FORMAT_REASON,
    Format,
    format_of,
)
from facetry.imaging.pool.pool import NoDecoderError, PoolBusyError, PoolClosedError, RenderError
from facetry.imaging.protocol import RenderedPicture, RenderOptions
from facetry.library.file_stores.file_store import MISSING_FILE_REMEDY, Renderer
from facetry.library.file_stores.stores import FileStores
from facetry.library.originals.examination import decoder_fault
from facetry.library.originals.location import OriginalLocation
from facetry.library.renditions.cache import Cache, CachedRendition, MayWaitError
from facetry.library.renditions.rendition_file import MAX_RENDITION_BYTES, checksum
from facetry.library.renditions.spooled_file import SpooledFile
from facetry.store.interruption import ReadInterruptedError
from facetry.store.store import Store
from facetry.system.files.file_versions import FileVersion

T = TypeVar("T")

VERSION: Final = 3
"""Version of the rendering; a new version invalidates the renditions in the cache."""

_REMEDIES: Final = {
    "format.not-writable": "Ask for another format.",
    "image.frames": "Ask for a width or a height, which gives the first frame.",
    "render.size": "Ask for a width or a height, or for PNG.",
    "render.memory": "Ask for a width or a height, or for another format.",
    "render.failed": "Ask for another format.",
}
"""What a client can request instead, by rule, where the picture itself is not at fault."""
_UNREACHABLE_RULES: Final = frozenset({"file.vanished", "file.permission", "file.read"})


class ClientWait(Protocol):
    """Awaits a result only as long as the client waits for the response."""

    async def __call__(self, awaitable: Awaitable[T]) -> T:
        """The result of `awaitable`, which is cancelled when the client disconnects."""
        ...


@dataclass(frozen=True, slots=True)
class Rendition:
    """A rendered picture. `etag` is the checksum of its content, which is None for a client that has it already.

    `is_recorded`: it was made of the version of the file that the library has read.
    """

    content: bytes | SpooledFile | None
    etag: str
    is_recorded: bool = True


@dataclass(frozen=True, slots=True)
class PictureDelivery:
    """The picture to send: the image's original file, or a rendition of it in another format or size."""

    location: OriginalLocation
    format: str
    rendition: Rendition | None

    @property
    def media_type(self) -> str:
        """The media type of the picture."""
        return TRAITS[self.format].media_type

    @property
    def name(self) -> str:
        """The name of the file; for a rendition, with a suffix that fits its format."""
        name = self.location.path.rpartition("/")[2]
        if self.rendition is None:
            return name
        stem, dot, suffix = name.rpartition(".")
        suffixes = TRAITS[self.format].suffixes
        return name if dot + suffix.lower() in suffixes else f"{stem or name}{suffixes[0]}"


@dataclass(eq=False, slots=True)
class _PendingRendition:
    """A rendition that is being rendered, and the number of requests that wait for it."""

    task: asyncio.Task[Rendition]
    waiters: int = 0


class Renditions:
    """Looks up renditions in the cache, and has missing ones rendered. Belongs to one event loop."""

    def __init__(self, store: Store, pool: Renderer, cache: Cache, file_stores: FileStores | None = None) -> None:
        """`file_stores` are by default those of folders."""
        self._store = store
        self._pool = pool
        self._cache = cache
        self._file_stores = file_stores or FileStores()
        self._pending: dict[tuple[int, bytes, str], _PendingRendition] = {}

    async def deliver(
        self,
        find: Callable[[Connection], OriginalLocation],
        request: RenderOptions,
        wait: ClientWait,
        *,
        client_has: Callable[[str], bool] | None = None,
        strip: bool = False,
    ) -> PictureDelivery:
        """The picture of the image that `find` returns, rendered as requested.

        A cached rendition that is in memory is read on the event loop, together with the query. Any other takes one
        turn of a reader's thread, or is rendered under `wait`. One that the client has is not read: `client_has` tells
        it of an entity tag. With `strip`, metadata is removed from renditions even if the request does not ask for it.

        Raises the faults of `find`; 400 when the request cannot be fulfilled for this image, 409 when its file cannot
        be read, 503 when no decoder is free.
        """

        def query(
            look_up: Callable[[bytes, str, Callable[[str], bool] | None], CachedRendition | None],
            connection: Connection,
        ) -> tuple[OriginalLocation, RenderOptions | None, CachedRendition | None]:
            location = find(connection)
            rendering = canonical_rendering(location.format, request, strip=strip)
            if rendering is None:
                return location, None, None
            return location, rendering, look_up(location.content_hash, slug(rendering), client_has)

        try:
            location, rendering, cached = self._store.read_short(partial(query, self._cache.get_at_once))
        except (ReadInterruptedError, MayWaitError):
            location, rendering, cached = await self._store.read(partial(query, self._cache.get))
        if rendering is None or rendering.format is None:
            return PictureDelivery(location, location.format, None)
        if cached is None:
            rendition = await wait(self._rendition(location, rendering))
        else:
            rendition = Rendition(cached.data, cached.etag)
        return PictureDelivery(location, rendering.format, rendition)

    async def convert(self, file: Path, request: RenderOptions) -> bytes | SpooledFile:
        """The picture in a posted file, rendered as requested. Raises 400 when that is not possible, and 503."""
        try:
            rendered = await self._pool.render(str(file.parent), file.name, request)
        except RenderError as error:
            raise _request_fault(error) or bad_parameter("body", error.reason, rule=error.rule) from None
        except (PoolBusyError, NoDecoderError, PoolClosedError) as error:
            raise decoder_fault(error) from None
        except OSError as error:
            raise _storage_fault(error) from error
        return await asyncio.shield(asyncio.to_thread(_content, rendered))

    def evict(self, content_hash: bytes) -> None:
        """Remove the renditions of an original from the cache, by its content hash. Blocks."""
        self._cache.evict(content_hash)

    async def _rendition(self, location: OriginalLocation, rendering: RenderOptions) -> Rendition:
        """Render, or wait for a rendering that other requests started. It is cancelled when no request waits
        any more.
        """
        key = (location.key, location.content_hash, slug(rendering))
        pending = self._pending.get(key)
        if pending is None:
            pending = self._pending[key] = _PendingRendition(asyncio.create_task(self._make(location, rendering)))
            pending.task.add_done_callback(lambda _, pending=pending: self._finish(key, pending))  # type: ignore[misc]  # the default binds the present value
        pending.waiters += 1
        try:
            return await asyncio.shield(pending.task)
        except RenderError as error:
            raise _request_fault(error) or _file_fault(error, location) from None
        except (PoolBusyError, NoDecoderError, PoolClosedError) as error:
            raise decoder_fault(error) from None
        except OSError as error:
            raise _storage_fault(error) from error
        finally:
            pending.waiters -= 1
            if not pending.waiters and not pending.task.done():
                pending.task.cancel()
                self._finish(key, pending)  # later requests start a new rendering

    def _finish(self, key: tuple[int, bytes, str], pending: _PendingRendition) -> None:
        if self._pending.get(key) is pending:
            del self._pending[key]
        if pending.task.done() and not pending.task.cancelled():
            pending.task.exception()  # marks the exception as retrieved when no request waits

    async def _make(self, location: OriginalLocation, rendering: RenderOptions) -> Rendition:
        """Render the picture, unless another host has shared this rendition."""
        if self._cache.shared is not None:
            name = slug(rendering)
            data = await self._cache.shared.get(location.content_hash, name)
            if data is not None:
                entry = await asyncio.to_thread(self._cache.put, location.content_hash, name, data)
                return Rendition(entry.data, entry.etag)
        files = self._file_stores.of(location.root)
        rendered, version = await files.render(self._pool, location.path, rendering)
        # Shielded from cancellation: it owns the file of a large rendition.
        return await asyncio.shield(asyncio.to_thread(self._cache_rendition, location, rendering, rendered, version))

    def _cache_rendition(
        self,
        location: OriginalLocation,
        rendering: RenderOptions,
        rendered: RenderedPicture,
        version: FileVersion | None,
    ) -> Rendition:
        """Cache the rendition, unless it is large or the file has changed since the library read it."""
        name, content = slug(rendering), _content(rendered)
        version = version or self._file_stores.of(location.root).version(location.path)
        is_recorded = version is not None and version.is_same(location.version)
        if isinstance(content, SpooledFile):
            etag = checksum(location.content_hash, name, content.chunks()).hex()
            return Rendition(content, etag, is_recorded)
        if is_recorded:
            entry = self._cache.put(location.content_hash, name, content)
            if self._cache.shared is not None:
                self._cache.shared.put(location.content_hash, name, content)
            return Rendition(entry.data, entry.etag)
        return Rendition(content, checksum(location.content_hash, name, (content,)).hex(), is_recorded)


def canonical_rendering(source: str, request: RenderOptions, *, strip: bool = False) -> RenderOptions | None:
    """The canonical form of a request for an image of the format `source`; None for the unchanged file.

    With `strip`, a rendition is stripped of metadata even if the request does not ask for it. Raises 400 for a format
    that is not written.
    """
    format = request.format or (source if source in ENCODINGS else FALLBACK_FORMAT)
    quality = None if format in LOSSLESS_FORMATS else request.quality
    is_whole = request.width is None and request.height is None
    if is_whole and request.format in (None, source) and quality is None and not request.strip:
        return None
    require_writable(format)
    return RenderOptions(
        format=cast("Format", format),
        width=request.width,
        height=request.height,
        fit="inbox" if request.width is None or request.height is None else request.fit,
        quality=quality,
        strip=request.strip or strip,
    )


def slug(rendering: RenderOptions) -> str:
    """The name of a canonical rendering in the cache."""
    size = f"{rendering.width or 0}x{rendering.height or 0}"
    extent = "bare" if rendering.strip else "full"
    return f"{VERSION}-{rendering.format}-{size}-{rendering.fit}-{rendering.quality or 0}-{extent}".lower()


def require_writable(format: str | None) -> None:
    """Raise 400 for a format that is read but not written."""
    if format is not None and format not in ENCODINGS:
        raise bad_parameter(
            "format",
            f"{format} is read, but not written: {TRAITS[format].read_only_reason}.",
            rule="format.not-writable",
            value=format,
            remedy=TRAITS[format].read_only_remedy,
        )


def format_of_file(file: Path) -> Format:
    """The format of a posted picture, detected from its first bytes; 400 when it is not a supported one. Blocks."""
    with file.open("rb") as stream:
        format = format_of(stream.read(HEAD_BYTES))
    if format is None:
        raise bad_parameter("body", UNKNOWN_FORMAT_REASON, rule="decode.format")
    return format


def _content(rendered: RenderedPicture) -> bytes | SpooledFile:
    """The rendered picture, in memory when it is small enough for the cache."""
    if rendered.data is not None:
        return rendered.data
    assert rendered.file is not None  # noqa: S101  # a rendered picture has data or a file
    spooled = SpooledFile.adopt(rendered.file)
    return spooled if spooled.size > MAX_RENDITION_BYTES else b"".join(spooled.chunks())


def _request_fault(error: RenderError) -> FaultError | None:
    """The fault when another request for the same picture would succeed; None when the picture is at fault."""
    remedy = _REMEDIES.get(error.rule)
    return None if remedy is None else bad_parameter("format", error.reason, rule=error.rule, remedy=remedy)


def _file_fault(error: RenderError, location: OriginalLocation) -> FaultError:
    """The fault when the file of an image cannot be read."""
    if error.rule in _UNREACHABLE_RULES:
        rule, remedy = "image.file-missing", MISSING_FILE_REMEDY
    else:
        rule, remedy = "image.unreadable", "Replace the file, or synchronize the repository when the file is complete."
    detail = f"The file of the image cannot be read ({error.rule}): {error.reason}"
    return conflict(rule, detail, parameter="id", value=location.id, remedy=remedy)


def _storage_fault(error: OSError) -> FaultError:
    """The fault when a rendition that is too large for memory cannot be stored."""
    return unavailable("decoder.unavailable", f"The rendition cannot be stored: {error.strerror}.")
