"""The one assembly: makes a process of a service over its open library, of the parts that it has."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from starlette.types import ASGIApp

from facetry.backup.schedule import ScheduledBackups
from facetry.extensions.assembly import assemble as assemble_extensions
from facetry.extensions.runtime import Runtime
from facetry.extensions.runtime_configuration import RuntimeConfiguration
from facetry.extensions.text_embeddings import ExtensionTextVectors
from facetry.handling.process_metrics import ProcessMetrics
from facetry.handling.service_metrics import ServiceMetrics
from facetry.http.page_access import PageAccess
from facetry.http.request_observer import RequestObserver
from facetry.http.web.cross_origin import CrossOriginMiddleware
from facetry.http.web.forwarding import behind_proxies
from facetry.library.library import ELSEWHERE, Elsewhere, Library
from facetry.library.search.text_vectors import NoTextVectors
from facetry.observability.request_metrics import RequestMetrics
from facetry.service.extension_configuration import extension_configuration
from facetry.service.http_application import HttpApplication
from facetry.service.parts import Part, Parts
from facetry.service.serving import serving
from facetry.settings import Settings
from generated.operations import OPERATIONS


@dataclass(frozen=True, slots=True)
class Service:
    """A process of a service."""

    library: Library
    application: ASGIApp
    """For connections of clients."""
    pages: ASGIApp
    """The application below the layer that observes requests, for requests that another process observes."""
    sockets: ASGIApp | None
    """The part of the application for WebSockets."""
    run_operation: Callable[[str, Mapping[str, object]], Awaitable[object]]
    """Runs the handler of an operation for a request that another process has authorised and validated."""
    metrics: ServiceMetrics


def assemble(
    settings: Settings,
    parts: Parts,
    library: Library,
    http: HttpApplication | None = None,
    *,
    base_url: str = "http://127.0.0.1",
    configuration: RuntimeConfiguration | None = None,
    logs_access: bool = False,
    started: Callable[[], Awaitable[None]] | None = None,
    backups: ScheduledBackups | None = None,
    route: Callable[[ASGIApp], ASGIApp] = lambda application: application,
    sockets: ASGIApp | None = None,
    surroundings: Callable[[], AbstractAsyncContextManager[None]] = nullcontext,
) -> Service:
    """The process of a service with these parts over its library, which it closes when it stops.

    `http` is a new application by default. `base_url` is the address of the service for extensions on this machine, and
    `configuration` says how they are run, by default as the settings do. With `logs_access`, each request is a line of
    the log. `started` is awaited before the first request is served. `backups` run in the background. `route` makes an
    application that forwards some requests to other processes, and `sockets` serves WebSockets in a process without
    extensions. The parts begin and end within `surroundings`. Raises as `HttpApplication`.
    """
    http = HttpApplication(settings, library.spool) if http is None else http
    extensions: Runtime | Elsewhere = ELSEWHERE
    if Part.EXTENSIONS in parts:
        extensions = assemble_extensions(
            library.store,
            library.api_keys,
            library.extensions_dir,
            base_url,
            configuration or extension_configuration(settings),
            public_url=library.public_url,
            origins=library.origins,
            failed_keys=http.failed_keys,
        )
        if isinstance(library.search.text_vectors, NoTextVectors):
            source = ExtensionTextVectors(library.store, extensions.gateway)
            library = replace(library, search=replace(library.search, text_vectors=source))
    metrics = ServiceMetrics(library, extensions, ProcessMetrics(library, RequestMetrics(OPERATIONS)))
    if backups is not None:
        metrics.kept_backups = lambda: backups.kept
    running = partial(serving, settings, parts, library, extensions, started, backups, surroundings)
    http.bind(library, extensions, metrics if Part.METRICS in parts else ELSEWHERE, running)
    described = http.described
    pages: ASGIApp = CrossOriginMiddleware(described, library.origins) if library.origins else described
    if not isinstance(extensions, Elsewhere):
        pages = PageAccess(pages, extensions.bundles.takes_key)  # they have an origin of their own, so they come first
        sockets = extensions.gateway
    pages = application = route(pages)
    if Part.CLUSTER not in parts:  # the API processes of a host observe its requests
        application = RequestObserver(pages, metrics.process.requests, logs_access=logs_access)
    if sockets is not None:
        application = _with_sockets(application, sockets)
    application = behind_proxies(application, library.proxies)
    return Service(library, application, pages, sockets, described.run_operation, metrics)


def _with_sockets(http: ASGIApp, sockets: ASGIApp) -> ASGIApp:
    """The application for connections of any ASGI type."""

    async def serve(scope: Any, receive: Any, send: Any) -> None:
        await (sockets if scope["type"] == "websocket" else http)(scope, receive, send)

    return serve
