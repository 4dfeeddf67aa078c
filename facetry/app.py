"""Where the parts meet: a library opened from settings, and the ASGI application over it."""

from __future__ import annotations

import contextlib
import fcntl
import functools
import importlib
import importlib.resources
import os
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, cast

import orjson

from facetry.auth import Principal
from facetry.call import Call
from facetry.connexion31 import Application, build
from facetry.events.delivery_types import SECOND, Bounds
from facetry.events.streams import Streams
from facetry.extensions.assembly import assemble
from facetry.extensions.crashes import Habits as ExtensionHabits
from facetry.extensions.runtime import Runtime
from facetry.extensions.runtime_configuration import Care
from facetry.extensions.text_embeddings import ExtensionTexts
from facetry.http.connection import Connection
from facetry.imaging.pool.pool import Pool
from facetry.library import api_keys as secrets
from facetry.library import images
from facetry.library.api_keys import Keys
from facetry.library.library import Library
from facetry.library.renditions import media_urls as media
from facetry.library.renditions.cache import Cache
from facetry.library.renditions.media_urls import Media
from facetry.library.renditions.renditions import Renditions
from facetry.library.scan.scans import Habits, Ingest
from facetry.library.search.index.index import Index
from facetry.library.search.search_indexes import Finder
from facetry.library.search.text_vectors import NoTextVectors
from facetry.library.search.vectors.vectors import Vectors
from facetry.settings import Settings
from facetry.store.store import Store
from generated.operations import BODIES, OPERATIONS, Handlers

DATABASE: Final = "library.db"
LOCK: Final = "serving.lock"
INCOMING: Final = "incoming"
SCRATCH: Final = "scratch"
RENDITIONS: Final = "renditions"
VECTORS: Final = "vectors"
REPOSITORIES: Final = "repositories"
EXTENSIONS: Final = "extensions"


class AlreadyServedError(RuntimeError):
    """Another process serves this data folder."""


def open_store(settings: Settings) -> Store:
    """The store of the data folder, made when it is not there; several processes may have it open."""
    settings.data_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
    return Store(settings.data_dir / DATABASE)


def open_library(settings: Settings) -> tuple[Library, str | None]:
    """Open the library of the data folder for serving; with it comes the master key, when it has just been made.

    Raises `AlreadyServedError` when another process serves it.
    """
    settings.data_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
    lock = _lock(settings.data_dir / LOCK)
    try:
        store = open_store(settings)
    except BaseException:
        os.close(lock)
        raise
    own = settings.master_secret()
    made = store.write_now(secrets.ensure_master) if own is None else None
    pool = Pool(settings.decoder_limits(), settings.workers, scratch=_emptied(settings.data_dir / SCRATCH))
    cache = Cache(settings.data_dir / RENDITIONS, settings.renditions_bytes)
    habits = Habits(settings.removal_share, settings.reconcile_seconds, settings.poll)
    vectors = Vectors(settings.data_dir / VECTORS, store)
    library = Library(
        store=store,
        vectors=vectors,
        finder=Finder(Index(store.journal), vectors),
        keys=Keys(store, own),
        pool=pool,
        ingest=Ingest(store, pool, habits, forgotten=functools.partial(_forget_renditions, store, cache)),
        cache=cache,
        renditions=Renditions(store, pool, cache),
        media=Media(store.write_now(media.ensure_secret), own),
        streams=Streams(store),
        text_vectors=NoTextVectors(),
        repositories_dir=settings.repositories_dir or settings.data_dir / REPOSITORIES,
        public_url=settings.public_url,
        extensions_dir=settings.data_dir / EXTENSIONS,
        spool=settings.data_dir / INCOMING,
        lock=lock,
    )
    return library, made


def _emptied(folder: Path) -> Path:
    """The folder, made or with nothing in it any more: what is there was left by a process that died."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


def _forget_renditions(store: Store, cache: Cache, hashes: list[bytes]) -> None:
    """Remove the renditions of bytes that no image has any more. Blocks."""
    kept = {twin.content_hash for twin in store.read_now(lambda connection: images.twins(connection, hashes, []))}
    for content_hash in set(hashes) - kept:
        cache.forget(content_hash)


async def close_library(library: Library) -> None:
    """Stop the scans, watches and what follows the vectors, finish the writes, and let another process serve."""
    await library.ingest.stop()
    await library.pool.close()
    library.cache.close()
    await library.vectors.stop()
    library.store.close()
    os.close(library.lock)


@dataclass(frozen=True, slots=True)
class Service:
    """What is served: the operations, and the socket beside them."""

    application: Application
    extensions: Runtime

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve one connection, as ASGI has it."""
        if scope["type"] == "websocket":
            await self.extensions.gateway(scope, receive, send)
        else:
            await self.application(scope, receive, send)


def build_app(
    library: Library,
    started: Callable[[], Awaitable[None]] | None = None,
    *,
    base_url: str = "http://127.0.0.1",
    care: Care | None = None,
) -> Service:
    """The service over an open library, which it closes when it stops.

    `started` is awaited on the event loop before the first request is served; `base_url` is where extensions on this
    machine reach it, and `care` how they are run. Raises `ContractError` when handlers, generated tables and
    description disagree.
    """
    extensions = assemble(library.store, library.keys, library.extensions_dir, base_url, care)
    if isinstance(library.text_vectors, NoTextVectors):
        library = replace(library, text_vectors=ExtensionTexts(library.store, extensions.gateway))

    @contextlib.asynccontextmanager
    async def lifespan(_: Any) -> AsyncIterator[None]:
        try:
            library.streams.begin()
            await library.ingest.begin()
            await library.vectors.begin()
            await extensions.begin()
            if started is not None:
                await started()
            yield
        finally:
            await library.streams.stop()
            await extensions.stop()
            await close_library(library)

    def call(principal: Principal, connection: Connection) -> Call:
        return Call(library, extensions, principal, connection)

    # By name: handlers stand on this package, never the other way round.
    handlers = cast("Handlers[Call]", importlib.import_module("handlers").HANDLERS)
    application = build(
        description(),
        handlers.by_operation(),
        OPERATIONS,
        BODIES,
        authenticator=library.keys,
        context=call,
        spool=library.spool,
        lifespan=lifespan,
    )
    return Service(application, extensions)


def care_of(settings: Settings) -> Care:
    """How extensions are run, as the settings say."""
    wishes = settings.extensions
    return Care(
        habits=ExtensionHabits(connect_seconds=wishes.connect_seconds),
        bounds=Bounds(
            attempts=wishes.attempts,
            patience=round(wishes.answer_seconds * SECOND),
            work_patience=round(wishes.work_seconds * SECOND),
            first_delay=round(wishes.retry_seconds * SECOND),
        ),
        log_days=wishes.log_days,
        hidden=settings.data_dir if wishes.fence else None,
    )


def description() -> dict[str, Any]:
    """The bundled OpenAPI description."""
    text = importlib.resources.files("generated").joinpath("openapi.json").read_bytes()
    return cast("dict[str, Any]", orjson.loads(text))


def _lock(path: Path) -> int:
    """A lock that ends with the process, however that ends."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        raise AlreadyServedError(f"Another process serves the data folder {path.parent}.") from None
    return descriptor
