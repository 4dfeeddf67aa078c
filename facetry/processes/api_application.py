"""The application of the API processes. The supervisor makes it, so that they have it in memory once; each API process
binds it to its own library.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import AsyncIterator
from typing import Any, Final

from facetry.auth import OnRecognised, Principal
from facetry.extensions.runtime import Runtime
from facetry.handling.call import Call
from facetry.handling.service_metrics import ServiceMetrics
from facetry.http.connection import Connection
from facetry.http.failed_keys import FailedKeys
from facetry.http.operation import Handler, Operation
from facetry.http.problems import ASGIApp, ProblemMiddleware
from facetry.http.request_observer import RequestObserver, name_of
from facetry.http.web.cross_origin import CrossOriginMiddleware
from facetry.http.web.forwarding import behind_proxies
from facetry.library.library import Library
from facetry.library.search.index.background_load import BackgroundLoad
from facetry.observability.request_metrics import RequestMetrics
from facetry.processes.api_library import close_api_library, in_coordinator
from facetry.processes.known_callers import has_known_caller
from facetry.processes.link.calls import CALLED_OPERATIONS
from facetry.processes.link.forwarding import CoordinatorLink
from facetry.processes.request_router import RequestRouter
from facetry.service.data_folder import INCOMING, INDEX_LOCK
from facetry.service.http_application import http_application, require_free_prefix
from facetry.settings import Settings

ANSWERED_HERE: Final = frozenset({"validationCheck"})
"""Operations that need nothing of the coordinator, although their body is a file."""


class ApiApplication:
    """An application without a library, until `bind` is called."""

    def __init__(self, settings: Settings) -> None:
        """Raises `ContractError` as `http_application` does."""
        require_free_prefix(settings.root_path)
        self._settings = settings
        self._library: Library | None = None
        self._link: CoordinatorLink | None = None
        self._extensions = in_coordinator(Runtime)
        self._metrics = in_coordinator(ServiceMetrics)
        self._described = http_application(
            authenticator=self,
            sessions=self,
            make_call=self._call,
            spool=settings.data_dir / INCOMING,
            archive_bytes=settings.extensions.archive_bytes,
            failed_keys=in_coordinator(FailedKeys),
            lifespan=self._lifespan,
            replace_handler=self._calling,
        )

    def bind(self, library: Library, requests: RequestMetrics, link: CoordinatorLink) -> ASGIApp:
        """The application over a library, which it closes when it stops. The coordinator answers requests over the
        link.
        """
        self._library, self._link = library, link
        described = self._described
        application = CrossOriginMiddleware(described, library.origins) if library.origins else described
        router = RequestRouter(
            application,
            ProblemMiddleware(link.forward),
            self.find_operation,
            ANSWERED_HERE,
            is_known=functools.partial(has_known_caller, self, self),
        )
        observed = RequestObserver(router, requests, logs_access=self._settings.log.access)
        return behind_proxies(observed, library.proxies)

    async def authenticate(self, secret: str, on_recognised: OnRecognised | None = None) -> Principal | None:
        """See `Authenticator`."""
        return await self._bound.api_keys.authenticate(secret, on_recognised)

    async def find(self, value: str, on_recognised: OnRecognised | None = None) -> Principal | None:
        """See `SessionFinder`."""
        return await self._bound.sessions.find(value, on_recognised)

    def find_operation(self, raw_path: bytes, method: str) -> Operation | None:
        """The operation that a request is for; None for an address or a method that is not described."""
        return self._described.find_operation(raw_path, method)

    @property
    def _bound(self) -> Library:
        assert self._library is not None  # noqa: S101  # requests come after `bind`
        return self._library

    def _call(self, principal: Principal, connection: Connection) -> Call:
        return Call(self._bound, self._extensions, principal, connection, self._metrics)

    def _calling(self, operation: str, handler: Handler) -> Handler:
        """The handler of an operation in this process: that of the coordinator is called if possible."""
        if operation not in CALLED_OPERATIONS:
            return handler

        @functools.wraps(handler)
        async def call_coordinator(call: Call, /, **arguments: object) -> object:
            assert self._link is not None  # noqa: S101  # requests come after `bind`
            return await self._link.call(operation, name_of(call.principal), arguments, call.connection.abort)

        return call_coordinator

    @contextlib.asynccontextmanager
    async def _lifespan(self, _: Any) -> AsyncIterator[None]:
        library = self._bound
        turn = self._settings.data_dir / INDEX_LOCK
        index_load = BackgroundLoad(library.store, library.search.indexes.attributes, turn=turn)
        try:
            await library.vectors.begin()
            index_load.begin()
            yield
        finally:
            await index_load.stop()
            await close_api_library(library)
