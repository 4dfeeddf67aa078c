"""Services that break the contract: a proxy in front of a real server that changes one thing."""

from __future__ import annotations

import http.client
import json
import re
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final
from urllib.parse import parse_qsl, urlencode

HOST: Final = "127.0.0.1"
Headers = list[tuple[str, str]]


@dataclass(frozen=True)
class Request:
    """A request as it came."""

    method: str
    path: str
    query: str
    headers: Headers
    body: bytes

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """The parameters of the query."""
        return parse_qsl(self.query, keep_blank_values=True)

    def ends(self, *ends: str) -> bool:
        """Whether the path ends so."""
        return self.path.endswith(ends)

    def parsed(self) -> Any:
        """The JSON value of the body, or None."""
        try:
            return json.loads(self.body)
        except ValueError:
            return None

    def with_json(self, value: Any) -> Request:
        """The same request with another body."""
        return replace(self, body=json.dumps(value).encode())


@dataclass(frozen=True)
class Answer:
    """An answer as it goes out."""

    status: int
    headers: Headers = field(default_factory=list)
    body: bytes = b""

    def parsed(self) -> Any:
        """The JSON value of the body, or None."""
        try:
            return json.loads(self.body)
        except ValueError:
            return None

    def with_json(self, value: Any) -> Answer:
        """The same answer with another body."""
        return replace(self, body=json.dumps(value).encode())

    def without(self, *names: str) -> Answer:
        """The same answer without these headers."""
        return replace(self, headers=[pair for pair in self.headers if pair[0].lower() not in names])

    def with_header(self, name: str, value: str) -> Answer:
        """The same answer with this header."""
        return replace(self, headers=[*self.without(name.lower()).headers, (name, value)])


Forward = Callable[[Request], Answer]
Break = Callable[[Request, Forward], Answer]
NO_CONTENT: Final = Answer(204)


def all_of(breaks: Sequence[Break]) -> Break:
    """A service that is broken in all of these ways; the first one changes the answer last."""
    if not breaks:
        return lambda request, forward: forward(request)
    first, others = breaks[0], all_of(breaks[1:])
    return lambda request, forward: first(request, lambda seen: others(seen, forward))


def _tag_lists(request: Request) -> bool:
    return request.ends("/setTags", "/ensureTags") and isinstance(request.parsed(), list)


def wrong_status(request: Request, forward: Forward) -> Answer:
    """A success that the description does not have."""
    answer = forward(request)
    return replace(answer, status=200) if request.ends("/setTags") and answer.status == 204 else answer


def undocumented_status(request: Request, forward: Forward) -> Answer:
    """A refusal with a status that is not described."""
    answer = forward(request)
    if request.ends("/getTags") and answer.status == 400:
        return replace(answer.with_json({**answer.parsed(), "status": 422}), status=422)
    return answer


def missing_scope_check(key: str) -> Break:
    """Any valid key may read tags."""

    def broken(request: Request, forward: Forward) -> Answer:
        answer = forward(request)
        if request.ends("/getTags") and answer.status == 403:
            return forward(_with_key(request, key))
        return answer

    return broken


def foreign_write(key: str) -> Break:
    """The key of an extension may write in the name of another."""

    def broken(request: Request, forward: Forward) -> Answer:
        answer = forward(request)
        if request.ends("/setEmbeddings", "/setTags") and answer.status == 403 and b"extension.foreign" in answer.body:
            return forward(_with_key(request, key))
        return answer

    return broken


def _with_key(request: Request, key: str) -> Request:
    others = [pair for pair in request.headers if pair[0].lower() not in {"authorization", "x-api-key"}]
    return replace(request, headers=[*others, ("Authorization", f"Bearer {key}")])


def leaked_sentinel(request: Request, forward: Forward) -> Answer:
    """An image without tags shows the sentinel."""
    answer = forward(request)
    return answer.with_json(["__empty__"]) if request.ends("/getTags") and answer.body == b"[]" else answer


def wrong_length_rule(request: Request, forward: Forward) -> Answer:
    """Tags of 65 characters are cut instead of refused."""
    if _tag_lists(request):
        request = request.with_json([each[:64] if isinstance(each, str) else each for each in request.parsed()])
    return forward(request)


