"""Renditions: pictures made from the file of an image, each of them once, however many ask for it at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol, TypeVar, cast

from sqlalchemy import Connection

from facetry.errors import FaultError, bad_parameter, conflict, unavailable
from facetry.imaging.formats import HEAD_BYTES, Format, format_of
from facetry.imaging.pool.pool import NoDecoderError, PoolBusyError, PoolClosedError, RenderError
from facetry.imaging.protocol import Rendered, Rendering
from facetry.library.originals.examination import no_decoder
from facetry.library.originals.location import Located
from facetry.library.renditions.cache import MOST_BYTES, Cache, Entry, checksum
from facetry.library.renditions.spooled_file import Spooled
from facetry.store.store import Store
from facetry.system.file_times import modified_ns

T = TypeVar("T")

VERSION: Final = 1
"""Of the way in which renditions are made: with another one, those in the cache are made anew."""

_LOSSLESS: Final = frozenset({"PNG", "GIF"})
_WRITTEN: Final = _LOSSLESS | {"JPEG", "WEBP", "AVIF"}
_INSTEAD: Final = "JPEG"
_SUFFIXES: Final = {
    **{format: (format.lower(),) for format in _WRITTEN},
    "JPEG": ("jpg", "jpeg", "jpe", "jfif"),
}
_REMEDIES: Final = {
    "format.not-writable": "Ask for AVIF, which is as small.",
    "image.frames": "Ask for a width or a height, which gives the first frame.",
    "render.size": "Ask for a width or a height, or for PNG.",
    "render.memory": "Ask for a width or a height, or for another format.",
    "render.failed": "Ask for another format.",
}
"""What can be asked for instead, where it is not the picture that is at fault."""
_OUT_OF_REACH: Final = frozenset({"file.vanished", "file.permission", "file.read"})


class Renderer(Protocol):
    """What is needed of the pool of decoders."""

    async def render(self, root: str, path: str, rendering: Rendering) -> Rendered:
        """The picture of the file at `path` beneath the folder `root`, as it is wanted."""
        ...


class Patience(Protocol):
    """Waits for something as long as somebody waits for the answer."""

    async def __call__(self, awaitable: Awaitable[T]) -> T:
        """The result of `awaitable`, which is cancelled when nobody waits any more."""
        ...


@dataclass(frozen=True, slots=True)
class Rendition:
    """A picture that was made. `etag` is the checksum of its content."""

    content: bytes | Spooled
    etag: str


@dataclass(frozen=True, slots=True)
class Delivery:
    """What to send: the image's file as it is, or, in another format or size, a rendition of it."""

    located: Located
    format: str
    rendition: Rendition | None

    @property
    def media_type(self) -> str:
        """The media type of what is sent."""
        return media_type(self.format)

    @property
    def name(self) -> str:
        """The name of the file, in a rendition with a suffix that fits its format."""
        name = self.located.path.rpartition("/")[2]
        if self.rendition is None:
            return name
        stem, dot, suffix = name.rpartition(".")
        suffixes = _SUFFIXES[self.format]
        return name if dot and suffix.lower() in suffixes else f"{stem or name}.{suffixes[0]}"


@dataclass(eq=False, slots=True)
class _Flight:
    """A rendition that is being made, and how many wait for it."""

    task: asyncio.Task[Rendition]
    waiters: int = 0


class Renditions:
    """Finds renditions in the cache, and has the others made. Belongs to one event loop."""

    def __init__(self, store: Store, pool: Renderer, cache: Cache) -> None:
        self._store = store
        self._pool = pool
        self._cache = cache
        self._flights: dict[tuple[int, bytes, str], _Flight] = {}

    async def deliver(
        self, find: Callable[[Connection], Located], wanted: Rendering, patience: Patience, *, bare: bool = False
    ) -> Delivery:
        """The image that `find` finds, as it is wanted. A rendition in the cache costs one turn of a reader's thread,
        for a query and a small file; another one is made, as long as `patience` lasts. With `bare`, renditions are
        stripped, whether that was asked for or not.

        Raises what `find` raises; 400 when what is wanted cannot be had of this image, 409 when its file cannot be
        read, 503 when no decoder is free.
        """

        def look(connection: Connection) -> tuple[Located, Rendering | None, Entry | None]:
            located = find(connection)
            rendering = canonical(located.format, wanted, bare=bare)
            if rendering is None:
                return located, None, None
            return located, rendering, self._cache.get(located.content_hash, slug(rendering))

        located, rendering, entry = await self._store.read(look)
        if rendering is None or rendering.format is None:
            return Delivery(located, located.format, None)
        if entry is None:
            rendition = await patience(self._rendition(located, rendering))
        else:
            rendition = Rendition(entry.data, entry.etag)
        return Delivery(located, rendering.format, rendition)

    async def convert(self, file: Path, wanted: Rendering) -> bytes | Spooled:
        """The picture of a file that was posted, as it is wanted. Raises 400 when it cannot be had, and 503."""
        try:
            rendered = await self._pool.render(str(file.parent), file.name, wanted)
        except RenderError as error:
            raise _of_the_request(error) or bad_parameter("body", error.reason, rule=error.rule) from None
        except (PoolBusyError, NoDecoderError, PoolClosedError) as error:
            raise no_decoder(error) from None
        except OSError as error:
            raise _no_room(error) from error
        return await asyncio.shield(asyncio.to_thread(_content, rendered))

    def forget(self, content_hash: bytes) -> None:
        """Remove the renditions of these bytes from the cache. Blocks."""
        self._cache.forget(content_hash)

    async def _rendition(self, located: Located, rendering: Rendering) -> Rendition:
        """Have it made, or wait with others who asked for it. It is given up with the last who waits."""
        key = (located.key, located.content_hash, slug(rendering))
        flight = self._flights.get(key)
        if flight is None:
            flight = self._flights[key] = _Flight(asyncio.create_task(self._make(located, rendering)))
            flight.task.add_done_callback(lambda _, flight=flight: self._land(key, flight))  # type: ignore[misc]  # the default binds this one
        flight.waiters += 1
        try:
            return await asyncio.shield(flight.task)
        except RenderError as error:
            raise _of_the_request(error) or _of_the_file(error, located) from None
        except (PoolBusyError, NoDecoderError, PoolClosedError) as error:
            raise no_decoder(error) from None
        except OSError as error:
            raise _no_room(error) from error
        finally:
            flight.waiters -= 1
            if not flight.waiters and not flight.task.done():
                flight.task.cancel()
                self._land(key, flight)  # whoever asks from now on begins anew

    def _land(self, key: tuple[int, bytes, str], flight: _Flight) -> None:
        if self._flights.get(key) is flight:
            del self._flights[key]
        if flight.task.done() and not flight.task.cancelled():
            flight.task.exception()  # seen, even when nobody is left to hear of it

    async def _make(self, located: Located, rendering: Rendering) -> Rendition:
        rendered = await self._pool.render(located.root, located.path, rendering)
        # Not to be broken off: it owns the file that a large rendition lies in.
        return await asyncio.shield(asyncio.to_thread(self._keep, located, rendering, rendered))

    def _keep(self, located: Located, rendering: Rendering, rendered: Rendered) -> Rendition:
        """Put what was made into the cache, unless it is large or the file has changed since the library read it."""
        name, content = slug(rendering), _content(rendered)
        if isinstance(content, Spooled):
            return Rendition(content, checksum(located.content_hash, name, content.pieces()).hex())
        if is_as_known(located):
            entry = self._cache.put(located.content_hash, name, content)
            return Rendition(entry.data, entry.etag)
        return Rendition(content, checksum(located.content_hash, name, (content,)).hex())


