"""Compiled operations. For each request: authenticate, authorise, read and validate, call the handler, respond."""

from collections.abc import Awaitable, Callable, Mapping, MutableMapping, Sequence
from functools import partial
from typing import Any, Final

import pydantic

from facetry.auth import (
    ANONYMOUS,
    Authenticator,
    OnRecognised,
    Principal,
    SessionFinder,
    ended_session,
    foreign_extension,
    insufficient_scope,
    invalid_key,
    missing_key,
    secret_of,
)
from facetry.http.body import JSON, Body, DisconnectedError, Receive, require_no_body
from facetry.http.compression import MIN_ANSWER_BYTES, compress_answer
from facetry.http.failed_keys import FailedKeys
from facetry.http.json_answer import json_answer
from facetry.http.parameters import Parameter, Parameters, compile_parameter
from facetry.http.paths import PathItem
from facetry.http.preconditions import HEADERS as PRECONDITION_HEADERS
from facetry.http.preconditions import NO_VALIDATORS, preconditions_of
from facetry.http.reply import Reply, Send, raw_headers, send_bytes, send_reply
from facetry.http.request import ABORT_KEY, KNOWN_CALLER_KEY, Request, note_caller
from facetry.http.upload import Spool, UploadBody
from facetry.http.web.session_cookies import presented_sessions
from facetry.observability.requests import current_request
from facetry.schema.document import ContractError, Document, pointer_token

Handler = Callable[..., Awaitable[object]]
CallFactory = Callable[[Principal, Request], object]

PRECONDITION: Final = "x-precondition"
"""Member of a header parameter that the pipeline reads. Handlers get it as part of their request."""
_READ_HEADERS: Final = frozenset(
    {
        b"authorization",
        b"x-api-key",
        b"content-type",
        b"content-length",
        b"content-encoding",
        b"transfer-encoding",
        b"host",
        *PRECONDITION_HEADERS,
        b"if-range",
        b"range",
        b"sec-fetch-dest",
        b"sec-fetch-site",
        b"x-facetry-page",
        b"cookie",
        b"accept-encoding",
    }
)


def request_headers(scope: Mapping[str, Any], names: frozenset[bytes] = _READ_HEADERS) -> dict[bytes, bytes]:
    """The headers that the pipeline reads. The values of a repeated header are joined by a comma (RFC 9110 §5.2)."""
    headers: dict[bytes, bytes] = {}
    for name, value in scope["headers"]:
        if name in names:
            headers[name] = value if name not in headers else headers[name] + b"," + value
    return headers