def accepts_257_tags(request: Request, forward: Forward) -> Answer:
    """A list with too many tags is cut instead of refused."""
    return forward(request.with_json(request.parsed()[:256]) if _tag_lists(request) else request)


def accepts_duplicates(request: Request, forward: Forward) -> Answer:
    """A tag may stand twice in one list."""
    if _tag_lists(request) and all(isinstance(each, str) for each in request.parsed()):
        request = request.with_json(list(dict.fromkeys(request.parsed())))
    return forward(request)


def missing_member(request: Request, forward: Forward) -> Answer:
    """A search answers without its total."""
    answer = forward(request)
    if request.path.startswith("/image/search/") and answer.status == 200 and isinstance(answer.parsed(), dict):
        return answer.with_json({name: each for name, each in answer.parsed().items() if name != "totalCount"})
    return answer


def wrong_content_type(request: Request, forward: Forward) -> Answer:
    """JSON is declared as a page."""
    answer = forward(request)
    return answer.with_header("Content-Type", "text/html") if request.ends("/getAllTags") else answer


def ignores_unknown_parameters(request: Request, forward: Forward) -> Answer:
    """An unknown parameter of the query is left out."""
    kept = [pair for pair in request.pairs if pair[0] != "verbose" and not pair[0].startswith("x-")]
    return forward(replace(request, query=urlencode(kept)) if len(kept) < len(request.pairs) else request)


def fails_on_nul(request: Request, forward: Forward) -> Answer:
    """A NUL character brings the service down."""
    if "%00" in request.query or b"\\u0000" in request.body:
        return Answer(500, [("Content-Type", "text/plain")], b"Internal Server Error")
    return forward(request)


def wrong_vector_length() -> Break:
    """Vectors of another length are cut or filled instead of refused."""
    lengths: dict[tuple[str, str], int] = {}

    def broken(request: Request, forward: Forward) -> Answer:
        vectors = request.parsed() if request.ends("/setEmbeddings") else None
        if not isinstance(vectors, list):
            return forward(request)
        extension = dict(request.pairs).get("extensionId", "")
        for vector in vectors:
            if isinstance(vector, dict) and vector.get("values") and isinstance(vector["values"], list):
                length = lengths.setdefault((extension, str(vector.get("name"))), len(vector["values"]))
                vector["values"] = (vector["values"] + [0.5] * length)[:length]
        return forward(request.with_json(vectors))

    return broken


def repeated_pairs(request: Request, forward: Forward) -> Answer:
    """A list of distinct pairs has each twice."""
    answer = forward(request)
    if request.path == "/repository/tags" and isinstance(answer.parsed(), list):
        return answer.with_json(answer.parsed() * 2)
    return answer


def lost_write(request: Request, forward: Forward) -> Answer:
    """Tags are acknowledged and not stored."""
    values = request.parsed()
    is_valid = isinstance(values, list) and values == ["three"]
    return NO_CONTENT if request.ends("/ensureTags") and is_valid else forward(request)


def other_error_body(request: Request, forward: Forward) -> Answer:
    """Errors are no problem documents."""
    answer = forward(request)
    if answer.status == 400:
        return replace(answer.with_header("Content-Type", "application/json"), body=b'{"error": "bad request"}')
    return answer


def missing_challenge(request: Request, forward: Forward) -> Answer:
    """401 comes without WWW-Authenticate."""
    answer = forward(request)
    return answer.without("www-authenticate") if answer.status == 401 else answer


def lost_order(request: Request, forward: Forward) -> Answer:
    """Items of a search come in the reverse order."""
    answer = forward(request)
    if request.path.startswith("/image/search/") and isinstance(answer.parsed(), dict) and "items" in answer.parsed():
        return answer.with_json({**answer.parsed(), "items": answer.parsed()["items"][::-1]})
    return answer


def wrong_total(request: Request, forward: Forward) -> Answer:
    """The total count is that of the page."""
    answer = forward(request)
    if request.path.startswith("/image/search/") and isinstance(answer.parsed(), dict) and "items" in answer.parsed():
        return answer.with_json({**answer.parsed(), "totalCount": len(answer.parsed()["items"])})
    return answer


