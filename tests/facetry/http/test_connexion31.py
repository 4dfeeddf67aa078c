"""Start-up checks, and the canary: the internals of Connexion that we use, by name, signature and behaviour."""

import asyncio
import importlib
import importlib.metadata
import inspect
import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from facetry.http.connexion31 import Application, Description, OperationsMiddleware, build_application
from facetry.http.documents.docs import DocumentationMiddleware
from facetry.http.problems import ProblemMiddleware
from facetry.schema.document import ContractError
from tests.facetry.http.small_application import (
    BODIES,
    TABLE,
    FakeAuthenticator,
    RecordingHandlers,
    Row,
    description,
)


def build_small_application(
    change: Callable[[dict[str, Any]], object] = lambda _: None, **replacements: Any
) -> Application:
    """The small application, with a changed description and replaced tables."""
    document = description()
    change(document)
    handlers = {**RecordingHandlers().handlers(), **replacements.get("handlers", {})}
    table = {**TABLE, **replacements.get("table", {})}
    for removed in replacements.get("without", ()):
        handlers.pop(removed)
    return build_application(
        document,
        handlers,
        table,
        {**BODIES, **replacements.get("bodies", {})},
        authenticator=FakeAuthenticator(),
        make_call=lambda principal, _: str(principal),
        spool=replacements.get("spool", Path(os.devnull)),
        events={},
        lifespan=replacements.get("lifespan"),
    )


def startup_message(change: Callable[[dict[str, Any]], object] = lambda _: None, **replacements: Any) -> str:
    """The message of the `ContractError` at start-up."""
    with pytest.raises(ContractError) as caught:
        build_small_application(change, **replacements)
    return str(caught.value)


def operation(document: dict[str, Any], path: str = "/self", method: str = "get") -> dict[str, Any]:
    """One operation object of the description."""
    found: dict[str, Any] = document["paths"][path][method]
    return found


@pytest.mark.parametrize("version", ["3.0.3", "3.2.0", "2.0", None])
def test_only_3_1_starts(version: str | None) -> None:
    assert "must be OpenAPI 3.1" in startup_message(lambda d: d.update(openapi=version))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda o: o.pop("security"), "neither its scopes nor x-public"),
        (lambda o: o.update(security=[]), "neither its scopes nor x-public"),
        (lambda o: o.update(security=[{}]), "neither its scopes nor x-public"),
        (lambda o: o.update(security=[{}, {"bearer": ["a"]}]), "neither its scopes nor x-public"),
        (lambda o: o.update(security=[{"bearer": ["a"], "apiKey": ["a"]}]), "neither its scopes nor x-public"),
        (lambda o: o.update(security=[{"basic": ["a"]}]), "neither its scopes nor x-public"),
        (lambda o: o.update(security=[{"bearer": ["a"]}, {"apiKey": []}]), "disagree about the scopes"),
        (lambda o: o.pop("x-any-key"), "no scope and has no x-any-key"),
        (lambda o: o.update({"x-owner": "extensionId"}), "x-owner names extensionId"),
        (lambda o: o.update(responses={"400": {}}), "describes no success"),
        (lambda o: o.update(parameters=[{"in": "cookie", "name": "a", "schema": {}}]), "only path, query and header"),
        (lambda o: o.update(parameters=[{"in": "query", "name": "a", "content": {}}]), "only path, query and header"),
        (
            lambda o: o.update(parameters=[{"in": "query", "name": "a", "style": "deepObject", "schema": {}}]),
            "style deepObject is not served",
        ),
        (
            lambda o: o.update(parameters=[{"in": "query", "name": "a", "schema": {"type": "object"}}]),
            "type object is not served",
        ),
        (
            lambda o: o.update(
                parameters=[{"in": "query", "name": "a", "explode": False, "schema": {"type": "array"}}]
            ),
            "repeated query parameter only",
        ),
        (lambda o: o.update(parameters=[{"$ref": "https://example.org/a"}]), "leaves the bundled description"),
        (
            lambda o: o.update(
                parameters=[{"in": "query", "name": "a", "schema": {"items": {"$ref": "https://example.org/a"}}}]
            ),
            "example.org",
        ),
        (
            lambda o: o.update(parameters=[{"in": "query", "name": "a", "schema": {"pattern": "(?=a)"}}]),
            "(?=a)",
        ),
        (lambda o: o.update(requestBody={"content": {"application/json": {}}}), "no x-max-bytes"),
        *(
            (
                lambda o, schema=schema: o.update(
                    requestBody={"content": {"application/json": {"schema": schema}}, "x-max-bytes": 1}
                ),
                why,
            )
            for schema, why in [
                ({"pattern": "(?=a)"}, "(?=a)"),
                ({"items": {"$ref": "https://example.org/a"}}, "example.org"),
            ]
        ),
        (lambda o: o.update(requestBody={"content": {"image/png": {}}}), "no x-max-bytes"),
        *(
            (
                lambda o, names=names: o.update(
                    requestBody={"content": {name: {} for name in names}, "x-max-bytes": 1}
                ),
                why,
            )
            for names, why in [
                (("application/json", "image/png"), "a body with application/json must have no other media type"),
                ((), "media types in lower case"),
                (("image/*",), "media types in lower case"),
                (("image/png", "image/JPEG"), "media types in lower case"),
                (("text/plain; charset=utf-8",), "media types in lower case"),
            ]
        ),
    ],
)
def test_it_fails_closed(change: Callable[[dict[str, Any]], object], message: str) -> None:
    text = startup_message(lambda d: change(operation(d)))
    assert message in text
    assert "/self" in text or "~1self" in text


