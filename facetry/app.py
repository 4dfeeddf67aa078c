"""Where the parts meet: a library opened from settings, and the ASGI application over it."""

from __future__ import annotations

import contextlib
import fcntl
import importlib
import importlib.resources
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any, Final, cast

import orjson

from facetry.auth import Principal
from facetry.call import Call
from facetry.connexion31 import Application, build
from facetry.library import secrets
from facetry.library.imaging.pool import Pool
from facetry.library.ingest import Ingest
from facetry.library.library import Library
from facetry.library.secrets import Keys
from facetry.settings import Settings
from facetry.store.store import Store
from generated.operations import BODIES, OPERATIONS, Handlers

DATABASE: Final = "library.db"
LOCK: Final = "serving.lock"


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
    ingest = Ingest(store, Pool(settings.decoder_limits(), settings.workers))
    return Library(store=store, keys=Keys(store, own), ingest=ingest, lock=lock), made


async def close_library(library: Library) -> None:
    """Stop the scans, finish the writes, and let another process serve the data folder."""
    await library.ingest.close()
    library.store.close()
    os.close(library.lock)


def build_app(library: Library, started: Callable[[], Awaitable[None]] | None = None) -> Application:
    """The application over an open library, which it closes when it stops.

    `started` is awaited on the event loop before the first request is served. Raises `ContractError` when handlers,
    generated tables and description disagree.
    """

    @contextlib.asynccontextmanager
    async def lifespan(_: Any) -> AsyncIterator[None]:
        try:
            if started is not None:
                await started()
            yield
        finally:
            await close_library(library)

    def call(principal: Principal) -> Call:
        return Call(library, principal)

    # By name: handlers stand on this package, never the other way round.
    handlers = cast("Handlers[Call]", importlib.import_module("handlers").HANDLERS)
    return build(
        description(),
        handlers.by_operation(),
        OPERATIONS,
        BODIES,
        authenticator=library.keys,
        context=call,
        lifespan=lifespan,
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
