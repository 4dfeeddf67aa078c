"""Adapter for Connexion with OpenAPI 3.1: the only file that uses Connexion's internals (its tests have a canary).

Connexion 3.3 refuses 3.1, validates with Draft 4 and drops bearer scopes. This module uses its extension points
instead: a `Specification` of our own, one `SpecMiddleware` that routes requests to compiled operations, its resolver
and its lifespan.
"""

import functools
import inspect
import pathlib
import sys
import warnings
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any, Final, Protocol

import jsonschema_rs
import pydantic
from starlette.exceptions import StarletteDeprecationWarning

from facetry.system.late_modules import late_modules

with (
    # Connexion's own validation, its clients and its templates need these. The service uses none of them.
    late_modules("jsonschema", "jsonschema.exceptions", "jsonschema.validators", "httpx", "requests"),
    late_modules("jinja2", "starlette.testclient", "werkzeug", "werkzeug.local", "yaml"),
    warnings.catch_warnings(),
):
    # Connexion still imports deprecated names of Starlette and jsonschema.
    warnings.simplefilter("ignore", DeprecationWarning)
    warnings.simplefilter("ignore", StarletteDeprecationWarning)
    # Flask is installed for the files of Swagger UI only. Connexion would import it, which makes each start slower.
    for _adapter in ("connexion.apps.flask", "connexion.frameworks.flask"):
        sys.modules.setdefault(_adapter, None)  # type: ignore[arg-type]  # importing it fails, as without Flask
    from connexion.apps.asynchronous import AsyncApp
from connexion.middleware.abstract import SpecMiddleware
from connexion.middleware.lifespan import Lifespan, LifespanMiddleware
from connexion.middleware.main import API
from connexion.resolver import Resolver
from connexion.spec import OpenAPISpecification, Specification

from facetry.auth import Authenticator, SessionFinder
from facetry.http.body import Receive
from facetry.http.documents.docs import DocumentationMiddleware, method_not_allowed, send_options
from facetry.http.documents.web_page import WebPage
from facetry.http.failed_keys import FailedKeys
from facetry.http.operation import CallFactory, Handler, Operation, compile_operation
from facetry.http.paths import PathItem, PathTrie
from facetry.http.problems import ASGIApp, ProblemMiddleware, Scope
from facetry.http.reply import Send
from facetry.http.upload import Spool
from facetry.observability.requests import current_request
from facetry.schema.document import ContractError, Document

METHODS: Final = ("get", "put", "post", "delete", "patch")
_UNSUPPORTED_KEYS: Final = ("head", "options", "trace", "$ref", "servers")


class Signature(Protocol):
    """A row of the generated operation table."""

    @property
    def path(self) -> str:
        """The path template."""
        ...

    @property
    def method(self) -> str:
        """The HTTP method, in either case."""
        ...

    @property
    def arguments(self) -> tuple[str, ...]:
        """The keyword arguments of the handler, by their Python names."""
        ...


class Description(OpenAPISpecification):
    """An OpenAPI 3.1 description. Only its version is checked, because codegen has validated it. Schemas keep their
    references.
    """

    def __init__(self, raw_spec: Mapping[str, Any], *, base_uri: str = "") -> None:
        self._raw_spec = {"components": {}, **raw_spec}
        self._validate_spec(self._raw_spec)
        self._spec = self._raw_spec
        self._base_uri = base_uri
        self.document = Document(self._raw_spec)

    @classmethod
    def _validate_spec(cls, spec: Mapping[str, Any]) -> None:
        version = str(spec.get("openapi"))
        if not version.startswith("3.1."):
            raise ContractError([f"the description must be OpenAPI 3.1, not {version}"])

    def get_path_params(self, _path: str) -> tuple[()]:
        """Empty: Connexion would append them to the operation's own list in the description, once per layer."""
        return ()

    def clone(self) -> "Description":
        """Returns the description itself, because nothing changes it."""
        return self


