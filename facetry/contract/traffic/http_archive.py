"""Recorded traffic: HTTP archives (HAR 1.2) of browsers, of proxies and of tools."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import SplitResult, urlencode, urlsplit

from facetry.contract.traffic.exchange import Exchange, HeaderList, below

MAX_BYTES: Final = 1 << 28
_PORTS: Final = {"http": 80, "https": 443}
_KEYS: Final = frozenset({"authorization", "x-api-key", "cookie", "proxy-authorization"})
_STAND_IN: Final = ("authorization", "Bearer left-out")
_STAND_IN_COOKIE: Final = ("set-cookie", "left-out")
_NO_TYPE: Final = "x-unknown"
"""What browsers write as the media type of an answer without one."""
_LEAST_STATUS: Final = 100
_NOT_MODIFIED: Final = 304
"""An answer without a body. Browsers write the body that they had kept."""


class UnreadableArchiveError(Exception):
    """The file is no HTTP archive, or a part of it is none; the message says why."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """An exchange of an archive. `origin` is the service that it belongs to, and `secrets` are the keys in it. Archives
    may lack bodies, or parts of them, and lists of headers. They have media types beside the headers, too, so those are
    lacking only if neither has one.
    """

    exchange: Exchange
    origin: str
    secrets: frozenset[str]
    lacks_request_body: bool
    lacks_answer_body: bool
    lacks_request_type: bool
    lacks_answer_headers: bool
    lacks_answer_type: bool


def entries(file: Path) -> list[Any]:
    """The entries of an archive. Raises `UnreadableArchiveError`."""
    try:
        size = file.stat().st_size
        if size > MAX_BYTES:
            raise UnreadableArchiveError(
                f"{file} has {size} bytes, more than {MAX_BYTES}; record fewer requests at once"
            )
        document = json.loads(file.read_bytes().removeprefix(b"\xef\xbb\xbf"))
    except OSError as error:
        raise UnreadableArchiveError(f"{file}: {error.strerror}") from None
    except RecursionError:
        raise UnreadableArchiveError(f"{file} nests too deeply") from None
    except ValueError as error:
        raise UnreadableArchiveError(f"{file} is no JSON: {error}") from None
    log = document.get("log") if isinstance(document, dict) else None
    found = log.get("entries") if isinstance(log, dict) else None
    if not isinstance(found, list):
        raise UnreadableArchiveError(f"{file} is no HTTP archive: it has no log.entries")
    return found


def recorded(entry: Any, base: str) -> Recorded | str:
    """The exchange of an entry, with a service at the address or path `base`; or why there is none: the entry has no
    answer, or belongs to something else. Raises `UnreadableArchiveError`, which says what the entry lacks.
    """
    try:
        return _recorded(entry, urlsplit(base))
    except KeyError as error:
        raise UnreadableArchiveError(f"it has no {error}") from None
    except (TypeError, ValueError, AttributeError) as error:
        raise UnreadableArchiveError(f"{type(error).__name__}: {error}") from None


def _origin(url: SplitResult) -> str:
    """Scheme, host and port, which is left out if it is the usual one."""
    port = "" if url.port in {None, _PORTS.get(url.scheme)} else f":{url.port}"
    host = url.hostname or ""
    return f"{url.scheme}://{f'[{host}]' if ':' in host else host}{port}"


def _recorded(entry: Mapping[str, Any], base: SplitResult) -> Recorded | str:
    request, response = entry["request"], entry["response"] or {}
    url = urlsplit(request["url"])
    status = int(response.get("status") or 0)
    reason = _unrelated(url, status, base)
    if reason:
        return reason
    data, content = request.get("postData") or {}, response.get("content") or {}
    headers, answer_headers = _headers(request), _headers(response)
    typed, answer_typed = _with_type(headers, data), _with_type(answer_headers, content)
    exchange = Exchange(
        method=str(request["method"]).upper(),
        path=below(base.path.rstrip("/"), url.path) or "/",
        query=url.query or _query(request),
        headers=typed if _has_key(headers) else (*typed, _STAND_IN),
        body=_request_body(data),
        status=status,
        answer_headers=(*_without_encodings(answer_typed), _STAND_IN_COOKIE),
        answer=b"" if status == _NOT_MODIFIED else _answer_body(content),
    )
    return Recorded(
        exchange,
        _origin(url),
        frozenset(value.rpartition(" ")[2] for name, value in headers if name in _KEYS),
        lacks_request_body=_lacks_request_body(request, data, exchange),
        lacks_answer_body=_lacks_answer_body(response, content, exchange),
        lacks_request_type=bool(exchange.body) and not headers and not typed,
        lacks_answer_headers=not answer_headers,
        lacks_answer_type=not answer_headers and not answer_typed,
    )


def _unrelated(url: SplitResult, status: int, base: SplitResult) -> str:
    """Why an entry has no exchange with the service at an address or path; empty if it has one."""
    if not url.scheme:
        raise ValueError(f"its url {url.geturl()[:100]!r} has no scheme and host")
    if url.scheme not in _PORTS:
        return f"it is no HTTP traffic, but {url.scheme}:"
    origin, base_path = _origin(url), base.path.rstrip("/")
    if base.scheme and origin != _origin(base):
        return f"it belongs to {origin}, not to {_origin(base)}"
    if base_path and not url.path.startswith(f"{base_path}/"):
        return f"its path is not below {base_path}"
    return "" if status >= _LEAST_STATUS else "it has no answer"


def _headers(message: Mapping[str, Any]) -> HeaderList:
    """The headers, without the pseudo-headers of HTTP/2."""
    listed = message.get("headers") or []
    return tuple(
        (each["name"].lower(), _text(each.get("value"), "the value of a header"))
        for each in listed
        if not each["name"].startswith(":")
    )


def _with_type(headers: HeaderList, part: Mapping[str, Any]) -> HeaderList:
    """The headers with the media type of a body, which HAR has beside it. The header counts if there is one."""
    media_type = _text(part.get("mimeType"), "a mimeType")
    if not media_type or media_type == _NO_TYPE or any(name == "content-type" for name, _ in headers):
        return headers
    return (*headers, ("content-type", media_type))


def _query(request: Mapping[str, Any]) -> str:
    """The query of a request whose address has none: some recorders write it only into its list."""
    return urlencode([(each["name"], each.get("value") or "") for each in request.get("queryString") or []])


def _text(value: Any, what: str) -> str:
    """A text of an archive, also one that was written as a number; empty for null."""
    if isinstance(value, dict | list):
        raise ValueError(f"{what} is no text")
    return "" if value is None else str(value)


def _has_key(headers: HeaderList) -> bool:
    """Whether there is a key. Browsers leave keys out of archives, so that rights cannot be judged."""
    return any(name in {"authorization", "x-api-key"} for name, _ in headers)


def _without_encodings(headers: HeaderList) -> HeaderList:
    """The headers without those of a compression, which archives undo."""
    is_encoded = any(name == "content-encoding" for name, _ in headers)
    return tuple(pair for pair in headers if not is_encoded or pair[0] not in {"content-encoding", "content-length"})


def _request_body(data: Mapping[str, Any]) -> bytes:
    if data.get("text") is not None:
        text = _text(data["text"], "the body of the request")
        if data.get("encoding") == "base64" or data.get("_encoding") == "base64":
            return _decoded(text)
        return text.encode("utf-8", "surrogatepass")
    return urlencode([(each["name"], each.get("value") or "") for each in data.get("params") or []]).encode()


def _answer_body(content: Mapping[str, Any]) -> bytes:
    text = _text(content.get("text"), "the body of the answer")
    return _decoded(text) if content.get("encoding") == "base64" else text.encode("utf-8", "surrogatepass")


def _lacks_request_body(request: Mapping[str, Any], data: Mapping[str, Any], exchange: Exchange) -> bool:
    """Whether a request had a body that the archive left out."""
    length = max(_number(request.get("bodySize")), _number(exchange.header("content-length")))
    return not exchange.body and data.get("text") is None and (length > 0 or bool(data))


def _lacks_answer_body(response: Mapping[str, Any], content: Mapping[str, Any], exchange: Exchange) -> bool:
    """Whether an answer had a body that the archive left out, or cut."""
    length = _number(content.get("size"))
    if content.get("text") is not None:
        return len(exchange.answer) < length and exchange.answer_header("content-length") != str(len(exchange.answer))
    sent = max(length, _number(response.get("bodySize")), _number(exchange.answer_header("content-length")))
    may_have_one = exchange.status not in {204, _NOT_MODIFIED} and exchange.method != "HEAD"
    return may_have_one and (sent > 0 or "size" not in content or length < 0)


def _number(value: Any) -> int:
    """The number, or 0 if it is none. In archives, -1 stands for unknown numbers."""
    try:
        return int(value or 0)
    except (TypeError, ValueError):
        return 0


def _decoded(text: str) -> bytes:
    try:
        return base64.b64decode(text)
    except binascii.Error as error:
        raise ValueError(f"a body is no Base64: {error}") from None
