"""A location that is not served now: an object store that the operator does not permit, or no longer permits."""

from __future__ import annotations

import errno
from collections.abc import Callable
from typing import Any, NoReturn

from facetry.imaging.pool.pool import RenderError
from facetry.library.file_stores.file_store import FileState, LocationGoneError, UnavailableError, unavailable_fault


class UnavailableStore:
    """Files that nothing is known about; see `FileStore`."""

    def __init__(self, root: str, reason: str) -> None:
        self.root = root
        self._reason = reason

    def is_available(self) -> bool:
        return False

    def identity(self) -> NoReturn:
        raise UnavailableError(self._reason)

    def walk(self, *_: Any) -> NoReturn:
        raise UnavailableError(self._reason)

    def watch(self, *, poll: bool) -> NoReturn:  # noqa: ARG002  # as every file store
        raise LocationGoneError(self._reason)

    async def examine(self, *_: Any) -> NoReturn:
        raise UnavailableError(self._reason)

    async def render(self, *_: Any) -> NoReturn:
        raise RenderError("file.read", self._reason)

    def version(self, _: str) -> None:
        return None

    def status(self, _: str) -> None:
        return None

    def states(self, files: Any) -> list[FileState]:
        return ["there" for _ in files]

    def may_record(self, *_: Any) -> bool:
        return False

    def gone(self, _: Any) -> Callable[[str], bool]:
        return lambda _: False

    async def open(self, _: str) -> NoReturn:
        raise OSError(errno.EIO, self._reason.rstrip("."))

    def add(self, *_: Any) -> NoReturn:
        raise self._fault()

    replace = move = remove_with_rows = exists = names = add

    def complete(self, *_: Any) -> NoReturn:
        raise UnavailableError(self._reason)

    def _fault(self) -> Exception:
        return unavailable_fault(self.root, self._reason.rstrip("."))
