"""Answers of two services, and whether they say the same."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

_UNCOMPARED: Final = frozenset({"date", "x-request-id", "content-length", "transfer-encoding", "connection"})
"""Headers that differ between equal answers; the length follows from the body."""
_TIME: Final = re.compile(rb"(?<![\w.])1\d{12}(?![\w.])")
_UUID: Final = re.compile(rb"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
_GRANT: Final = re.compile(rb"(expires|signature)=[\w.%-]+")
_PATTERNS_OF_TEXTS: Final = ("json", "text")


@dataclass(frozen=True, slots=True)
class Answer:
    """The status, the headers in lower case, and the body of an answer."""

    status: int
    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True, slots=True)
class Origin:
    """What an answer may name of the service that gave it: its address and its folder."""

    address: str
    folder: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """Compares answers of services over copies of one library, which began at `begin_ms`.

    Dates since then, ids that the library did not have, and the proofs of media URLs count as equal.
    """

    begin_ms: int
    ids: frozenset[str]

    def difference(self, old: Answer, old_origin: Origin, new: Answer, new_origin: Origin) -> str | None:
        """What differs between two answers to the same request; None when nothing does."""
        if old.status != new.status:
            return f"status {old.status} became {new.status}"
        old_headers, new_headers = (
            self._headers(answer, origin) for answer, origin in ((old, old_origin), (new, new_origin))
        )
        if old_headers != new_headers:
            names = sorted(name for name, _ in old_headers.items() ^ new_headers.items())
            return f"headers differ: {', '.join(dict.fromkeys(names))}"
        if self._body(old, old_origin) != self._body(new, new_origin):
            return "bodies differ"
        return None

    def _headers(self, answer: Answer, origin: Origin) -> dict[str, bytes]:
        return {
            name: self._text(value.encode(), origin)
            for name, value in answer.headers.items()
            if name not in _UNCOMPARED
        }

    def _body(self, answer: Answer, origin: Origin) -> bytes:
        media_type = answer.headers.get("content-type", "")
        if any(pattern in media_type for pattern in _PATTERNS_OF_TEXTS):
            return self._text(answer.body, origin)
        return answer.body

    def _text(self, text: bytes, origin: Origin) -> bytes:
        text = text.replace(origin.address.encode(), b"<address>").replace(origin.folder.encode(), b"<folder>")
        text = _GRANT.sub(rb"\1=<grant>", text)
        text = _TIME.sub(lambda match: b"<now>" if int(match[0]) >= self.begin_ms else match[0], text)
        return _UUID.sub(lambda match: match[0] if match[0].decode() in self.ids else b"<id>", text)
