"""An object store of the test, on the loopback, with objects that cannot be read while it lists all. It takes no write
with a condition.
"""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NoReturn

from tests.support.engines.object_stores import Bucket, ObjectStore

_MODIFIED = 1_790_000_000
_PIECES = 20


@dataclass
class FaultyObjects:
    """What the store has, by keys, and what goes wrong with some of them."""

    contents: dict[str, bytes] = field(default_factory=dict)
    errors: dict[str, tuple[int, str]] = field(default_factory=dict)
    """The status and the code of each answer about an object."""
    metadata: dict[str, str] = field(default_factory=dict)
    """The value of a header of the metadata."""
    seconds: dict[str, float] = field(default_factory=dict)
    """The time that the content of an object takes, or its write."""
    listings: int = 0


@contextmanager
def faulty_bucket(objects: FaultyObjects) -> Iterator[Bucket]:
    """The bucket with these objects."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            _, _, key = self.path.partition("?")[0].removeprefix("/").partition("/")
            if not key:
                objects.listings += 1
                self._answer(200, _listing(objects).encode())
            elif key in objects.errors:
                status, code = objects.errors[key]
                self._answer(status, f"<Error><Code>{code}</Code><Message>Because.</Message></Error>".encode())
            elif key in objects.contents:
                self._send_object(key)
            else:
                self._answer(404, b"<Error><Code>NoSuchKey</Code></Error>")

        def do_HEAD(self) -> None:
            self.do_GET()

        def do_PUT(self) -> None:
            content = self.rfile.read(int(self.headers["Content-Length"]))
            time.sleep(objects.seconds.get(self.path.rpartition("/")[2], 0))
            if "If-None-Match" in self.headers or "If-Match" in self.headers:
                self._answer(501, b"<Error><Code>NotImplemented</Code></Error>")
            else:
                objects.contents[self.path.rpartition("/")[2]] = content
                self._answer(200, b"", _etag(content))

        def _answer(self, status: int, content: bytes, etag: str | None = None) -> None:
            self.send_response(status)
            if etag is not None:
                self.send_header("ETag", etag)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(content)

        def _send_object(self, key: str) -> None:
            whole = objects.contents[key]
            first, _, last = self.headers.get("Range", "").removeprefix("bytes=").partition("-")
            content = whole[int(first) : int(last) + 1] if first else whole
            self.send_response(206 if first else 200)
            if first:
                self.send_header("Content-Range", f"bytes {first}-{int(first) + len(content) - 1}/{len(whole)}")
            self.send_header("Content-Length", str(len(content)))
            self.send_header("ETag", _etag(whole))
            self.send_header("Last-Modified", formatdate(_MODIFIED, usegmt=True))
            if key in objects.metadata:
                self.send_header("x-amz-meta-author", objects.metadata[key])
            self.end_headers()
            if self.command == "HEAD":
                return
            size = -(-len(content) // _PIECES)
            with suppress(OSError):  # the client may have lost its patience
                for start in range(0, len(content), size):
                    self.wfile.write(content[start : start + size])
                    time.sleep(objects.seconds.get(key, 0) / _PIECES)

        def log_message(self, format: str, *_: object) -> None:
            """Nothing is printed."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield Bucket(ObjectStore(f"http://127.0.0.1:{server.server_port}", _never), "pictures")
    finally:
        server.shutdown()
        server.server_close()


def _never() -> NoReturn:
    raise AssertionError("this store is not started again")


def _etag(content: bytes) -> str:
    return f'"{hashlib.md5(content, usedforsecurity=False).hexdigest()}"'


def _listing(objects: FaultyObjects) -> str:
    time_text = "2026-09-21T14:13:20.000Z"
    entries = "".join(
        f"<Contents><Key>{key}</Key><LastModified>{time_text}</LastModified><ETag>{_etag(content)}</ETag>"
        f"<Size>{len(content)}</Size></Contents>"
        for key, content in sorted(objects.contents.items())
    )
    return f"<ListBucketResult><Name>pictures</Name><IsTruncated>false</IsTruncated>{entries}</ListBucketResult>"
