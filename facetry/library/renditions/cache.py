"""The cache of renditions: files in a folder of its own, within a budget. It can be lost without losing data."""

from __future__ import annotations

import contextlib
import itertools
import logging
import os
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from facetry.library.renditions.rendition_file import HEADER_BYTES, MAGIC, MAX_RENDITION_BYTES, checksum, etag_of
from facetry.library.renditions.shared_renditions import SharedRenditions
from facetry.system.files.file_kinds import read_regular

MAX_BYTES_AT_ONCE: Final = 256 * 1024
"""Maximum size of a file that `Cache.get_at_once` reads: it takes less time than a way to a thread."""

_BLOCK_BYTES: Final = 4096
_EVICTION_TARGET: Final = 0.9
_TOUCH_SECONDS: Final = 3600
_READ_FLAGS: Final = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_NO_WAIT: Final[int | None] = getattr(os, "RWF_NOWAIT", None)
_WRITE_FLAGS: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC

_log = logging.getLogger(__name__)


class MayWaitError(Exception):
    """The rendition may be there, but the disk may have to be waited for."""


@dataclass(frozen=True, slots=True)
class CachedRendition:
    """The bytes of a rendition; `etag` is their checksum, 32 hexadecimal digits. None for bytes that a client has."""

    data: bytes | None
    etag: str


@dataclass(frozen=True, slots=True)
class _File:
    name: str
    path: str
    size: int
    used_ns: int