class OperationsMiddleware(SpecMiddleware):
    """Routes described requests to their compiled operations; everything else goes on to the next layer."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        bodies: Mapping[str, pydantic.TypeAdapter[Any]],
        authenticator: Authenticator,
        failed_keys: FailedKeys,
        make_call: CallFactory,
        spool: Spool,
        sessions: SessionFinder | None = None,
    ) -> None:
        self._app = app
        self._bodies = bodies
        self._authenticator = authenticator
        self._sessions = sessions
        self._failed_keys = failed_keys
        self._make_call = make_call
        self._spool = spool
        self.paths: PathTrie[Operation] = PathTrie()
        self.operations: dict[str, Operation] = {}

    def add_api(self, specification: Specification, **kwargs: Any) -> None:
        """Compiles every operation. Raises one `ContractError` with all mismatches."""
        resolver = kwargs["resolver"]
        if not isinstance(specification, Description):
            raise ContractError(["only an OpenAPI 3.1 description is served"])
        mismatches: list[str] = []
        for template, item in specification["paths"].items():
            operations: dict[str, Operation] = {}
            try:
                path_item = PathItem(template, {method: None for method in METHODS if method in item})
                for method in path_item.methods:
                    operations[method.upper()] = self._compile(specification, path_item, method, resolver)
                spans = _spans_segments(specification.document, template, path_item.methods)
                self.paths.add(template, operations, spans=spans)
            except (ContractError, ValueError, KeyError, jsonschema_rs.ReferencingError) as error:
                mismatches += error.mismatches if isinstance(error, ContractError) else [f"{template}: {error!r}"]
        if mismatches:
            raise ContractError(mismatches)

    def _compile(self, description: Description, path: PathItem[None], method: str, resolver: Resolver) -> Operation:
        connexion_operation = description.operation_cls.from_spec(
            description, path=path.template, method=method, resolver=resolver
        )
        operation_id = connexion_operation.operation_id
        operation = compile_operation(
            description.document,
            path,
            method,
            operation_id,
            handler=connexion_operation.function,
            authenticator=self._authenticator,
            failed_keys=self._failed_keys,
            make_call=self._make_call,
            model=self._bodies.get(operation_id),
            spool=self._spool,
            sessions=self._sessions,
        )
        self.operations[operation_id] = operation
        return operation

    def __call__(  # type: ignore[override]  # an awaitable is all that ASGI asks for
        self, scope: Scope, receive: Receive, send: Send
    ) -> Awaitable[None]:
        """Serves one connection of any ASGI type. Raises `FaultError` for a method that is not described."""
        match = self.paths.find(scope["raw_path"]) if scope["type"] == "http" else None
        if match is None:
            return self._app(scope, receive, send)
        path, segments = match
        method = scope["method"]
        operation = path.methods.get("GET" if method == "HEAD" else method)
        if operation is not None:
            if (request := current_request()) is not None:
                request.operation = operation.id
            return operation.serve(scope, receive, send, segments, head=method == "HEAD")
        if method == "OPTIONS":
            return send_options(send, path.allow)
        raise method_not_allowed(path.allow)


def _spans_segments(document: Document, template: str, methods: Iterable[str]) -> bool:
    """Whether the value of the path's last parameter may be several segments."""
    definitions = [item for method in methods for _, item in document.parameters(template, method)]
    return any(definition.get("x-spans-segments") for definition in definitions)


class Application(AsyncApp):
    """Connexion's application with the stack Problems → operations → documentation → lifespan."""

    def __init__(self, *, middlewares: list[Any], lifespan: Lifespan | None) -> None:
        super().__init__(
            "facetry", middlewares=[ProblemMiddleware, *middlewares, LifespanMiddleware], lifespan=lifespan
        )

    def add_description(self, description: Description, resolver: Resolver) -> None:
        """Replaces `add_api`, which would load the document with Connexion's class for OpenAPI 3.0."""
        options = self.middleware.options.replace(resolver=resolver)
        self.middleware.apis.append(API(description, base_path=None, **options.__dict__))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serves one connection of any ASGI type. Connexion's own layer has a part in the lifespan only."""
        app = self.middleware if scope["type"] == "lifespan" else self.middleware.app
        await app(scope, receive, send)

    def find_operation(self, raw_path: bytes, method: str) -> Operation | None:
        """The operation that a request is for; None for an address or a method that is not described."""
        match = self._operations.paths.find(raw_path)
        return None if match is None else match[0].methods.get("GET" if method == "HEAD" else method)

    def run_operation(self, operation: str, arguments: Mapping[str, object]) -> Awaitable[object]:
        """The result of the handler of an operation for a request that was authorised and validated."""
        return self._operations.operations[operation].run(arguments)

    def start(self) -> OperationsMiddleware:
        """Builds the middleware stack now, so that a mismatch stops the start instead of the first request."""
        self.middleware.app, stack = self.middleware._build_middleware_stack()
        self.middleware.middleware_stack = stack
        self._operations = next(layer for layer in stack if isinstance(layer, OperationsMiddleware))
        return self._operations


