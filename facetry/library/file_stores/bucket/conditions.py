"""Conditional writes: whether a store honours them, found out by writing a small hidden object."""

from __future__ import annotations

import secrets
import threading
import time
from typing import Final

from facetry.errors import FaultError, conflict
from facetry.library.file_stores.bucket.client import BucketClient, ObjectError

_PROBE: Final = ".facetry-probe-"
_RETRY_SECONDS: Final = 300.0
"""Time after which a store that did not honour them is asked again."""


class Conditions:
    """What is known about the conditional writes of one store."""

    def __init__(self, client: BucketClient, root: str) -> None:
        self._client = client
        self._root = root
        self._lock = threading.Lock()
        self._is_quoted: bool | None = None
        self._refused_until = 0.0

    def require(self) -> None:
        """Raise 409 `repository.conditional-writes` unless the store honours `If-None-Match` and `If-Match`.

        Raises `ObjectError` when it cannot be asked.
        """
        with self._lock:
            if self._is_quoted is not None:
                return
            if time.monotonic() < self._refused_until:
                raise self._fault()
            self._is_quoted = self._probe_unless_refused()
            if self._is_quoted is None:
                self._refused_until = time.monotonic() + _RETRY_SECONDS
                raise self._fault()

    def etag(self, etag: str) -> str:
        """An entity tag as the store expects it in a condition, after `require`."""
        return etag if self._is_quoted else etag.strip('"')

    def _probe_unless_refused(self) -> bool | None:
        """As `_probe`, also for a store that refuses requests with conditions."""
        try:
            return self._probe()
        except ObjectError as error:
            if error.reason == "unsupported":
                return None
            raise

    def _probe(self) -> bool | None:
        """Whether conditions have entity tags with quotes; None when the store does not honour conditions."""
        path = f"{_PROBE}{secrets.token_hex(8)}"
        first = self._client.put(path, b"1", {}, None)
        try:
            if self._is_written(path, None) or self._is_written(path, '"0"'):
                return None
            # The standard has quotes. Some versions of Ceph compare the text as it is.
            for is_quoted in (True, False):
                if self._is_written(path, first if is_quoted else first.strip('"')):
                    return is_quoted
            return None
        finally:
            self._client.delete(path)

    def _is_written(self, path: str, etag: str | None) -> bool:
        try:
            self._client.put(path, b"2", {}, etag)
        except ObjectError as error:
            if error.reason in ("taken", "changed", "missing"):
                return False
            raise
        return True

    def _fault(self) -> FaultError:
        return conflict(
            "repository.conditional-writes",
            "The object store does not honour conditional writes, so a write could replace an object unseen.",
            parameter="id",
            value=self._root,
            remedy="Change the objects with other programs, or use an object store with If-None-Match and If-Match.",
        )