def canonical(source: str, wanted: Rendering, *, bare: bool = False) -> Rendering | None:
    """The same request in its one form, for an image of the format `source`; None when it is for the file as it is.
    With `bare`, whatever is to be made is stripped as well.

    Raises 400 for a format that is not written.
    """
    format = wanted.format or (source if source in _WRITTEN else _INSTEAD)
    quality = None if format in _LOSSLESS else wanted.quality
    is_whole = wanted.width is None and wanted.height is None
    if is_whole and wanted.format in (None, source) and quality is None and not wanted.strip:
        return None
    require_writable(format)
    return Rendering(
        format=cast("Format", format),
        width=wanted.width,
        height=wanted.height,
        render="inbox" if wanted.width is None or wanted.height is None else wanted.render,
        quality=quality,
        strip=wanted.strip or bare,
    )


def slug(rendering: Rendering) -> str:
    """The name of a canonical rendering in the cache."""
    size = f"{rendering.width or 0}x{rendering.height or 0}"
    extent = "bare" if rendering.strip else "full"
    return f"{VERSION}-{rendering.format}-{size}-{rendering.render}-{rendering.quality or 0}-{extent}".lower()


def require_writable(format: str | None) -> None:
    """400 for a format that is read and not written."""
    if format is not None and format not in _WRITTEN:
        raise bad_parameter(
            "format",
            f"{format} is read, but not written: its free encoders are under a licence that this service is not.",
            rule="format.not-writable",
            value=format,
            remedy=_REMEDIES["format.not-writable"],
        )


def media_type(format: str) -> str:
    """The media type of a format."""
    return f"image/{format.lower()}"


def format_of_file(file: Path) -> Format:
    """The format of a picture that was posted, told from its first bytes; 400 when it is none that is read. Blocks."""
    with file.open("rb") as opened:
        format = format_of(opened.read(HEAD_BYTES))
    if format is None:
        raise bad_parameter("body", "The content is none of PNG, JPEG, WEBP, GIF, AVIF and HEIF.", rule="decode.format")
    return format


def is_as_known(located: Located) -> bool:
    """Whether the file of an image is the one that its record speaks of, by size and time. Blocks."""
    try:
        found = (Path(located.root) / located.path).lstat()
    except OSError:
        return False
    return (found.st_size, modified_ns(found)) == (located.size, located.modified_ns)


def _content(rendered: Rendered) -> bytes | Spooled:
    """What was made, in memory when it is small enough for the cache."""
    if rendered.data is not None:
        return rendered.data
    assert rendered.file is not None  # noqa: S101  # it is in either of the two
    spooled = Spooled.take(rendered.file)
    return spooled if spooled.size > MOST_BYTES else b"".join(spooled.pieces())


def _of_the_request(error: RenderError) -> FaultError | None:
    """What is told when another request of the same picture would have done; None when the picture is at fault."""
    remedy = _REMEDIES.get(error.rule)
    return None if remedy is None else bad_parameter("format", error.reason, rule=error.rule, remedy=remedy)


def _of_the_file(error: RenderError, located: Located) -> FaultError:
    """What is told when the file of an image cannot be read."""
    if error.rule in _OUT_OF_REACH:
        rule, remedy = "image.file-missing", "Make its folder available, or synchronize the repository."
    else:
        rule, remedy = "image.unreadable", "Replace the file, or have it read again when it is whole."
    detail = f"The file of the image cannot be read ({error.rule}): {error.reason}"
    return conflict(rule, detail, parameter="id", value=located.id, remedy=remedy)


def _no_room(error: OSError) -> FaultError:
    """What is told when a picture that is too large for memory cannot be written down."""
    return unavailable("decoder.unavailable", f"What was made of the picture cannot be kept: {error.strerror}.")