class Operation:
    """A compiled operation. `arguments` are the names of the keyword arguments of its handler."""

    def __init__(
        self,
        id: str,
        *,
        handler: Handler,
        authenticator: Authenticator,
        sessions: SessionFinder | None,
        failed_keys: FailedKeys,
        make_call: CallFactory,
        scopes: frozenset[str] | None,
        owner: Parameter | None,
        parameters: Parameters,
        body: Body | UploadBody | None,
        status: int,
        media_type: str | None,
        is_compressed: bool = True,
        method: str = "get",
        judges_preconditions: bool = False,
    ) -> None:
        """`judges_preconditions`: the handler does, because it alone knows what changes."""
        self.id = id
        """The operationId."""
        self._handler = handler
        self._authenticate = authenticator.authenticate
        self._sessions = sessions
        self._failed_keys = failed_keys
        self._make_call = make_call
        self._scopes = scopes
        self._owner = owner
        self._parameters = parameters
        self._header_names = _READ_HEADERS | parameters.headers
        self._body = body if isinstance(body, Body) else None
        self._upload = body if isinstance(body, UploadBody) else None
        self._status = status
        self._media_type = media_type
        self._is_compressed = is_compressed and media_type == JSON
        self._reads = method == "get"
        self._replaces = method != "post" and any(each.location == "path" for each in parameters.all)
        self._judges_preconditions = judges_preconditions
        self._headers = [(b"cache-control", b"no-store"), (b"x-content-type-options", b"nosniff")]
        if media_type is not None:
            self._headers.append((b"content-type", media_type.encode("ascii")))
        self.arguments = (*parameters.arguments, *(("body",) if body is not None else ()))
        self.only_reads = self._upload is None and all(scope.endswith(":read") for scope in scopes or ())
        """Whether no scope permits a change. Such an operation may still need what only one process has."""

    async def serve(
        self, scope: Mapping[str, Any], receive: Receive, send: Send, segments: Sequence[str], *, head: bool
    ) -> None:
        """Answers one request whose path parameters are `segments`, still percent-encoded."""
        headers = request_headers(scope, self._header_names)
        principal, authorise, session = ANONYMOUS, None, None
        if self._scopes is not None:
            secret = secret_of(headers.get(b"authorization"), headers.get(b"x-api-key"))
            if secret is None:
                session, principal = await self._open_session(headers, scope)
                find = partial(self._find_session, session)
            else:
                find = partial(self._authenticate, secret)
                principal = await self._principal_of(secret, scope)
            require_scopes(principal, self._scopes)
            authorise = partial(_authorise_again, find, self._scopes)
        arguments = self._parameters.read(segments, scope["query_string"], headers)
        if (observed := current_request()) is not None and observed.trace is not None:
            image = arguments.get("id")
            observed.trace.begin(self.id, principal.extension_id, None if image is None else str(image))
        if self._owner is not None and principal.extension_id is not None:
            requested = arguments.get(self._owner.argument)
            if requested != ([principal.extension_id] if self._owner.is_array else principal.extension_id):
                requested_text = ",".join(requested or ()) if self._owner.is_array else str(requested)
                raise foreign_extension(self._owner.name, principal.extension_id, requested_text)
        if self._body is not None:
            arguments["body"] = await self._body.read(receive, headers)
        elif self._upload is None and (headers.get(b"content-length", b"0") != b"0" or b"transfer-encoding" in headers):
            await require_no_body(receive, headers)
        request = Request(
            receive,
            headers,
            authorise=authorise,
            abort=scope.get(ABORT_KEY),
            scope=scope,
            slow_down=self._slow_down,
            session=session,
        )
        conditions = preconditions_of(headers)
        if conditions is not None and not self._reads and not self._judges_preconditions:
            if self._replaces:
                conditions.require_change(NO_VALIDATORS)
            else:
                conditions.require_match(NO_VALIDATORS)
        call = self._make_call(principal, request)
        if self._upload is None:
            result = await self._handler(call, **arguments)
        else:
            async with self._upload.receive_file(receive, headers) as arguments["body"]:
                result = await self._handler(call, **arguments)
        if isinstance(result, Reply):
            await send_reply(result, send, receive, headers, head=head)
        else:
            if conditions is not None and self._reads:  # after the handler: what does not exist is 404
                conditions.require_match(NO_VALIDATORS)
            answer_headers, text = self._headers.copy(), self._encode(result)
            if request.answer_headers:
                answer_headers += raw_headers(tuple(request.answer_headers))
            if self._is_compressed and len(text) >= MIN_ANSWER_BYTES and b"accept-encoding" in headers:
                text = await compress_answer(text, headers[b"accept-encoding"], answer_headers)
            await send_bytes(send, self._status, answer_headers, text, head=head)

    def run(self, arguments: Mapping[str, object]) -> Awaitable[object]:
        """The result of the handler for arguments that are valid. The request has been authorised, and the handler asks
        for nothing else of it, not even for its principal.
        """
        return self._handler(self._make_call(ANONYMOUS, Request(_disconnected, {})), **arguments)

    async def _principal_of(self, secret: str, request: Mapping[str, Any]) -> Principal:
        """The principal of a key. `request` is the ASGI scope."""
        principal = await self._authenticate(secret, request.get(KNOWN_CALLER_KEY))
        if principal is None:
            await self._slow_down(request, secret)
            raise invalid_key()
        note_caller(request, principal)
        return principal

    async def _open_session(self, headers: Mapping[bytes, bytes], request: Mapping[str, Any]) -> tuple[str, Principal]:
        """The first session of the request that has not ended, and its principal."""
        values = presented_sessions(headers, request)
        for value in values:
            principal = await self._find_session(value, request.get(KNOWN_CALLER_KEY))
            if principal is not None:
                note_caller(request, principal)
                return value, principal
        if not values:
            raise missing_key()
        await self._slow_down(request, values[0])
        raise ended_session()

    async def _find_session(self, value: str, on_recognised: OnRecognised | None = None) -> Principal | None:
        return None if self._sessions is None else await self._sessions.find(value, on_recognised)

    async def _slow_down(self, request: Mapping[str, Any], secret: str) -> None:
        client = request.get("client")
        if client is None or await self._failed_keys.record(client[0], secret):
            return
        abort = request.get(ABORT_KEY)
        if abort is not None:
            abort()
            raise DisconnectedError

    def _encode(self, result: object) -> bytes:
        if self._media_type == JSON:
            return json_answer(result)
        if self._media_type is None and result is None:
            return b""
        if isinstance(result, str):
            return result.encode("utf-8")
        raise TypeError(f"{self._handler} returned {type(result).__name__} for {self._media_type}")


