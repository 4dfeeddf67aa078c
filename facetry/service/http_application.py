"""The HTTP application: the described operations over their handlers, and the descriptions themselves."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any, cast

import orjson

from facetry.auth import Authenticator, Principal, SessionFinder
from facetry.handling.call import Call
from facetry.http.connection import Connection
from facetry.http.connexion31 import Application, build_application
from facetry.http.failed_keys import FailedKeys
from facetry.http.operation import Handler
from facetry.schema import generated_files
from facetry.schema.document import ContractError
from facetry.system.late_modules import late_numerics
from generated.operations import BODIES, OPERATIONS, Handlers


def http_application(
    *,
    authenticator: Authenticator,
    sessions: SessionFinder,
    make_call: Callable[[Principal, Connection], Call],
    spool: Path,
    archive_bytes: int | None,
    failed_keys: FailedKeys,
    lifespan: Callable[[Any], AbstractAsyncContextManager[None]],
    replace_handler: Callable[[str, Handler], Handler] = lambda _, handler: handler,
) -> Application:
    """The application. `archive_bytes` is the operator's limit on archives of extensions. `replace_handler` gets each
    operation with its handler, and returns the handler to be used. For the others, see `build_application`.

    Raises `ContractError` when handlers, generated tables and description disagree.
    """
    with late_numerics():  # imported by name: handlers import this package, which must not import them statically
        handlers = cast("Handlers[Call]", importlib.import_module("handlers").HANDLERS)
    return build_application(
        _description_with_limit(archive_bytes),
        {id: replace_handler(id, handler) for id, handler in handlers.by_operation().items()},
        OPERATIONS,
        BODIES,
        authenticator=authenticator,
        sessions=sessions,
        failed_keys=failed_keys,
        make_call=make_call,
        spool=spool,
        events=description("asyncapi.json"),
        lifespan=lifespan,
    )


def require_free_prefix(root_path: str) -> None:
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
