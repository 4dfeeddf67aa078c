"""Responses with files of pages: the media type by the end of the name, and the headers that sandbox a page."""

from __future__ import annotations

import hashlib
from pathlib import PurePosixPath
from typing import Final
from urllib.parse import urlsplit

from facetry.http.reply import FileBody, Reply

UNKNOWN_MEDIA_TYPE: Final = "application/octet-stream"
_MEDIA_TYPES: Final = {
    "html": "text/html; charset=utf-8",
    "htm": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "mjs": "text/javascript; charset=utf-8",
    "json": "application/json",
    "map": "application/json",
    "webmanifest": "application/manifest+json",
    "wasm": "application/wasm",
    "txt": "text/plain; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
    "jpg": "image/jpeg",
    "jpeg": "image/jpeg",
    "gif": "image/gif",
    "webp": "image/webp",
    "avif": "image/avif",
    "ico": "image/x-icon",
    "woff": "font/woff",
    "woff2": "font/woff2",
    "ttf": "font/ttf",
    "otf": "font/otf",
    "mp3": "audio/mpeg",
    "ogg": "audio/ogg",
    "wav": "audio/wav",
    "mp4": "video/mp4",
    "webm": "video/webm",
}
_SANDBOX: Final = "sandbox allow-scripts allow-forms allow-modals allow-popups allow-downloads"
"""Without `allow-same-origin`: the page must not act with the origin of the service. Its popups are sandboxed too."""
_CACHING: Final = ("Cache-Control", "private, no-cache")
_REFERRER: Final = ("Referrer-Policy", "no-referrer")
"""The address of a bundle stands for the right to its key."""
_RESOURCES: Final = ("Cross-Origin-Resource-Policy", "cross-origin")
"""To a page with an opaque origin, its own parts are of another origin."""


def media_type_of(file: str) -> str | None:
    """The media type of a file by the end of its name; None for an unknown one."""
    return _MEDIA_TYPES.get(PurePosixPath(file).suffix.removeprefix(".").lower())


def page_reply(body: bytes | FileBody, media_type: str, public_url: str | None) -> Reply:
    """The response with a file of a page."""
    policy = ("Content-Security-Policy", _content_security_policy(public_url))
    etag = hashlib.sha256(body).hexdigest()[:32] if isinstance(body, bytes) else None
    return Reply(body=body, media_type=media_type, headers=(policy, _REFERRER, _RESOURCES, _CACHING), etag=etag)


def _content_security_policy(public_url: str | None) -> str:
    """Scripts are those of the page alone. Other parts may also come from servers with TLS, as maps and pictures do."""
    service = "'self'"
    if public_url is not None:
        address = urlsplit(public_url)
        service = f"'self' {address.scheme}://{address.netloc}"
    return "; ".join(
        (
            _SANDBOX,
            f"default-src {service} https: data: blob:",
            "script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval' blob:",
            f"style-src {service} https: 'unsafe-inline'",
            "worker-src 'self' blob:",
            "object-src 'none'",
            "base-uri 'none'",
            "form-action 'self'",
        )
    )
