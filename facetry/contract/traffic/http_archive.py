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


class UnreadableArchiveError(Exception):
    """The file is no HTTP archive, or a part of it is none; the message says why."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """An exchange of an archive. `origin` is the service that it belongs to, and `secrets` are the keys in it. Archives
    may lack bodies, or parts of them.
    """

    exchange: Exchange
    origin: str
    secrets: frozenset[str]
    lacks_request_body: bool
    lacks_answer_body: bool


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


def recorded(entry: Any, base: str) -> Recorded | None:
    """The exchange of an entry, with a service at the address or path `base`. None if the entry has no answer, or
    belongs to something else. Raises `UnreadableArchiveError`, which says what the entry lacks.
    """
    try:
        return _recorded(entry, urlsplit(base))
    except KeyError as error:
        raise UnreadableArchiveError(f"it has no {error}") from None
    except (TypeError, ValueError, AttributeError) as error:
        raise UnreadableArchiveError(f"{type(error).__name__}: {error}") from None


def _recorded(entry: Mapping[str, Any], base: SplitResult) -> Recorded | None:
    request, response = entry["request"], entry["response"]
    url, base_path = urlsplit(request["url"]), base.path.rstrip("/")
    status = int(response.get("status") or 0)
    is_elsewhere = bool(base.scheme) and _origin(url) != _origin(base)
    is_below = not base_path or url.path.startswith(f"{base_path}/")
    if status < 100 or is_elsewhere or not is_below:
        return None
    data, content = request.get("postData") or {}, response.get("content") or {}
    headers = _headers(request)
    exchange = Exchange(
        method=str(request["method"]).upper(),
        path=below(base_path, url.path) or "/",
        query=url.query,
        headers=headers if _has_key(headers) else (*headers, _STAND_IN),
        body=_request_body(data),
        status=status,
        answer_headers=_without_encodings(_headers(response)),
        answer=_answer_body(content),
    )
    return Recorded(
        exchange,
        _origin(url),
        frozenset(value.rpartition(" ")[2] for name, value in headers if name in _KEYS),
        lacks_request_body=_lacks_request_body(request, data, exchange),
        lacks_answer_body=_lacks_answer_body(response, content, exchange),
    )


def _origin(url: SplitResult) -> str:
    """Scheme, host and port, which is left out if it is the usual one."""
    port = "" if url.port in {None, _PORTS.get(url.scheme)} else f":{url.port}"
    return f"{url.scheme}://{url.hostname or ''}{port}"


def _headers(message: Mapping[str, Any]) -> HeaderList:
    """The headers, without the pseudo-headers of HTTP/2."""
    listed = message.get("headers") or []
    return tuple((each["name"].lower(), str(each["value"])) for each in listed if not each["name"].startswith(":"))


def _has_key(headers: HeaderList) -> bool:
    """Whether there is a key. Browsers leave keys out of archives, so that rights cannot be judged."""
    return any(name in {"authorization", "x-api-key"} for name, _ in headers)


def _without_encodings(headers: HeaderList) -> HeaderList:
    """The headers without those of a compression, which archives undo."""
    is_encoded = any(name == "content-encoding" for name, _ in headers)
    return tuple(pair for pair in headers if not is_encoded or pair[0] not in {"content-encoding", "content-length"})


def _request_body(data: Mapping[str, Any]) -> bytes:
    if "text" in data:
        text = str(data["text"])
        if data.get("encoding") == "base64" or data.get("_encoding") == "base64":
            return _decoded(text)
        return text.encode("utf-8", "surrogatepass")
    return urlencode([(each["name"], each.get("value", "")) for each in data.get("params") or []]).encode()


def _answer_body(content: Mapping[str, Any]) -> bytes:
    text = str(content.get("text") or "")
    return _decoded(text) if content.get("encoding") == "base64" else text.encode("utf-8", "surrogatepass")


def _lacks_request_body(request: Mapping[str, Any], data: Mapping[str, Any], exchange: Exchange) -> bool:
    """Whether a request had a body that the archive left out."""
    length = max(_number(request.get("bodySize")), _number(exchange.header("content-length")))
    return not exchange.body and "text" not in data and (length > 0 or bool(data))


def _lacks_answer_body(response: Mapping[str, Any], content: Mapping[str, Any], exchange: Exchange) -> bool:
    """Whether an answer had a body that the archive left out, or cut."""
    length = _number(content.get("size"))
    if "text" in content:
        return len(exchange.answer) < length and exchange.answer_header("content-length") != str(len(exchange.answer))
    sent = max(length, _number(response.get("bodySize")), _number(exchange.answer_header("content-length")))
    may_have_one = exchange.status not in {204, 304} and exchange.method != "HEAD"
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
