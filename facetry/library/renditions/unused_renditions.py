"""Removes the renditions of contents that no image has any more, nor one in the trash."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Sequence
from functools import partial
from typing import Final

from sqlalchemy import Connection

from facetry.errors import FaultError
from facetry.library import recorded_files
from facetry.library.renditions.cache import Cache
from facetry.library.trash import rows as trash_rows
from facetry.store.store import Store

ROUND_SECONDS: Final = 3600.0
"""Pauses in one comparison of the whole cache on the disk with the images, which has 256 parts."""
_BATCH: Final = 512
"""Maximum number of contents of one query."""
_PAUSE_SECONDS: Final = 60.0

_log = logging.getLogger(__name__)


def evict_unused(store: Store, cache: Cache, hashes: Sequence[bytes]) -> None:
    """Remove the renditions of those contents that no image has, by their hashes, also the shared ones. Blocks."""
    used = store.read_now(partial(_used_hashes, hashes=hashes))
    for content_hash in set(hashes) - used:
        cache.evict(content_hash)


async def remove_unused_periodically(store: Store, cache: Cache, round_seconds: float = ROUND_SECONDS) -> None:
    """Remove renditions of unused contents from the disk, a part of the cache at a time, until it is cancelled.

    `evict_unused` removes those of an image together with it. There are others: a host of a cluster learns of no single
    removal, a client may get a picture while its image is removed, and a process may end in between.
    """
    while True:
        for first_byte in range(256):
            await asyncio.sleep(round_seconds / 256)
            try:
                await _remove_unused(store, cache, first_byte)
            except FaultError as error:
                _log.warning("unused renditions could not be removed; going on in a minute: %s", error)
                await asyncio.sleep(_PAUSE_SECONDS)


async def _remove_unused(store: Store, cache: Cache, first_byte: int) -> None:
    cached = await asyncio.to_thread(cache.hashes, first_byte)
    for start in range(0, len(cached), _BATCH):
        hashes = cached[start : start + _BATCH]
        used = await store.read(partial(_used_hashes, hashes=hashes))
        await asyncio.to_thread(_evict_from_disk, cache, set(hashes) - used)


def _used_hashes(connection: Connection, hashes: Sequence[bytes]) -> set[bytes]:
    return recorded_files.used_hashes(connection, hashes) | trash_rows.used_hashes(connection, hashes)


def _evict_from_disk(cache: Cache, hashes: Collection[bytes]) -> None:
    for content_hash in hashes:
        cache.evict_from_disk(content_hash)
