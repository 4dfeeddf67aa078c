"""A rendition that is too large for memory: an unlinked file that disappears when it is no longer referenced."""

from __future__ import annotations

import asyncio
import os
import weakref
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Final, Self

_PIECE: Final = 256 * 1024


class SpooledFile:
    """The bytes of an unlinked file. Several readers may read it at the same time."""

    def __init__(self, descriptor: int) -> None:
        """Takes ownership of the descriptor, and closes it on garbage collection, also after an aborted response."""
        self._descriptor = descriptor
        self.size = os.fstat(descriptor).st_size
        weakref.finalize(self, os.close, descriptor)

    @classmethod
    def adopt(cls, path: Path) -> Self:
        """The content of the file at `path`, which is unlinked. Blocks; raises OSError."""
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
        path.unlink()
        return cls(descriptor)

    def chunks(self) -> Iterator[bytes]:
        """The content in chunks; blocks."""
        at = 0
        while piece := os.pread(self._descriptor, _PIECE, at):
            at += len(piece)
            yield piece

    async def stream(self) -> AsyncIterator[bytes]:
        """The content in chunks, read in worker threads."""
        at = 0
        while piece := await asyncio.to_thread(os.pread, self._descriptor, _PIECE, at):
            at += len(piece)
            yield piece
