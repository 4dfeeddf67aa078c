"""The spool: private copies of objects for decoders, which read files. Their number is bounded."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from facetry.imaging.formats import has_picture_suffix

MAX_COPIES: Final = 8
"""Maximum number of copies at a time for scans, and as many again for clients. Each has at most the size of the largest
picture that is read."""


class Spool:
    """Copies in a folder that belongs to this process. Clients have room of their own beside scans."""

    def __init__(self, folder: Path) -> None:
        """`folder` is created with the first copy."""
        self._folder = folder
        self._scans = asyncio.Semaphore(MAX_COPIES)
        self._clients = asyncio.Semaphore(MAX_COPIES)

    @asynccontextmanager
    async def copy(self, path: str, *, urgent: bool) -> AsyncIterator[Path]:
        """The path for a copy of the object at `path`, as soon as there is room. It is removed at the end."""
        async with self._clients if urgent else self._scans:
            copy = await asyncio.to_thread(self.new_path, path)
            try:
                yield copy
            finally:
                copy.unlink(missing_ok=True)

    def new_path(self, path: str) -> Path:
        """A free path, with the suffix of a picture if `path` has one: decoders look at it. The caller removes it."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        suffix = f".{path.rpartition('.')[2]}" if has_picture_suffix(path) else ""
        return self._folder / f"{secrets.token_hex(16)}{suffix}"
