"""Watching a folder: which of its files and folders changed, told as it happens."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Final, Self

from watchfiles._rust_notify import RustNotify  # documented; `watchfiles.watch` does not tell when it has begun

from facetry.library.scan.walk import folders, is_hidden

MANY: Final = 1_000
"""More changes at once are one: that of the whole folder."""
_DEBOUNCE_MS: Final = 300
_STEP_MS: Final = 50
_PULSE_MS: Final = 2_000
_POLL_MS: Final = 2_000

Changes = frozenset[str] | None
"""Paths relative to the root, of files and folders; None when anything may have changed."""


class WatchError(Exception):
    """The folder cannot be watched (any more); the message says why."""


class GoneError(WatchError):
    """The folder is not there, or another one is in its place."""


class Watch:
    """Tells of changes beneath `root`. Used as an asynchronous context manager; belongs to one event loop.

    Each folder is watched by itself, those that a scan looks into and no other: a recursive watch would follow
    symbolic links out of the folder. A new folder makes a new set of watches, which begins before the old one ends.
    """

    def __init__(self, root: Path, *, poll: bool = False) -> None:
        self._root = root
        self._poll = poll
        self._identity: tuple[int, int] | None = None
        self._found: set[str] = set()
        self._overflow = False
        self._error: WatchError | None = None
        self._news = asyncio.Event()
        self._listener: _Listener | None = None

    async def __aenter__(self) -> Self:
        """Raises `WatchError`."""
        self._identity = await asyncio.to_thread(_identity, self._root)
        if self._identity is None:
            raise GoneError("The folder cannot be reached.")
        await self._listen()
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._listener is not None:
            self._listener.stop()

    async def changes(self) -> AsyncIterator[Changes]:
        """What changed since this was last asked. Raises `WatchError` when the folder is gone."""
        while True:
            await self._news.wait()
            self._news.clear()
            if self._error is not None:
                raise self._error
            found, overflow = self._found, self._overflow
            self._found, self._overflow = set(), False
            if await asyncio.to_thread(_identity, self._root) != self._identity:
                raise GoneError("The folder is gone, or another one was put in its place.")
            if overflow or await asyncio.to_thread(self._has_folder, found):
                await self._listen()
            if found or overflow:
                yield None if overflow else frozenset(found)

    def take(self, told: set[str] | WatchError) -> None:
        """Note what the listener tells; an empty set is a pulse, for the root may be gone without a notification."""
        if isinstance(told, WatchError):
            self._error = told
        else:
            self._found |= told
            if len(self._found) > MANY:
                self._found, self._overflow = set(), True
        self._news.set()

    async def _listen(self) -> None:
        """Watch the folders that are there now."""
        paths = await asyncio.to_thread(lambda: [str(path) for path in folders(self._root)])
        before = self._listener
        self._listener = _Listener(self._root, paths, self.take, poll=self._poll)
        await self._listener.started.wait()
        if before is not None:
            before.stop()
        if self._error is not None:
            raise self._error

    def _has_folder(self, paths: set[str]) -> bool:
        return any((self._root / path).is_dir() for path in paths)


class _Listener:
    """A thread that waits for notifications about a fixed set of folders."""

    def __init__(
        self, root: Path, paths: list[str], tell: Callable[[set[str] | WatchError], None], *, poll: bool
    ) -> None:
        self.started = asyncio.Event()
        """Set when the folders are watched, or cannot be."""
        self._root = root
        self._tell = tell
        self._loop = asyncio.get_running_loop()
        self._stop = threading.Event()
        threading.Thread(target=self._run, args=(paths, poll), name=f"watch of {root.name}", daemon=True).start()

    def stop(self) -> None:
        """End the thread, without waiting for it: first it tells what it has been told so far."""
        self._stop.set()

    def _run(self, paths: list[str], poll: bool) -> None:
        try:
            debug, recursive, ignore_permission_denied = False, False, True
            with RustNotify(paths, debug, poll, _POLL_MS, recursive, ignore_permission_denied) as watcher:
                self._call(self.started.set)
                while not self._stop.is_set():
                    # Without the event that could stop it at once: then it would drop what it has gathered.
                    told = watcher.watch(_DEBOUNCE_MS, _STEP_MS, _PULSE_MS, None)
                    names = {name for _, name in told} if isinstance(told, set) else set()
                    self._say({path for name in names if (path := self._relative(name)) is not None})
        except Exception as error:  # of a library in another language; whatever it is, the folder is not watched
            if not self._stop.is_set():
                self._say(WatchError(f"The folder cannot be watched: {error}."))
        finally:
            self._call(self.started.set)

    def _relative(self, name: str) -> str | None:
        try:
            path = Path(name).relative_to(self._root).as_posix()
        except ValueError:
            return None
        return None if path == "." or is_hidden(path) else path

    def _say(self, told: set[str] | WatchError) -> None:
        self._call(lambda: self._tell(told))

    def _call(self, what: Callable[[], object]) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed, and nobody listens any more
            self._loop.call_soon_threadsafe(what)


def _identity(root: Path) -> tuple[int, int] | None:
    try:
        found = root.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