def build_application(
    document: Mapping[str, Any],
    handlers: Mapping[str, Handler],
    signatures: Mapping[str, Signature],
    bodies: Mapping[str, pydantic.TypeAdapter[Any]],
    *,
    authenticator: Authenticator,
    make_call: CallFactory,
    spool: pathlib.Path,
    events: Mapping[str, Any],
    failed_keys: FailedKeys | None = None,
    lifespan: Lifespan | None = None,
    sessions: SessionFinder | None = None,
    page: WebPage | None = None,
) -> Application:
    """The ASGI application for `document`; `events` is the AsyncAPI description that is served beside it. `failed_keys`
    are shared with other ways in. Without `sessions`, no cookie counts. `page` is that of the build by
    default.

    `handlers` maps operationIds to coroutine functions, which are called with `make_call(principal, connection)` and
    keyword arguments. Bodies that are not JSON are stored in files of the folder `spool` until the handler returns. The
    folder is created when needed. Raises `ContractError` with every mismatch between description, generated tables and
    handlers.
    """
    mismatches = handler_mismatches(document, handlers, signatures, bodies)
    if mismatches:
        raise ContractError(mismatches)
    operations = functools.partial(
        OperationsMiddleware,
        bodies=bodies,
        authenticator=authenticator,
        failed_keys=FailedKeys() if failed_keys is None else failed_keys,
        make_call=make_call,
        spool=Spool(spool),
        sessions=sessions,
    )
    documentation = functools.partial(DocumentationMiddleware, document=document, events=events, page=page)
    application = Application(middlewares=[operations, documentation], lifespan=lifespan)
    application.add_description(Description(document), Resolver(handlers.__getitem__))
    compiled = application.start()
    mismatches = [
        f"{name}: the generated table has the arguments ({', '.join(signatures[name].arguments)}), "
        f"the description ({', '.join(operation.arguments)})"
        for name, operation in compiled.operations.items()
        if set(operation.arguments) != set(signatures[name].arguments)
    ]
    if mismatches:
        raise ContractError(mismatches)
    return application


def handler_mismatches(
    document: Mapping[str, Any],
    handlers: Mapping[str, Handler],
    signatures: Mapping[str, Signature],
    bodies: Mapping[str, pydantic.TypeAdapter[Any]],
) -> list[str]:
    """One sentence for each disagreement between description, generated table and handlers."""
    described_operations: dict[str, tuple[str, str]] = {}
    mismatches: list[str] = []
    for template, item in document.get("paths", {}).items():
        mismatches += [f"{template}: {key} cannot be served" for key in _UNSUPPORTED_KEYS if key in item]
        for method in (method for method in METHODS if method in item):
            name = item[method].get("operationId")
            if name is None or name in described_operations:
                mismatches.append(f"{method.upper()} {template}: operationId {name} is missing or not unique")
            described_operations[name] = template, method
    for name in sorted(described_operations.keys() | signatures.keys() | handlers.keys() | bodies.keys(), key=str):
        if name not in described_operations:
            mismatches.append(f"{name}: the description has no such operation")
        elif name not in signatures:
            mismatches.append(f"{name}: the generated table has no such operation; run python -m codegen")
        elif (signatures[name].path, signatures[name].method.lower()) != described_operations[name]:
            mismatches.append(f"{name}: the generated table has another path or method; run python -m codegen")
        elif name not in handlers:
            mismatches.append(f"{name}: no handler")
        else:
            mismatches += _signature_mismatches(name, handlers[name], signatures[name].arguments)
    return mismatches


def _signature_mismatches(name: str, handler: Callable[..., Any], arguments: tuple[str, ...]) -> list[str]:
    if not inspect.iscoroutinefunction(handler):
        return [f"{name}: the handler must be a coroutine function (async def)"]
    parameters = list(inspect.signature(handler).parameters.values())
    positional_kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    if not parameters or parameters[0].kind not in positional_kinds:
        return [f"{name}: the handler must take the call as its first argument"]
    named_kinds = (inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    accepted_names = {p.name for p in parameters[1:] if p.kind in named_kinds}
    if accepted_names != set(arguments) or len(accepted_names) != len(parameters) - 1:
        return [
            f"{name}: the handler takes ({', '.join(sorted(accepted_names))}), not ({', '.join(sorted(arguments))})"
        ]
    return []
