"""A rendition that is too large for memory: a file without a name, gone when nobody holds it any more."""

from __future__ import annotations

import asyncio
import os
import weakref
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Final, Self

_PIECE: Final = 256 * 1024


class Spooled:
    """The bytes of a file that has no name. Any number of readers may go through it at a time."""

    def __init__(self, descriptor: int) -> None:
        """Takes the descriptor over, and closes it when this is collected: also when an answer breaks off."""
        self._descriptor = descriptor
        self.size = os.fstat(descriptor).st_size
        weakref.finalize(self, os.close, descriptor)

    @classmethod
    def take(cls, path: Path) -> Self:
        """The content of the file at `path`, which is removed. Blocks; raises OSError."""
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
        path.unlink()
        return cls(descriptor)

    def pieces(self) -> Iterator[bytes]:
        """The content, piece by piece; blocks."""
        at = 0
        while piece := os.pread(self._descriptor, _PIECE, at):
            at += len(piece)
            yield piece

    async def stream(self) -> AsyncIterator[bytes]:
        """The same, read in worker threads."""
        at = 0
        while piece := await asyncio.to_thread(os.pread, self._descriptor, _PIECE, at):
            at += len(piece)
            yield piece
