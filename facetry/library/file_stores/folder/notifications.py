"""Notifications about changed files and folders beneath a watched folder."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator, Callable, Collection
from functools import partial
from pathlib import Path
from typing import Final, Self

from facetry.system.late_modules import late_modules

with late_modules("watchfiles.main", "watchfiles.run"):  # ways to watch and to start processes that are not used here
    # documented; `watchfiles.watch` does not report that it has started
    from watchfiles._rust_notify import RustNotify

from facetry.library.file_stores.changed_paths import ChangedPathCollector
from facetry.library.file_stores.file_store import ChangedPaths, LocationGoneError, WatchError
from facetry.library.file_stores.folder.walk import folders
from facetry.library.file_stores.listing import is_hidden
from facetry.system.files.chosen_folders import ChosenFolder
from facetry.system.files.folder_identity import Identity

_DEBOUNCE_MS: Final = 300
_STEP_MS: Final = 50
_PULSE_MS: Final = 2_000


class FolderNotifications:
    """Reports changes beneath `root`. An asynchronous context manager; belongs to one event loop.

    Each folder that a scan lists is watched individually: a recursive watch would follow symbolic links out of the
    root. A new folder requires a new set of watches, which starts before the old set ends.
    """

    def __init__(self, root: ChosenFolder) -> None:
        self._root = root
        self._inode: Identity | None = None
        self._collected = ChangedPathCollector()
        self._error: WatchError | None = None
        self._listener: _Listener | None = None

    async def __aenter__(self) -> Self:
        """Raises `WatchError`."""
        self._inode = await asyncio.to_thread(inode_of, self._root)
        await self._listen()
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._listener is not None:
            self._listener.stop()

    async def changes(self) -> AsyncIterator[ChangedPaths]:
        """Yields the paths that changed since the previous item. Raises `WatchError` when the folder is gone."""
        while True:
            await self._collected.wait()
            paths = self._collected.take()
            if self._error is not None:
                raise self._error
            await self._require_same()
            if paths is None:
                await self._listen()
            elif await asyncio.to_thread(self._has_folder, paths):
                await self._listen(paths)
            if paths is None or paths:
                yield paths

    def add_changes(self, paths: Collection[str]) -> None:
        """Report changed paths, as somebody else has noticed them. Without paths, it is a pulse: the root may vanish
        without a notification.
        """
        self._collected.add(paths)

    def forget(self) -> None:
        """Report again at the next interval what was reported, because it could not be looked at. A folder has no
        interval; the next full scan finds what was not looked at.
        """

    def _fail(self, error: WatchError) -> None:
        self._error = error
        self._collected.add(())

    async def _require_same(self) -> None:
        if await asyncio.to_thread(inode_of, self._root) != self._inode:
            raise LocationGoneError("The folder was replaced by another one.")

    async def _listen(self, changed_paths: Collection[str] = ("",)) -> None:
        """Watch the folders that exist now, of which new ones are at the changed paths or beneath them.

        A folder may appear after its parent was listed and before its parent is watched, without a notification. So
        the changed paths are listed again, and such folders count as changed.
        """
        watched = set(await asyncio.to_thread(lambda: list(folders(self._root))))
        previous = self._listener
        root = Path(self._root.path)
        self._listener = _Listener(root, [str(root / path) for path in watched], self.add_changes, self._fail)
        await self._listener.started.wait()
        if previous is not None:
            previous.stop()
        if self._error is not None:
            raise self._error
        await self._require_same()  # the folders were watched by their paths
        missed = set(await asyncio.to_thread(lambda: list(folders(self._root, changed_paths)))) - watched
        if missed:
            self.add_changes(missed)

    def _has_folder(self, paths: Collection[str]) -> bool:
        return any(True for _ in folders(self._root, paths))


def inode_of(root: ChosenFolder) -> Identity:
    """Where the folder is. Raises `LocationGoneError` when it cannot be reached, or is another one."""
    try:
        return root.inode()
    except OSError as error:
        raise LocationGoneError(f"The folder cannot be reached: {error.strerror}.") from None


class _Listener:
    """A thread that waits for notifications about a fixed set of folders."""

    def __init__(
        self,
        root: Path,
        paths: list[str],
        on_changes: Callable[[set[str]], None],
        on_error: Callable[[WatchError], None],
    ) -> None:
        """`on_changes` is called on the event loop at least every two seconds, with what has changed."""
        self.started = asyncio.Event()
        """Set when the folders are watched, or cannot be watched."""
        self._root = root
        self._on_changes = on_changes
        self._on_error = on_error
        self._loop = asyncio.get_running_loop()
        self._stop = threading.Event()
        threading.Thread(target=self._run, args=(paths,), name=f"watch of {root.name}", daemon=True).start()

    def stop(self) -> None:
        """Stop the thread without waiting for it. It first delivers the notifications that it has gathered."""
        self._stop.set()

    def _run(self, paths: list[str]) -> None:
        try:
            debug, poll, poll_delay_ms, recursive, ignore_permission_denied = False, False, 0, False, True
            with RustNotify(paths, debug, poll, poll_delay_ms, recursive, ignore_permission_denied) as watcher:
                self._call(self.started.set)
                while not self._stop.is_set():
                    # No stop event is passed: with one, it would drop the notifications that it has gathered.
                    batch = watcher.watch(_DEBOUNCE_MS, _STEP_MS, _PULSE_MS, None)
                    names = {name for _, name in batch} if isinstance(batch, set) else set()
                    changes = {path for name in names if (path := self._relative(name)) is not None}
                    self._call(partial(self._on_changes, changes))
        except Exception as error:  # from a library in Rust; after any error the folder is not watched
            if not self._stop.is_set():
                self._call(partial(self._on_error, WatchError(f"The folder cannot be watched: {error}.")))
        finally:
            self._call(self.started.set)

    def _relative(self, name: str) -> str | None:
        try:
            path = Path(name).relative_to(self._root).as_posix()
        except ValueError:
            return None
        return None if path == "." or is_hidden(path) else path

    def _call(self, callback: Callable[[], object]) -> None:
        with contextlib.suppress(RuntimeError):  # the event loop is closed
            self._loop.call_soon_threadsafe(callback)
