"""Connexion on OpenAPI 3.1: the one file that knows Connexion's insides (its canary is in its tests).

Connexion 3.3 refuses 3.1, judges with Draft 4 and drops bearer scopes. What it is built to allow is used instead: a
`Specification` of our own, one `SpecMiddleware` that routes, authorises, reads, judges and calls compiled operations,
its resolver and its lifespan.
"""

import functools
import inspect
import pathlib
import warnings
from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol

import jsonschema_rs
import pydantic
from starlette.exceptions import StarletteDeprecationWarning

with warnings.catch_warnings():  # Connexion still imports what Starlette and jsonschema announce to remove
    warnings.simplefilter("ignore", DeprecationWarning)
    warnings.simplefilter("ignore", StarletteDeprecationWarning)
    from connexion.apps.asynchronous import AsyncApp
from connexion.middleware.abstract import SpecMiddleware
from connexion.middleware.lifespan import Lifespan, LifespanMiddleware
from connexion.middleware.main import API
from connexion.resolver import Resolver
from connexion.spec import OpenAPISpecification, Specification

from facetry.auth import Authenticator
from facetry.http.body import Receive
from facetry.http.docs import Documentation, method_unknown, send_options
from facetry.http.operation import Context, Handler, Operation, compile_operation
from facetry.http.paths import Path, Paths
from facetry.http.problems import App, Problems, Scope
from facetry.http.reply import Send
from facetry.http.upload import Spool
from facetry.schema.document import ContractError, Document

METHODS: Final = ("get", "put", "post", "delete", "patch")
_UNSERVED: Final = ("head", "options", "trace", "$ref", "servers")


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
    """An OpenAPI 3.1 description, trusted because codegen has validated it; only its version is checked here.
    Schemas keep their references.
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
        """None: Connexion would append them to the operation's own list, in the description, once per layer."""
        return ()

    def clone(self) -> "Description":
        """Itself: nothing here changes a description."""
        return self


class OperationsMiddleware(SpecMiddleware):
    """Routes described requests to their compiled operations; everything else goes on to the next layer."""

    def __init__(
        self,
        app: App,
        *,
        bodies: Mapping[str, pydantic.TypeAdapter[Any]],
        authenticator: Authenticator,
        context: Context,
        spool: Spool,
    ) -> None:
        self._app = app
        self._bodies = bodies
        self._authenticator = authenticator
        self._context = context
        self._spool = spool
        self.paths: Paths[Operation] = Paths()
        self.operations: dict[str, Operation] = {}

    def add_api(self, specification: Specification, **kwargs: Any) -> None:
        """Compiles every operation; all misfits are reported together."""
        resolver = kwargs["resolver"]
        misfits: list[str] = []
        for template, item in specification["paths"].items():
            operations: dict[str, Operation] = {}
            try:
                described = Path(template, {method: None for method in METHODS if method in item})
                for method in described.methods:
                    operations[method.upper()] = self._compile(specification, described, method, resolver)
                self.paths.add(template, operations)
            except (ContractError, ValueError, KeyError, jsonschema_rs.ReferencingError) as error:
                misfits += error.misfits if isinstance(error, ContractError) else [f"{template}: {error!r}"]
        if misfits:
            raise ContractError(misfits)

    def _compile(self, description: Specification, path: Path[None], method: str, resolver: Resolver) -> Operation:
        if not isinstance(description, Description):
            raise ContractError(["only an OpenAPI 3.1 description is served"])
        connexion_operation = description.operation_cls.from_spec(
            description, path=path.template, method=method, resolver=resolver
        )
        operation_id = connexion_operation.operation_id
        operation = compile_operation(
            description.document,
            path,
            method,
            handler=connexion_operation.function,
            authenticator=self._authenticator,
            context=self._context,
            model=self._bodies.get(operation_id),
            spool=self._spool,
        )
        self.operations[operation_id] = operation
        return operation

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serves one connection of any ASGI type."""
        found = self.paths.find(scope["raw_path"]) if scope["type"] == "http" else None
        if found is None:
            await self._app(scope, receive, send)
            return
        path, segments = found
        method = scope["method"]
        operation = path.methods.get("GET" if method == "HEAD" else method)
        if operation is not None:
            await operation.serve(scope, receive, send, segments, head=method == "HEAD")
        elif method == "OPTIONS":
            await send_options(send, path.allow)
        else:
            raise method_unknown(path.allow)


class Application(AsyncApp):
    """Connexion's application with the stack Problems → operations → documentation → lifespan."""

    def __init__(self, *, middlewares: list[Any], lifespan: Lifespan | None) -> None:
        super().__init__("facetry", middlewares=[Problems, *middlewares, LifespanMiddleware], lifespan=lifespan)

    def add_description(self, description: Description, resolver: Resolver) -> None:
        """What `add_api` is for 3.0: Connexion's own way would load the document by its 3.0 class."""
        options = self.middleware.options.replace(resolver=resolver)
        self.middleware.apis.append(API(description, base_path=None, **options.__dict__))

    def start(self) -> OperationsMiddleware:
        """Builds the stack now, so that a misfit stops the start and not the first request."""
        self.middleware.app, stack = self.middleware._build_middleware_stack()
        self.middleware.middleware_stack = stack
        return next(layer for layer in stack if isinstance(layer, OperationsMiddleware))


