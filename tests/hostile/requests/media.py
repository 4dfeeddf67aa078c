"""Content types and content encodings (H4, H12)."""

import gzip
import zlib
from collections.abc import Mapping
from typing import Final

from tests.hostile.requests.target import JSON, Target
from tests.hostile.requests.wire import Case

UNSUPPORTED: Final = frozenset({415})
BAD: Final = frozenset({400, 415})
ACCEPTED: Final = frozenset({204})

TYPES: Final[Mapping[str, tuple[str | bytes, frozenset[int]]]] = {
    "plain text": ("text/plain", UNSUPPORTED),
    "html": ("text/html", UNSUPPORTED),
    "xml": ("application/xml", UNSUPPORTED),
    "form": ("application/x-www-form-urlencoded", UNSUPPORTED),
    "multipart": ("multipart/form-data; boundary=x", UNSUPPORTED),
    "multipart without boundary": ("multipart/form-data", UNSUPPORTED),
    "octets": ("application/octet-stream", UNSUPPORTED),
    "image": ("image/png", UNSUPPORTED),
    "json suffix": ("application/vnd.api+json", UNSUPPORTED),
    "json lines": ("application/x-ndjson", UNSUPPORTED),
    "merge patch": ("application/merge-patch+json", UNSUPPORTED),
    "problem": ("application/problem+json", UNSUPPORTED),
    "text json": ("text/json", UNSUPPORTED),
    "any": ("*/*", UNSUPPORTED),
    "any application": ("application/*", UNSUPPORTED),
    "type only": ("application", UNSUPPORTED),
    "slash only": ("/", UNSUPPORTED),
    "no subtype": ("application/", UNSUPPORTED),
    "bare json": ("json", UNSUPPORTED),
    "longer name": ("application/jsonx", UNSUPPORTED),
    "list": ("application/json, text/html", BAD),
    "space inside": ("application / json", BAD),
    "empty": ("", UNSUPPORTED),
    "only parameters": (";charset=utf-8", UNSUPPORTED),
    "utf-16": ("application/json; charset=utf-16", BAD),
    "latin-1": ("application/json; charset=iso-8859-1", BAD),
    "utf-7": ("application/json; charset=utf-7", BAD),
    "unknown charset": ("application/json; charset=nope", BAD),
    "non-ascii": (b"application/json\xff", BAD),
    "ten thousand characters": ("application/" + "j" * 10_000, UNSUPPORTED),
    "upper case": ("APPLICATION/JSON", ACCEPTED),
    "charset utf-8": ("application/json; charset=utf-8", ACCEPTED),
    "charset UTF-8 quoted": ('application/json;charset="UTF-8"', ACCEPTED),
}
_TAGS: Final = b'["media"]'
ENCODINGS: Final[Mapping[str, tuple[str, bytes]]] = {
    "gzip": ("gzip", gzip.compress(_TAGS, mtime=0)),
    "x-gzip": ("x-gzip", gzip.compress(_TAGS, mtime=0)),
    "deflate": ("deflate", zlib.compress(_TAGS)),
    "br": ("br", b"\x0f\x04\x80" + _TAGS + b"\x03"),
    "zstd": ("zstd", b"\x28\xb5\x2f\xfd"),
    "compress": ("compress", b"\x1f\x9d"),
    "gzip twice": ("gzip, gzip", gzip.compress(gzip.compress(_TAGS, mtime=0), mtime=0)),
    "gzip that is not": ("gzip", _TAGS),
    "gzip bomb": ("gzip", gzip.compress(b" " * 50_000_000, mtime=0)),
    "unknown": ("rot13", _TAGS),
    "upper case": ("GZIP", gzip.compress(_TAGS, mtime=0)),
    "empty gzip": ("gzip", b""),
}


def cases(target: Target) -> list[Case]:
    """setTags and a search with each content type and each content encoding."""
    found = [
        Case("no content type", target.put(_TAGS, ()), UNSUPPORTED, rule="media-type.missing"),
        Case("no content type, search", target.post(b"{}", headers=()), UNSUPPORTED, rule="media-type.missing"),
        Case("no content type, no body", target.put(b"", ()), BAD),
        Case("content type twice", target.put(_TAGS, (JSON, JSON)), BAD | ACCEPTED),
        Case("two content types", target.put(_TAGS, (JSON, ("Content-Type", "text/plain"))), BAD),
        Case("two content types, other order", target.put(_TAGS, (("Content-Type", "text/plain"), JSON)), BAD),
        Case("identity encoding", target.put(_TAGS, (JSON, ("Content-Encoding", "identity"))), ACCEPTED | UNSUPPORTED),
        Case("empty encoding", target.put(_TAGS, (JSON, ("Content-Encoding", ""))), ACCEPTED | BAD),
    ]
    for name, (media_type, statuses) in TYPES.items():
        header = ("Content-Type", media_type)
        found.append(Case(f"type {name}", target.put(_TAGS, (header,)), statuses))
        search = frozenset({200}) if statuses == ACCEPTED else statuses
        found.append(Case(f"type {name}, search", target.post(b"{}", headers=(header,)), search))
    for name, (encoding, body) in ENCODINGS.items():
        wire = target.put(body, (JSON, ("Content-Encoding", encoding)))
        found.append(Case(f"encoding {name}", wire, frozenset({413, 415}) if len(body) > 60_000 else UNSUPPORTED))
    return found
