"""Recorded traffic: HTTP archives (HAR 1.2) of browsers, of proxies and of tools."""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode, urlsplit

from facetry.contract.traffic.exchange import Exchange, HeaderList

MAX_BYTES: Final = 1 << 30
_PSEUDO: Final = re.compile(r"^:")


class UnreadableHarError(Exception):
    """The file is no HTTP archive; the message says why."""


def entries(file: Path) -> list[Any]:
    try:
        size = file.stat().st_size
        if size > MAX_BYTES:
            raise UnreadableHarError(f"{file} has {size} bytes, more than {MAX_BYTES}")
        document = json.loads(file.read_bytes().removeprefix(b"\xef\xbb\xbf"))
    except OSError as error:
        raise UnreadableHarError(f"{file}: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise UnreadableHarError(f"{file} is no JSON: {error}") from None
    log = document.get("log") if isinstance(document, dict) else None
    entries = log.get("entries") if isinstance(log, dict) else None
    if not isinstance(entries, list):
        raise UnreadableHarError(f"{file} is no HTTP archive: it has no log.entries")
    return entries


def exchange_of_entry(entry: Mapping[str, Any], base_path: str) -> tuple[Exchange | None, str]:
    request, response = entry["request"], entry["response"]
    url = urlsplit(request["url"])
    prefix = urlsplit(base_path).path.rstrip("/") if base_path else ""
    host = f"{url.scheme}://{url.netloc}"
    is_other_host = base_path.startswith("http") and not request["url"].startswith(base_path.rstrip("/"))
    if not response.get("status") or is_other_host or not url.path.startswith(prefix):
        return None, host
    return (
        Exchange(
            method=str(request["method"]).upper(),
            path=url.path.removeprefix(prefix) or "/",
            query=url.query,
            headers=_with_key(_headers(request)),
            body=_request_body(request.get("postData") or {}),
            status=int(response["status"]),
            answer_headers=_without_encodings(_headers(response)),
            answer=_answer_body(response.get("content") or {}),
        ),
        host,
    )


def _headers(message: Mapping[str, Any]) -> HeaderList:
    listed = message.get("headers") or []
    return tuple((each["name"].lower(), str(each["value"])) for each in listed if not _PSEUDO.match(each["name"]))


def _with_key(headers: HeaderList) -> HeaderList:
    """The headers with a stand-in for the key, which browsers leave out of archives: rights cannot be judged here."""
    has_key = any(name in {"authorization", "x-api-key"} for name, _ in headers)
    return headers if has_key else (*headers, ("authorization", "Bearer left-out"))


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


def _decoded(text: str) -> bytes:
    try:
        return base64.b64decode(text)
    except binascii.Error as error:
        raise ValueError(f"a body is no Base64: {error}") from None
