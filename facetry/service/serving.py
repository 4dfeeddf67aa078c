"""What runs in a process while it serves, by its parts: how it begins, and how it ends."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import AbstractAsyncContextManager
from typing import Any

from facetry.backup.schedule import ScheduledBackups
from facetry.extensions.runtime import Runtime
from facetry.library.facets import tag_set_merging
from facetry.library.integrity import former_names
from facetry.library.library import Elsewhere, Library
from facetry.library.renditions.unused_renditions import remove_unused_periodically
from facetry.library.scan.recognition import recognise_folders, recognise_periodically
from facetry.library.search.index.background_load import BackgroundLoad
from facetry.library.trash.trash import complete, remove_expired_periodically
from facetry.service.data_folder import INDEX_LOCK
from facetry.service.opening import close_library
from facetry.service.parts import Part, Parts
from facetry.settings import Settings


@contextlib.asynccontextmanager
async def serving(
    settings: Settings,
    parts: Parts,
    library: Library,
    extensions: Runtime | Elsewhere,
    started: Callable[[], Awaitable[None]] | None,
    backups: ScheduledBackups | None,
    surroundings: Callable[[], AbstractAsyncContextManager[None]],
) -> AsyncIterator[None]:
    """Within the context, the parts are at work; see `assemble`. It closes the library at its end."""
    turn = None if Part.WRITER in parts else settings.data_dir / INDEX_LOCK
    index_load = BackgroundLoad(library.store, library.search.indexes.attributes, turn=turn)
    async with contextlib.AsyncExitStack() as ends:
        ends.push_async_callback(close_library, library)
        await ends.enter_async_context(surroundings())
        periodic = [asyncio.create_task(each) for each in _periodic(parts, library)]
        ends.push_async_callback(_cancel, periodic)
        ends.push_async_callback(index_load.stop)
        if not isinstance(extensions, Elsewhere):
            ends.push_async_callback(extensions.stop)
        if Part.STREAMS in parts:
            ends.push_async_callback(library.streams.stop)
            library.streams.begin()
        if backups is not None:
            ends.push_async_callback(backups.stop)
        if Part.FOLDERS in parts:
            await recognise_folders(library.store, library.file_stores)
        if Part.FILES in parts:
            await former_names.complete(library.store)
            await complete(library.trash)
            await library.scans.start_watching()
        if parts & {Part.VECTORS, Part.INDEX}:
            await library.vectors.begin()
        if Part.INDEX in parts:
            index_load.begin()
        if not isinstance(extensions, Elsewhere):
            await extensions.begin()
        if started is not None:
            await started()
        if backups is not None:
            backups.begin()
        yield


def _periodic(parts: Parts, library: Library) -> list[Coroutine[Any, Any, None]]:
    """What is done now and then."""
    store, coroutines = library.store, list[Coroutine[Any, Any, None]]()
    if Part.FILES in parts:
        coroutines += [
            tag_set_merging.merge_periodically(store),
            remove_expired_periodically(library.trash),
            library.sessions.remove_expired_periodically(),
        ]
    elif Part.FOLDERS in parts:  # a leader gets repositories, and this process finds their folders
        coroutines.append(recognise_periodically(store, library.file_stores))
    if Part.WRITER in parts:
        coroutines.append(library.api_keys.ending_time.run(store, logs_leaps=Part.METRICS in parts))
    if Part.RENDITIONS in parts:
        coroutines.append(remove_unused_periodically(store, library.cache))
    return coroutines


async def _cancel(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