def test_paths_that_cannot_be_served() -> None:
    assert "head cannot be served" in startup_message(lambda d: d["paths"]["/self"].update(head={}))
    assert "parameters are []" in startup_message(lambda d: operation(d, "/image/{id}/download").update(parameters=[]))


async def _wrong_arguments(call: object, /, *, id: object, extension_ids: object) -> None:
    return None


async def _no_call(*, id: object, extension_id: object) -> None:
    return None


def _not_async(call: object, /, *, id: object, extension_id: object) -> None:
    return None


@pytest.mark.parametrize(
    ("replaced", "message"),
    [
        ({"without": ["ping"]}, "ping: no handler"),
        ({"handlers": {"pong": _wrong_arguments}}, "pong: the description has no such operation"),
        ({"table": {"pong": Row("/pong", "GET", ())}}, "pong: the description has no such operation"),
        ({"bodies": {"pong": BODIES["search"]}}, "pong: the description has no such operation"),
        ({"handlers": {"getTags": _wrong_arguments}}, "the handler takes (extension_ids, id), not (extension_id, id)"),
        ({"handlers": {"getTags": _not_async}}, "must be a coroutine function"),
        ({"handlers": {"getTags": _no_call}}, "must take the call as its first argument"),
        ({"table": {"ping": Row("/pong", "GET", ())}}, "another path or method"),
        ({"table": {"ping": Row("/ping", "PUT", ())}}, "another path or method"),
    ],
)
def test_handlers_must_match_the_description(replaced: dict[str, Any], message: str) -> None:
    assert message in startup_message(**replaced)


def test_every_mismatch_is_listed() -> None:
    text = startup_message(without=["ping", "self"], handlers={"getTags": _not_async})
    assert [name in text for name in ("ping:", "self:", "getTags:")] == [True, True, True]


def test_a_stale_table_is_noticed() -> None:
    async def handler(call: object, /, *, id: object, extension_ids: object) -> None:
        return None

    row = replace(TABLE["getTags"], arguments=("id", "extension_ids"))
    text = startup_message(table={"getTags": row}, handlers={"getTags": handler})
    assert "the generated table has the arguments (id, extension_ids), the description (id, extension_id)" in text


def test_the_description_is_not_changed() -> None:
    document = description()
    build_small_application(lambda d: d.update(document))
    assert document == description()


def test_lifespan_runs_once() -> None:
    events: list[str] = []

    @asynccontextmanager
    async def lifespan(_: object) -> AsyncIterator[None]:
        events.append("start")
        yield
        events.append("stop")

    messages = [{"type": "lifespan.startup"}, {"type": "lifespan.shutdown"}]

    async def receive() -> dict[str, Any]:
        return messages.pop(0)

    async def send(message: Any) -> None:
        events.append(message["type"])

    application = build_small_application(lifespan=lifespan)
    scope = {"type": "lifespan", "asgi": {"version": "3.0"}, "state": {}}
    asyncio.run(application(scope, receive, send))
    assert events == ["start", "lifespan.startup.complete", "stop", "lifespan.shutdown.complete"]