class Cache:
    """Renditions by the content hash of their original and by a slug that identifies the rendition.

    The files are `<first two hex digits>/<content hash>/<slug>`, each with a magic number, an XXH3-128 checksum and the
    bytes. A damaged or missing file is a miss; a file that cannot be written is not cached. Nothing is flushed to the
    disk: after a power failure, damaged files fail their checksum. The modification time is that of the last use, to
    within an hour. Safe to use from any thread.
    """

    def __init__(
        self,
        folder: Path,
        budget_bytes: int,
        *,
        is_reading_only: bool = False,
        shared: SharedRenditions | None = None,
    ) -> None:
        """A cache of at most `budget_bytes` on the disk, 0 for no caching; the folder is created on demand. With
        `is_reading_only`, another process of the service writes to it and keeps it within its budget. `shared` are the
        renditions that it shares with other hosts, which end with it.
        """
        self.shared: Final = shared
        self._root = str(folder)
        self._counts_misses = not is_reading_only  # the other process looks again, and counts
        self._budget = budget_bytes
        self.hits = self.misses = 0
        """The numbers of renditions that were found, and not found."""
        self._total = 0
        self._requested_bytes = 0  # size of the largest rendition refused since the last eviction
        self._writing: dict[str, int] = {}  # sizes by path
        # Sizes by path of files written while a count runs, which may miss them.
        self._writes_since_count: dict[str, int] | None = None
        self._lock = threading.Lock()
        self._hits_lock = threading.Lock()  # of its own: nothing long happens under it
        self._token = secrets.token_hex(4)  # distinguishes unfinished files of this process from those of dead ones
        self._numbers = itertools.count()
        self._is_failing = False
        self._is_closing = False
        self._wake = threading.Event()
        self._wake.set()  # the thread starts by counting the existing files
        self._eviction_thread = threading.Thread(target=self._run_evictions, name="facetry-cache", daemon=True)
        if budget_bytes and not is_reading_only:
            self._eviction_thread.start()

    @property
    def budget(self) -> int:
        """The largest number of bytes on the disk."""
        return self._budget

    @property
    def total(self) -> int:
        """Bytes on the disk that have been counted so far."""
        return self._total

    def get(
        self, content_hash: bytes, slug: str, client_has: Callable[[str], bool] | None = None
    ) -> CachedRendition | None:
        """The rendition, or None when it is missing or damaged. Blocks for one small file.

        Of a file whose entity tag `client_has`, only the head is read.
        """
        return self._count(self._read(content_hash, slug, client_has))

    def get_at_once(
        self, content_hash: bytes, slug: str, client_has: Callable[[str], bool] | None = None
    ) -> CachedRendition | None:
        """As `get`, for the event loop: reads only what the system has in memory.

        Raises `MayWaitError` when the file is not in memory, is large, is damaged, or was not used for an hour, and
        where the system cannot tell.
        """
        return self._count(self._read_at_once(content_hash, slug, client_has))

    def _count(self, rendition: CachedRendition | None) -> CachedRendition | None:
        with self._hits_lock:
            if rendition is not None:
                self.hits += 1
            elif self._counts_misses:
                self.misses += 1
        return rendition

    def _read_at_once(
        self, content_hash: bytes, slug: str, client_has: Callable[[str], bool] | None
    ) -> CachedRendition | None:
        if _NO_WAIT is None:
            raise MayWaitError
        try:
            file = os.open(self._path(content_hash, slug), _READ_FLAGS)
        except OSError:
            return None
        try:
            status = os.fstat(file)
            if abs(time.time() - status.st_mtime) > _TOUCH_SECONDS:
                raise MayWaitError
            if client_has is not None:
                header = bytearray(HEADER_BYTES)
                size = os.preadv(file, [header], 0, _NO_WAIT)
                if (etag := etag_of(header[:size])) is not None and client_has(etag):
                    return CachedRendition(None, etag)
            if status.st_size > MAX_BYTES_AT_ONCE:
                raise MayWaitError
            buffer = bytearray(status.st_size)
            size = os.preadv(file, [buffer], 0, _NO_WAIT)
        except OSError:
            raise MayWaitError from None
        finally:
            os.close(file)
        data = bytes(memoryview(buffer)[HEADER_BYTES:])
        digest = checksum(content_hash, slug, (data,))
        if size != len(buffer) or buffer[:HEADER_BYTES] != MAGIC + digest:
            raise MayWaitError
        return CachedRendition(data, digest.hex())

    def _read(self, content_hash: bytes, slug: str, client_has: Callable[[str], bool] | None) -> CachedRendition | None:
        path = self._path(content_hash, slug)
        try:
            file = os.open(path, _READ_FLAGS)
        except OSError:
            return None
        try:
            status = os.fstat(file)
            header = os.read(file, HEADER_BYTES)
            etag = None if client_has is None else etag_of(header)
            is_known = client_has is not None and etag is not None and client_has(etag)
            data = b"" if is_known else os.read(file, status.st_size)
            if abs(time.time() - status.st_mtime) > _TOUCH_SECONDS:
                with contextlib.suppress(OSError):  # the disk may be read-only now
                    os.utime(file)
        except OSError as error:
            _log.warning("a cached rendition cannot be read: %s", error)
            return None
        finally:
            os.close(file)
        if etag is not None and is_known:
            return CachedRendition(None, etag)
        digest = checksum(content_hash, slug, (data,))
        if header == MAGIC + digest:
            return CachedRendition(data, digest.hex())
        _log.warning("a cached rendition is damaged and will be made again: %s", path)
        self._remove(_File(slug, path, _disk_size(status.st_size), status.st_mtime_ns))
        return None

    def put(self, content_hash: bytes, slug: str, data: bytes) -> CachedRendition:
        """Cache a rendition if there is room for it, and return it. Blocks for one small file; never fails."""
        digest = checksum(content_hash, slug, (data,))
        path, size = self._path(content_hash, slug), _disk_size(HEADER_BYTES + len(data))
        if len(data) <= MAX_RENDITION_BYTES and self._reserve(path, size):
            try:
                self._write(path, (MAGIC + digest, data))
                self._is_failing = False
            except OSError as error:
                self._release(path, size)
                if not self._is_failing:  # logged once, not for each picture of a page
                    _log.warning("renditions cannot be cached: %s", error)
                self._is_failing = True
            finally:
                self._writing.pop(path, None)
        return CachedRendition(data, digest.hex())

    def evict(self, content_hash: bytes) -> None:
        """Remove every rendition of the original with this content hash, also the shared ones."""
        self.evict_from_disk(content_hash)
        if self.shared is not None:
            self.shared.evict(content_hash)

    def evict_from_disk(self, content_hash: bytes) -> None:
        """Remove every rendition of the original with this content hash from the cache of this host alone."""
        for file in list(_files(self._folder(content_hash))):
            self._remove(file)

    def hashes(self, first_byte: int) -> list[bytes]:
        """The content hashes that begin with a byte and have renditions on the disk. Blocks for one folder."""
        hashes = []
        with contextlib.suppress(OSError):  # nothing is cached
            for folder in Path(f"{self._root}/{first_byte:02x}").iterdir():
                with contextlib.suppress(ValueError):  # somebody else's
                    hashes.append(bytes.fromhex(folder.name))
        return hashes

    def close(self) -> None:
        """Stop the threads that evict and share renditions."""
        if self.shared is not None:
            self.shared.close()
        self._is_closing = True
        self._wake.set()
        if self._eviction_thread.is_alive():
            self._eviction_thread.join()

    def _folder(self, content_hash: bytes) -> str:
        name = content_hash.hex()
        return f"{self._root}/{name[:2]}/{name}"

    def _path(self, content_hash: bytes, slug: str) -> str:
        return f"{self._folder(content_hash)}/{slug}"

    def _reserve(self, path: str, size: int) -> bool:
        """Whether `size` more bytes fit into the budget. If they do not, an eviction is started for later
        renditions.
        """
        if size > self._budget:
            return False
        with self._lock:
            if self._total + size <= self._budget:
                self._total += size
                self._writing[path] = size
                if self._writes_since_count is not None:
                    self._writes_since_count[path] = size
                return True
            self._requested_bytes = max(self._requested_bytes, size)
        self._wake.set()
        return False

    def _release(self, path: str, size: int) -> None:
        with self._lock:
            self._total = max(0, self._total - size)
            if self._writes_since_count is not None:
                self._writes_since_count.pop(path, None)

    def _write(self, path: str, pieces: tuple[bytes, ...]) -> None:
        """Write a temporary file, then rename it: concurrent readers see the whole file or none."""
        folder = Path(path).parent
        temporary = f"{folder}/.{self._token}-{next(self._numbers)}"
        try:
            file = os.open(temporary, _WRITE_FLAGS, 0o600)
        except FileNotFoundError:
            _make_folder(folder)
            file = os.open(temporary, _WRITE_FLAGS, 0o600)
        try:
            try:
                for piece in pieces:
                    _write_all(file, piece)
            finally:
                os.close(file)
            Path(temporary).rename(path)
        except OSError:
            with contextlib.suppress(OSError):
                Path(temporary).unlink()
            raise

    def _remove(self, file: _File) -> bool:
        path = Path(file.path)
        try:
            path.unlink()
        except OSError:
            return False
        self._release(file.path, file.size)
        with contextlib.suppress(OSError):  # usually fails: the folder has other files
            path.parent.rmdir()
        return True

    def _run_evictions(self) -> None:
        while True:
            self._wake.wait()
            if self._is_closing:
                return
            self._wake.clear()
            try:
                self._count_and_evict()
            except Exception:
                _log.exception("the eviction of cached renditions failed")

    def _count_and_evict(self) -> None:
        """Count the files; when they nearly fill the budget, remove the least recently used ones."""
        with self._lock:
            self._writes_since_count, room, self._requested_bytes = dict(self._writing), self._requested_bytes, 0
        files = []
        for file in _files(self._root):
            if self._is_closing:
                return
            if not self._is_unfinished(file):
                files.append(file)
        target = min(int(self._budget * _EVICTION_TARGET), self._budget - room)
        with self._lock:
            recent_writes, self._writes_since_count = self._writes_since_count, None
            self._total = sum(recent_writes.values()) + sum(
                file.size for file in files if file.path not in recent_writes
            )
            excess = self._total - target
        # A use in the future was noted by a clock that was wrong then, or is now: such files go first.
        latest_ns = time.time_ns() + _TOUCH_SECONDS * 1_000_000_000
        files.sort(key=lambda file: file.used_ns if file.used_ns <= latest_ns else 0, reverse=True)
        while files and excess > 0 and not self._is_closing:
            oldest = files.pop()
            if self._remove(oldest):
                excess -= oldest.size

    def _is_unfinished(self, file: _File) -> bool:
        """Whether the file is being written. A file that a dead process left unfinished is removed."""
        if not file.name.startswith("."):
            return False
        if not file.name.startswith(f".{self._token}"):
            self._remove(file)
        return True


