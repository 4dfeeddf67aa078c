"""The page of the service and its assets, as the build of `web/` has written them. Without a page, `/` leads to the
documentation.

Files are read at their first request, so a service starts as fast as without them. The installation has made compressed
forms beside them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Final

import generated
from facetry.http.compression import accepts
from facetry.http.documents.document_replies import NO_CACHE, document_reply, page_headers
from facetry.http.reply import Reply

FOLDER: Final = Path(generated.__file__).parent / "web"
ASSETS: Final = b"/assets/"
_INDEX: Final = "index.html"
_NAME: Final = re.compile(rb"[A-Za-z0-9_][A-Za-z0-9._-]{0,127}")
_HASHED: Final = re.compile(r".+[-.](?=[A-Za-z]*[0-9A-Z])[0-9A-Za-z]{8,64}\.[a-z0-9]+")
"""A name with a hash, which has a digit or an upper-case letter. A word of a name has neither."""
_MEDIA_TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".woff2": "font/woff2",
}
_FORMS: Final = (("br", ".br"), ("gzip", ".gz"))
"""The content codings, the best first, and the ends of the names of their files."""
_IMMUTABLE: Final = ("Cache-Control", "public, max-age=31536000, immutable")
_PAGE_HEADERS: Final = (
    *page_headers(
        "script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; "
        "frame-src 'self'"
    ),
    ("Cross-Origin-Opener-Policy", "same-origin"),
)
_PICTURE_HEADERS: Final = (("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox"),)


@dataclass(frozen=True, slots=True)
class _Asset:
    """A file, and its compressed forms by content coding."""

    reply: Reply
    forms: tuple[tuple[str, bytes], ...]

    def in_form_for(self, accept_encoding: bytes | None) -> Reply:
        """The reply in the smallest form that the client accepts."""
        if not self.forms:
            return self.reply
        vary = replace(self.reply, headers=(*self.reply.headers, ("Vary", "Accept-Encoding")))
        for coding, body in self.forms:
            if accepts(coding, accept_encoding):
                headers = (*vary.headers, ("Content-Encoding", coding))
                return replace(vary, body=body, etag=f"{vary.etag}-{coding}", headers=headers)
        return vary


class WebPage:
    """The files of a folder. They are kept in memory once they were read: the folder does not change."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder
        self._assets: dict[str, _Asset] = {}

    @cached_property
    def _files(self) -> frozenset[str]:
        """The names of the files; empty when there was no build."""
        if not self._folder.is_dir():
            return frozenset()
        return frozenset(each.name for each in self._folder.iterdir() if each.is_file() and not each.is_symlink())

    def find(self, address: bytes, accept_encoding: bytes | None) -> Reply | None:
        """The reply for the path of a request; None when nothing is there."""
        if address == b"/":
            name = _INDEX
        elif address.startswith(ASSETS) and _NAME.fullmatch(address, len(ASSETS)) is not None:
            name = address[len(ASSETS) :].decode("ascii")
        else:
            return None
        asset = self._asset(name)
        return None if asset is None else asset.in_form_for(accept_encoding)

    def _asset(self, name: str) -> _Asset | None:
        if name not in self._files or Path(name).suffix not in _MEDIA_TYPES:
            return None
        if name not in self._assets:
            self._assets[name] = self._read(name)
        return self._assets[name]

    def _read(self, name: str) -> _Asset:
        body = (self._folder / name).read_bytes()
        forms = [
            (coding, (self._folder / f"{name}{end}").read_bytes())
            for coding, end in _FORMS
            if f"{name}{end}" in self._files
        ]
        reply = document_reply(body, _MEDIA_TYPES[Path(name).suffix], _headers(name))
        return _Asset(reply, tuple((coding, form) for coding, form in forms if len(form) < len(body)))


def _headers(name: str) -> tuple[tuple[str, str], ...]:
    """The headers of a file. A page has a policy of its own, and a picture runs nothing when it is opened alone."""
    if name.endswith(".html"):
        return _PAGE_HEADERS
    caching = _IMMUTABLE if _HASHED.fullmatch(name) is not None else NO_CACHE
    return (caching, *_PICTURE_HEADERS) if name.endswith(".svg") else (caching,)
