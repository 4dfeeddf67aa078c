"""The HTTP application: the described operations over their handlers, and the descriptions themselves."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Coroutine
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any, Final, cast

import orjson

from facetry.auth import OnRecognised, Principal
from facetry.extensions.runtime import Runtime
from facetry.handling.call import Call
from facetry.handling.service_metrics import ServiceMetrics
from facetry.http.connexion31 import build_application
from facetry.http.failed_keys import FailedKeys
from facetry.http.operation import Handler
from facetry.http.request import Request
from facetry.library.library import Elsewhere, Library
from facetry.schema import generated_files
from facetry.schema.document import ContractError
from facetry.settings import Settings
from facetry.system.late_modules import late_numerics
from generated.operations import BODIES, OPERATIONS, Handlers


class HttpApplication:
    """The application. It has no library before `bind`, so that processes that are forked share it in memory."""

    _library: Library
    _extensions: Runtime | Elsewhere
    _metrics: ServiceMetrics | Elsewhere
    _serving: Callable[[], AbstractAsyncContextManager[None]]

    def __init__(
        self,
        settings: Settings,
        spool: Path,
        failed_keys: FailedKeys | None = None,
        replace_handler: Callable[[str, Handler], Handler] = lambda _, handler: handler,
    ) -> None:
        """`spool` is the folder for bodies of requests. `replace_handler` gets each operation with its handler, and
        returns the handler to be used.

        Raises `ContractError` when handlers, generated tables and description disagree, and for a prefix of the
        settings with which paths of the service begin.
        """
        _require_free_prefix(settings.root_path)
        with late_numerics():  # imported by name: handlers import this package, which must not import them statically
            handlers = cast("Handlers[Call]", importlib.import_module("handlers").HANDLERS)
        self.failed_keys = FailedKeys() if failed_keys is None else failed_keys
        self.described: Final = build_application(
            _description_with_limit(settings.extensions.archive_bytes),
            {id: replace_handler(id, handler) for id, handler in handlers.by_operation().items()},
            OPERATIONS,
            BODIES,
            authenticator=self,
            sessions=self,
            failed_keys=self.failed_keys,
            make_call=self._call,
            spool=spool,
            events=description("asyncapi.json"),
            lifespan=lambda _: self._serving(),
        )

    def bind(
        self,
        library: Library,
        extensions: Runtime | Elsewhere,
        metrics: ServiceMetrics | Elsewhere,
        serving: Callable[[], AbstractAsyncContextManager[None]],
    ) -> None:
        """Answer requests from a library. `serving` is entered before the first of them, and left after the last."""
        self._library, self._extensions, self._metrics, self._serving = library, extensions, metrics, serving

    def authenticate(
        self, secret: str, on_recognised: OnRecognised | None = None, /
    ) -> Coroutine[Any, Any, Principal | None]:
        """The principal of a key; see `Authenticator`."""
        return self._library.api_keys.authenticate(secret, on_recognised)

    def find(self, value: str, on_recognised: OnRecognised | None = None, /) -> Coroutine[Any, Any, Principal | None]:
        """The principal of a session; see `SessionFinder`."""
        return self._library.sessions.find(value, on_recognised)

    def _call(self, principal: Principal, request: Request) -> Call:
        return Call(self._library, self._extensions, principal, request, self._metrics)


def _require_free_prefix(root_path: str) -> None:
    """Raise `ContractError` for a prefix with which paths of the service begin: nobody could say which is meant."""
    first = root_path.split("/")[1:2]
    if first and any(each.path.split("/")[1:2] == first for each in OPERATIONS.values()):
        raise ContractError([f"root_path: paths of the service begin with /{first[0]}; choose another prefix"])


def description(name: str = "openapi.json") -> dict[str, Any]:
    """A bundled description; by default the OpenAPI description."""
    text = generated_files.read(name)
    return cast("dict[str, Any]", orjson.loads(text))


def _description_with_limit(archive_bytes: int | None) -> dict[str, Any]:
    """The OpenAPI description, with the operator's limit on archives of extensions."""
    document = description()
    if archive_bytes is not None:
        for path, method in (("/extension/install", "post"), ("/extension/{id}/update", "put")):
            document["paths"][path][method]["requestBody"]["x-max-bytes"] = archive_bytes
    return document