def test_no_frame_of_connexion_is_in_a_request() -> None:
    modules: set[str] = set()

    async def ping(_: object, /) -> str:
        frame: FrameType | None = sys._getframe()
        while frame is not None:
            modules.add(str(frame.f_globals["__name__"]).partition(".")[0])
            frame = frame.f_back
        return "pong"

    application = build_small_application(handlers={"ping": ping})
    statuses = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    scope = {"type": "http", "method": "GET", "path": "/ping", "raw_path": b"/ping", "query_string": b"", "headers": []}
    asyncio.run(application(scope, receive, send))
    assert statuses == [200]
    assert "facetry" in modules
    assert modules.isdisjoint({"connexion", "starlette"})


# --- The canary: these tests fail when the parts of Connexion that connexion31.py uses have changed. ---


def connexion(name: str) -> Any:
    """A name of Connexion, imported late: at the top it would raise deprecation warnings of its dependencies."""
    module, _, attribute = name.rpartition(".")
    return getattr(importlib.import_module(f"connexion.{module}"), attribute)


OpenAPISpecification = connexion("spec.OpenAPISpecification")
OpenAPIOperation = connexion("operations.openapi.OpenAPIOperation")
ConnexionMiddleware = connexion("middleware.main.ConnexionMiddleware")
LifespanMiddleware = connexion("middleware.lifespan.LifespanMiddleware")
Resolver = connexion("resolver.Resolver")


def test_canary_version() -> None:
    assert importlib.metadata.version("connexion").startswith("3.3.")


def test_canary_connexion_still_refuses_3_1() -> None:
    """In a process of its own: connexion31.py imports Connexion without the validator of its descriptions."""
    program = (
        "import json, sys, connexion.spec\n"
        "try: connexion.spec.OpenAPISpecification(json.load(sys.stdin))\n"
        "except connexion.exceptions.InvalidSpecification: print('refused')"
    )
    command = [sys.executable, "-W", "ignore", "-c", program]
    done = subprocess.run(command, input=json.dumps(description()), capture_output=True, text=True, timeout=60)
    assert done.stdout == "refused\n", done.stderr


def parameter_names(function: Callable[..., object]) -> list[str]:
    """The parameter names of a function."""
    return list(inspect.signature(function).parameters)


def test_canary_signatures() -> None:
    assert parameter_names(connexion("middleware.abstract.SpecMiddleware").add_api) == [
        "self",
        "specification",
        "kwargs",
    ]
    assert parameter_names(connexion("middleware.main.API").__init__) == [
        "self",
        "specification",
        "base_path",
        "kwargs",
    ]
    assert parameter_names(ConnexionMiddleware._build_middleware_stack) == ["self"]
    assert parameter_names(LifespanMiddleware.__init__) == ["self", "next_app", "lifespan"]
    assert parameter_names(Resolver.__init__) == ["self", "function_resolver"]
    assert parameter_names(OpenAPIOperation.from_spec) == ["spec", "args", "path", "method", "resolver", "kwargs"]
    assert parameter_names(OpenAPISpecification.__init__) == ["self", "raw_spec", "base_uri"]
    assert {"lifespan", "middlewares"} <= set(parameter_names(connexion("apps.asynchronous.AsyncApp").__init__))
    assert {"_validate_spec", "get_path_params", "clone"} <= set(dir(OpenAPISpecification))


def test_canary_from_spec_reads_what_description_offers() -> None:
    document = Description(description())
    found = OpenAPIOperation.from_spec(
        document, path="/image/{id}/setTags", method="put", resolver=Resolver({"setTags": _wrong_arguments}.__getitem__)
    )
    assert (found.operation_id, found.function) == ("setTags", _wrong_arguments)
    assert document.clone() is document
    assert document.base_path == ""


def test_canary_the_stack() -> None:
    application = build_small_application()
    middleware = application.middleware
    assert isinstance(middleware, ConnexionMiddleware)
    stack = middleware.middleware_stack
    assert stack is not None
    layers = [type(layer) for layer in stack]
    assert layers[:4] == [ProblemMiddleware, OperationsMiddleware, DocumentationMiddleware, LifespanMiddleware]
    assert isinstance(middleware.app, ProblemMiddleware)
    assert middleware.options.resolver is None
