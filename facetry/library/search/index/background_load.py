"""Reading of the index after the start of the service, so that the first searches of a large library need not wait."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, select
from sqlmodel import col

from facetry.library.images import Image
from facetry.library.search.index.index import Index
from facetry.store import interruption, revision
from facetry.store.engine import close, engine_of
from facetry.store.interruption import Interruption, ReadInterruptedError
from facetry.store.store import Store
from facetry.system.free_memory import release_free_memory
from facetry.system.turns import own_turn

MIN_IMAGES: Final = 10_000
"""Number of images up to which nothing is read in advance: a search then reads what it needs in some milliseconds."""

_TURN_SECONDS: Final = 0.1
"""Time between two attempts to take the turn."""

_log = logging.getLogger(__name__)

Part = Callable[[Index, Connection], None]


def _read_tags(index: Index, connection: Connection) -> None:
    """Read the images of all tags."""
    # pages that are kept would lie between the sets, and leave gaps that the system does not get back
    with engine_of(connection).small_cache(connection):
        index.tags.images_by_tag(connection)


def _read_months(index: Index, connection: Connection) -> None:
    """Read the months of all images."""
    index.images.images_by_month(connection)


def _read_dates(index: Index, connection: Connection) -> None:
    """Read the dates of all images, which sorting by them needs, and the months."""
    index.images.column(connection, "captured")
    index.images.images_by_month(connection)


def _read_formats(index: Index, connection: Connection) -> None:
    """Read the formats and the repositories of all images."""
    index.images.images_by_format(connection)
    index.images.images_by_repository(connection)


def _read_names(index: Index, connection: Connection) -> None:
    """Read what sorting by name needs."""
    index.images.column(connection, "name")


def _read_aspect_ratios(index: Index, connection: Connection) -> None:
    """Read what buckets need."""
    index.images.aspect_ratios(connection)


_FIRST_PARTS: Final[Sequence[Sequence[Part]]] = ((_read_tags, _read_dates), (_read_formats,))
"""What facet counts need: parts that are read one after another, by a thread for each row."""
_LATER_PARTS: Final[Sequence[Part]] = (_read_names, _read_aspect_ratios)
_PARTS_OF_EACH_PROCESS: Final[Sequence[Part]] = (_read_tags, _read_months, _read_formats)
"""What each process reads if there are several, one part after another. A search that sorts reads what it needs."""


class BackgroundLoad:
    """Reads the parts of an index that many searches need, once, on threads of its own.

    Each part is read without the lock of the index, so that searches go on, and then brought to its revision.
    """

    def __init__(self, store: Store, index: Index, *, turn: Path | None = None) -> None:
        """Processes with the same file `turn` read one after another, each on one thread, and only what facet counts
        need: each has its own copy in memory.
        """
        self._turn = turn
        self._store = store
        self._index = index
        self._ending = Interruption()
        self._lock = threading.Lock()
        self._unfinished = 0
        """Number of threads that still read first parts."""
        self._threads: list[threading.Thread] = []

    def begin(self) -> None:
        """Begin to read."""
        rows = _FIRST_PARTS if self._turn is None else [_PARTS_OF_EACH_PROCESS]
        self._unfinished = len(rows)
        if self._turn is None:
            self._index.background_load = threading.Event()
        self._threads = [
            threading.Thread(target=self._run, args=(parts,), name="facetry-index", daemon=True) for parts in rows
        ]
        for thread in self._threads:
            thread.start()

    async def stop(self) -> None:
        """Stop reading, and wait for the end of the threads."""
        self._ending.cancel()
        for thread in self._threads:
            await asyncio.to_thread(thread.join)
        self._threads = []

    def _run(self, parts: Sequence[Part]) -> None:
        """Read the parts. The last thread to finish reads the later parts as well."""
        if self._turn is None:
            self._read_all(parts)
        else:
            with own_turn(self._turn, lambda: self._ending.is_due, _TURN_SECONDS):
                self._index.background_load = threading.Event()  # searches do not wait for turns of other processes
                self._read_all(parts)
        release_free_memory()

    def _read_all(self, parts: Sequence[Part]) -> None:
        self._read(parts)
        with self._lock:
            self._unfinished -= 1
            is_last = self._unfinished == 0
        if is_last:
            event, self._index.background_load = self._index.background_load, None
            if event is not None:
                event.set()
            if self._turn is None:
                self._read(_LATER_PARTS)

    def _read(self, parts: Sequence[Part]) -> None:
        try:
            # Its own connection ends with the thread, and with it the memory for pages.
            engine = self._store.engine
            connection = engine.connect(self._store.location, query_only=True)
            try:
                engine.interrupt_statements_when(connection, interruption.is_due)
                with interruption.interruptible(self._ending):
                    load(self._index, connection, parts)
            finally:
                close(connection)
        except ReadInterruptedError:
            pass
        except Exception as error:
            if not self._store.engine.is_interruption(error):
                # Searches work without what was to be read; the first ones then read it themselves.
                _log.exception("the search index could not be read in advance")


def load(index: Index, connection: Connection, parts: Sequence[Part]) -> None:
    """Read the parts of a large library's index; of a small one, nothing. Begins and ends transactions."""
    engine = engine_of(connection)
    engine.begin_read(connection)
    try:
        if connection.execute(select(col(Image.key)).offset(MIN_IMAGES).limit(1)).first() is None:
            return
        for part in parts:
            engine.renew_snapshot(connection)
            read_index = Index(index.journal)
            read_index.refresh(connection, revision.current(connection))
            if len(read_index.images.all_images(connection)) <= MIN_IMAGES:
                return
            part(read_index, connection)
            interruption.checkpoint()
            with interruption.locked(index.lock), interruption.shielded():
                engine.renew_snapshot(connection)
                for each in (index, read_index):
                    each.refresh(connection, revision.current(connection))
                index.adopt(read_index)
    finally:
        engine.end_read(connection)