async def _disconnected() -> MutableMapping[str, Any]:
    return {"type": "http.disconnect"}


def require_scopes(principal: Principal, scopes: frozenset[str]) -> None:
    """Raise 403 for a principal that lacks scopes."""
    missing_scopes = principal.missing_scopes(scopes)
    if missing_scopes:
        raise insufficient_scope(scopes, missing_scopes, principal.extension_id)


async def _authorise_again(find: Callable[[], Awaitable[Principal | None]], scopes: frozenset[str]) -> None:
    """Check the key or the session of a request that was authorised before."""
    principal = await find()
    if principal is None:
        raise invalid_key()
    require_scopes(principal, scopes)


def compile_operation(
    document: Document,
    path: PathItem[Any],
    method: str,
    id: str,
    *,
    handler: Handler,
    authenticator: Authenticator,
    failed_keys: FailedKeys,
    make_call: CallFactory,
    model: pydantic.TypeAdapter[Any] | None,
    spool: Spool,
    sessions: SessionFinder | None = None,
) -> Operation:
    """Compiles the operation `id` at `path` and `method` (lower case)."""
    pointer = f"#/paths/{pointer_token(path.template)}/{method}"
    definition = document.at(pointer)
    described = list(document.parameters(path.template, method))
    parameters = Parameters(
        document,
        path.parameter_names,
        [compile_parameter(document, where, item) for where, item in described if not item.get(PRECONDITION)],
        ignores_unknown_query=bool(definition.get("x-any-query")),
    )
    owner = definition.get("x-owner")
    owners = {p.name: p for p in parameters.all if p.required or p.is_array}  # an omitted list means all
    if owner is not None and owner not in owners:
        raise ContractError([f"{pointer}: x-owner names {owner}, which is not a required parameter or a list"])
    status, media_type = _success_response(document, pointer)
    return Operation(
        id,
        handler=handler,
        authenticator=authenticator,
        sessions=sessions,
        failed_keys=failed_keys,
        make_call=make_call,
        scopes=_required_scopes(pointer, definition),
        owner=None if owner is None else owners[owner],
        parameters=parameters,
        body=_compile_body(document, f"{pointer}/requestBody", model, spool) if "requestBody" in definition else None,
        status=status,
        media_type=media_type,
        is_compressed="x-uncompressed" not in definition,
        method=method,
        judges_preconditions=any(item.get(PRECONDITION) for _, item in described),
    )


def _compile_body(
    document: Document, pointer: str, model: pydantic.TypeAdapter[Any] | None, spool: Spool
) -> Body | UploadBody:
    if JSON in document.resolve(pointer)[1]["content"]:
        return Body(document, pointer, model)
    return UploadBody(document, pointer, spool)


def _required_scopes(pointer: str, definition: Mapping[str, Any]) -> frozenset[str] | None:
    """All scopes that an operation needs; None for a public operation. An operation must state one or the other."""
    security = definition.get("security")
    if security == [] and definition.get("x-public"):
        return None
    schemes = {name for alternative in security or () for name in alternative}
    lists = [scopes for alternative in security or () for scopes in alternative.values()]
    if not lists or any(len(alternative) != 1 for alternative in security or ()) or schemes - {"bearer", "apiKey"}:
        raise ContractError([f"{pointer}: the operation states neither its scopes nor x-public"])
    if any(set(scopes) != set(lists[0]) for scopes in lists):
        raise ContractError([f"{pointer}: the security schemes disagree about the scopes"])
    if not lists[0] and not definition.get("x-any-key"):
        raise ContractError([f"{pointer}: the operation names no scope and has no x-any-key"])
    return frozenset(lists[0])


def _success_response(document: Document, pointer: str) -> tuple[int, str | None]:
    """Status and media type of the operation's first success response."""
    statuses = sorted(status for status in document.at(pointer)["responses"] if status.startswith("2"))
    if not statuses:
        raise ContractError([f"{pointer}: the operation describes no success"])
    _, response = document.resolve(f"{pointer}/responses/{statuses[0]}")
    media_types = list(response.get("content", {}))
    if JSON in media_types:
        return int(statuses[0]), JSON
    media_type = media_types[0] if media_types else None
    if media_type is not None and media_type.startswith("text/") and "charset" not in media_type:
        media_type = f"{media_type}; charset=utf-8"
    return int(statuses[0]), media_type