def damaged_files(folder: Path) -> Iterator[Path]:
    """The cached renditions in a folder whose checksum is wrong. Reading them finds them as well."""
    for file in _files(str(folder)):
        path = Path(file.path)
        with contextlib.suppress(OSError, ValueError):
            if not file.name.startswith("."):
                content = read_regular(path)
                digest = checksum(bytes.fromhex(path.parent.name), file.name, (content[HEADER_BYTES:],))
                if content[:HEADER_BYTES] != MAGIC + digest:
                    yield path


def _disk_size(size: int) -> int:
    """The space on a disk that a file of `size` bytes occupies."""
    return -(-size // _BLOCK_BYTES) * _BLOCK_BYTES


def _make_folder(folder: Path) -> None:
    """Create a folder and its parents, accessible only to the owner."""
    try:
        folder.mkdir(mode=0o700)
    except FileExistsError:
        pass
    except FileNotFoundError:
        _make_folder(folder.parent)
        folder.mkdir(mode=0o700, exist_ok=True)


def _write_all(file: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(file, view) :]


def _files(folder: str) -> Iterator[_File]:
    """The files beneath a folder; files that vanish meanwhile are left out."""
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    yield from _files(entry.path)
                else:
                    with contextlib.suppress(OSError):
                        status = entry.stat(follow_symlinks=False)
                        yield _File(entry.name, entry.path, _disk_size(status.st_size), status.st_mtime_ns)
    except OSError:
        return