def delete_without_effect(request: Request, forward: Forward) -> Answer:
    """An image is said to be deleted, and stays."""
    if request.method == "DELETE" and re.fullmatch(r"/image/[^/]+/delete", request.path):
        shown = forward(replace(request, method="GET", path=request.path.replace("/delete", "/get")))
        return NO_CONTENT if shown.status == 200 else forward(request)
    return forward(request)


def unknown_image_is_empty(request: Request, forward: Forward) -> Answer:
    """An image that does not exist has no tags, instead of being 404."""
    answer = forward(request)
    if request.ends("/getTags") and answer.status == 404:
        return Answer(200, [("Content-Type", "application/json")], b"[]")
    return answer


def no_allow(request: Request, forward: Forward) -> Answer:
    """405 comes without Allow."""
    return forward(request).without("allow")


def ignores_preconditions(request: Request, forward: Forward) -> Answer:
    """Whatever version the client knows, its request is done."""
    return forward(replace(request, headers=[pair for pair in request.headers if pair[0].lower() != "if-match"]))


def refused_write_changes(request: Request, forward: Forward) -> Answer:
    """What is valid in a refused list of tags is stored."""
    answer = forward(request)
    if _tag_lists(request) and answer.status == 400 and "fine" in request.parsed():
        forward(request.with_json(["fine"]))
    return answer


def sentinel_stays(request: Request, forward: Forward) -> Answer:
    """ensureTags replaces the tags instead of keeping them."""
    if request.ends("/ensureTags"):
        request = replace(request, path=request.path.replace("/ensureTags", "/setTags"))
    return forward(request)


_NOT_FORWARDED = frozenset({"host", "connection", "accept-encoding"})


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # header and body are two writes
    wbufsize = -1
    upstream: int
    rule: Break

    def handle_any(self) -> None:
        length = int(self.headers.get("content-length") or 0)
        path, _, query = self.path.partition("?")
        # rules change answers, so these come uncompressed
        pairs = [(name, value) for name, value in self.headers.items() if name.lower() not in _NOT_FORWARDED]
        request = Request(self.command, path, query, pairs, self.rfile.read(length) if length else b"")
        answer = type(self).rule(request, self._forward)
        if answer.status == 0:  # the connection is closed without an answer
            self.close_connection = True
            return
        self.send_response_only(answer.status)
        for name, value in answer.headers:
            if name.lower() not in {"content-length", "transfer-encoding", "connection"}:
                self.send_header(name, value)
        if answer.status not in {204, 304}:
            self.send_header("Content-Length", str(len(answer.body)))
        self.end_headers()
        if self.command != "HEAD" and answer.status not in {204, 304}:
            self.wfile.write(answer.body)

    def _forward(self, request: Request) -> Answer:
        connection = http.client.HTTPConnection(HOST, self.upstream, timeout=60)
        try:
            target = f"{request.path}?{request.query}" if request.query else request.path
            connection.putrequest(request.method, target, skip_accept_encoding=True)
            for name, value in request.headers:
                if name.lower() != "content-length":
                    connection.putheader(name, value)
            if request.body or request.method in {"PUT", "POST"}:
                connection.putheader("Content-Length", str(len(request.body)))
            connection.endheaders(request.body or None)
            answer = connection.getresponse()
            return Answer(answer.status, answer.getheaders(), answer.read())
        finally:
            connection.close()

    do_GET = do_PUT = do_POST = do_DELETE = do_PATCH = do_HEAD = do_OPTIONS = do_TRACE = handle_any  # noqa: N815

    def log_message(self, format: str, *args: object) -> None:
        """Nothing is logged."""


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64


@contextmanager
def broken_service(port: int, rule: Break) -> Iterator[str]:
    """Runs a proxy in front of the server on this port that breaks one thing. Yields its address."""
    handler = type("Handler", (_Handler,), {"upstream": port, "rule": staticmethod(rule)})
    server = _Server((HOST, 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://{HOST}:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join(10)