def build(
    document: Mapping[str, Any],
    handlers: Mapping[str, Handler],
    signatures: Mapping[str, Signature],
    bodies: Mapping[str, pydantic.TypeAdapter[Any]],
    *,
    authenticator: Authenticator,
    context: Context,
    spool: pathlib.Path,
    lifespan: Lifespan | None = None,
) -> Application:
    """The ASGI application that serves `document`, each operation by the coroutine function `handlers` has for its
    operationId, called with `context(principal, connection)` and keyword arguments. Bodies that are not JSON pass
    through files in the folder `spool`, which is made when it is needed; what an earlier run left there is removed.
    Raises `ContractError` naming every misfit between description, generated tables and handlers.
    """
    misfits = handler_misfits(document, handlers, signatures, bodies)
    if misfits:
        raise ContractError(misfits)
    operations = functools.partial(
        OperationsMiddleware, bodies=bodies, authenticator=authenticator, context=context, spool=Spool(spool)
    )
    documentation = functools.partial(Documentation, document=document)
    application = Application(middlewares=[operations, documentation], lifespan=lifespan)
    application.add_description(Description(document), Resolver(handlers.__getitem__))
    compiled = application.start()
    misfits = [
        f"{name}: the generated table says ({', '.join(signatures[name].arguments)}), "
        f"the description ({', '.join(operation.arguments)})"
        for name, operation in compiled.operations.items()
        if set(operation.arguments) != set(signatures[name].arguments)
    ]
    if misfits:
        raise ContractError(misfits)
    return application


def handler_misfits(
    document: Mapping[str, Any],
    handlers: Mapping[str, Handler],
    signatures: Mapping[str, Signature],
    bodies: Mapping[str, pydantic.TypeAdapter[Any]],
) -> list[str]:
    """Where description, generated table and handlers disagree, one sentence each."""
    described: dict[str, tuple[str, str]] = {}
    misfits: list[str] = []
    for template, item in document.get("paths", {}).items():
        misfits += [f"{template}: {key} cannot be served" for key in _UNSERVED if key in item]
        for method in (method for method in METHODS if method in item):
            name = item[method].get("operationId")
            if name is None or name in described:
                misfits.append(f"{method.upper()} {template}: operationId {name} is missing or taken")
            described[name] = template, method
    for name in sorted(described.keys() | signatures.keys() | handlers.keys() | bodies.keys(), key=str):
        if name not in described:
            misfits.append(f"{name}: the description has no such operation")
        elif name not in signatures:
            misfits.append(f"{name}: the generated table has no such operation; run python -m codegen")
        elif (signatures[name].path, signatures[name].method.lower()) != described[name]:
            misfits.append(f"{name}: the generated table has another path or method; run python -m codegen")
        elif name not in handlers:
            misfits.append(f"{name}: no handler")
        else:
            misfits += _signature_misfits(name, handlers[name], signatures[name].arguments)
    return misfits


def _signature_misfits(name: str, handler: Callable[..., Any], arguments: tuple[str, ...]) -> list[str]:
    if not inspect.iscoroutinefunction(handler):
        return [f"{name}: the handler must be a coroutine function (async def)"]
    parameters = list(inspect.signature(handler).parameters.values())
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    if not parameters or parameters[0].kind not in positional:
        return [f"{name}: the handler must take the call as its first argument"]
    named = (inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    taken = {p.name for p in parameters[1:] if p.kind in named}
    if taken != set(arguments) or len(taken) != len(parameters) - 1:
        return [f"{name}: the handler takes ({', '.join(sorted(taken))}), not ({', '.join(sorted(arguments))})"]
    return []
