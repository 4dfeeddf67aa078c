"""The cache of renditions: files in a folder of their own, under a budget. Whatever becomes of it, nothing is lost."""

from __future__ import annotations

import contextlib
import itertools
import logging
import os
import secrets
import threading
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import xxhash

MOST_BYTES: Final = 8 * 1024 * 1024
"""A larger rendition is made again each time: a few of them would drive out thousands of thumbnails."""

_MARK: Final = b"FCR1"
_HEADER: Final = len(_MARK) + 16
_BLOCK: Final = 4096
_KEPT_SHARE: Final = 0.9
_TOUCH_SECONDS: Final = 3600
_READ: Final = os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC
_WRITE: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Entry:
    """The bytes of a rendition; `etag` is their checksum, of 32 hexadecimal digits."""

    data: bytes
    etag: str


@dataclass(frozen=True, slots=True)
class _File:
    name: str
    path: str
    size: int
    used_ns: int


class Cache:
    """Renditions by the content hash of their original and by a slug that says which one it is.

    `<first two hex digits>/<content hash>/<slug>`: a mark, an XXH3-128 checksum, the bytes. A file that is damaged or
    missing is a miss; one that cannot be written is not kept. Nothing is flushed to the disk: a cut of power leaves
    files that fail their checksum. The modification time is that of the last use, within an hour. Safe to use from
    any thread.
    """

    def __init__(self, folder: Path, budget_bytes: int) -> None:
        """A cache of at most `budget_bytes` on the disk, 0 for none at all; the folder is made when it is needed."""
        self._root = str(folder)
        self._budget = budget_bytes
        self._total = 0
        self._wanted = 0  # the largest that found no room since room was made
        self._writing: dict[str, int] = {}  # sizes by path
        self._fresh: dict[str, int] | None = None  # what was being written since a count began, which may miss it
        self._lock = threading.Lock()
        self._token = secrets.token_hex(4)  # tells the unfinished files of this process from those of a dead one
        self._numbers = itertools.count()
        self._is_failing = False
        self._is_closing = False
        self._wake = threading.Event()
        self._wake.set()  # the first thing to do is to count what is there
        self._keeper = threading.Thread(target=self._keep, name="facetry-cache", daemon=True)
        if budget_bytes:
            self._keeper.start()

    @property
    def total(self) -> int:
        """Bytes on the disk, as far as they were counted."""
        return self._total

    def get(self, content_hash: bytes, slug: str) -> Entry | None:
        """The rendition, or None when it is not there or damaged. Blocks for one small file."""
        path = self._path(content_hash, slug)
        try:
            file = os.open(path, _READ)
        except OSError:
            return None
        try:
            facts = os.fstat(file)
            header = os.read(file, _HEADER)
            data = os.read(file, facts.st_size)
            if facts.st_mtime < time.time() - _TOUCH_SECONDS:
                with contextlib.suppress(OSError):  # a disk that is read-only now
                    os.utime(file)
        except OSError as error:
            _log.warning("a cached rendition cannot be read: %s", error)
            return None
        finally:
            os.close(file)
        digest = checksum(content_hash, slug, (data,))
        if header == _MARK + digest:
            return Entry(data, digest.hex())
        _log.warning("a cached rendition is damaged and will be made again: %s", path)
        self._remove(_File(slug, path, _occupied(facts.st_size), facts.st_mtime_ns))
        return None

    def put(self, content_hash: bytes, slug: str, data: bytes) -> Entry:
        """Keep a rendition, if there is room for it, and return it. Blocks for one small file; never fails."""
        digest = checksum(content_hash, slug, (data,))
        path, size = self._path(content_hash, slug), _occupied(_HEADER + len(data))
        if len(data) <= MOST_BYTES and self._reserve(path, size):
            try:
                self._write(path, (_MARK + digest, data))
                self._is_failing = False
            except OSError as error:
                self._release(path, size)
                if not self._is_failing:  # said once, not for each picture of a page
                    _log.warning("renditions are not kept: %s", error)
                self._is_failing = True
            finally:
                self._writing.pop(path, None)
        return Entry(data, digest.hex())

    def forget(self, content_hash: bytes) -> None:
        """Remove every rendition of these bytes."""
        for file in list(_files(self._folder(content_hash))):
            self._remove(file)

    def close(self) -> None:
        """End the thread that keeps the budget."""
        self._is_closing = True
        self._wake.set()
        if self._keeper.is_alive():
            self._keeper.join()

    def _folder(self, content_hash: bytes) -> str:
        name = content_hash.hex()
        return f"{self._root}/{name[:2]}/{name}"

    def _path(self, content_hash: bytes, slug: str) -> str:
        return f"{self._folder(content_hash)}/{slug}"

    def _reserve(self, path: str, size: int) -> bool:
        """Whether so many bytes more are within the budget; when they are not, room is made for the next ones."""
        if size > self._budget:
            return False
        with self._lock:
            if self._total + size <= self._budget:
                self._total += size
                self._writing[path] = size
                if self._fresh is not None:
                    self._fresh[path] = size
                return True
            self._wanted = max(self._wanted, size)
        self._wake.set()
        return False

    def _release(self, path: str, size: int) -> None:
        with self._lock:
            self._total = max(0, self._total - size)
            if self._fresh is not None:
                self._fresh.pop(path, None)

    def _write(self, path: str, pieces: tuple[bytes, ...]) -> None:
        """Write beside, then rename: whoever looks meanwhile sees the whole file or none."""
        folder = Path(path).parent
        beside = f"{folder}/.{self._token}-{next(self._numbers)}"
        try:
            file = os.open(beside, _WRITE, 0o600)
        except FileNotFoundError:
            _make(folder)
            file = os.open(beside, _WRITE, 0o600)
        try:
            try:
                for piece in pieces:
                    _write_all(file, piece)
            finally:
                os.close(file)
            Path(beside).rename(path)
        except OSError:
            with contextlib.suppress(OSError):
                Path(beside).unlink()
            raise

    def _remove(self, file: _File) -> bool:
        path = Path(file.path)
        try:
            path.unlink()
        except OSError:
            return False
        self._release(file.path, file.size)
        with contextlib.suppress(OSError):  # most often: there are others in it
            path.parent.rmdir()
        return True

    def _keep(self) -> None:
        while True:
            self._wake.wait()
            if self._is_closing:
                return
            self._wake.clear()
            try:
                self._count_and_evict()
            except Exception:
                _log.exception("the cache of renditions could not be tidied up")

    def _count_and_evict(self) -> None:
        """Count what is there; when that is nearly all that may be, remove what was not used for the longest time."""
        with self._lock:
            self._fresh, wanted, self._wanted = dict(self._writing), self._wanted, 0
        files = []
        for file in _files(self._root):
            if self._is_closing:
                return
            if not self._is_unfinished(file):
                files.append(file)
        kept = min(int(self._budget * _KEPT_SHARE), self._budget - wanted)
        with self._lock:
            fresh, self._fresh = self._fresh, None
            self._total = sum(fresh.values()) + sum(file.size for file in files if file.path not in fresh)
            excess = self._total - kept
        files.sort(key=lambda file: file.used_ns, reverse=True)
        while files and excess > 0 and not self._is_closing:
            oldest = files.pop()
            if self._remove(oldest):
                excess -= oldest.size

    def _is_unfinished(self, file: _File) -> bool:
        """Whether it is being written, or was by a process that died; then it is removed."""
        if not file.name.startswith("."):
            return False
        if not file.name.startswith(f".{self._token}"):
            self._remove(file)
        return True


def checksum(content_hash: bytes, slug: str, pieces: Iterable[bytes]) -> bytes:
    """The checksum of a rendition, 16 bytes. It covers what it is a rendition of, lest files change places."""
    hashing = xxhash.xxh3_128(content_hash + slug.encode("ascii"))
    for piece in pieces:
        hashing.update(piece)
    return hashing.digest()


def _occupied(size: int) -> int:
    """What a file of `size` bytes takes of a disk."""
    return -(-size // _BLOCK) * _BLOCK


def _make(folder: Path) -> None:
    """Make a folder and those above it, which nobody else may look into."""
    try:
        folder.mkdir(mode=0o700)
    except FileExistsError:
        pass
    except FileNotFoundError:
        _make(folder.parent)
        folder.mkdir(mode=0o700, exist_ok=True)


def _write_all(file: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(file, view) :]


def _files(folder: str) -> Iterator[_File]:
    """The files beneath a folder; what vanishes meanwhile is left out."""
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    yield from _files(entry.path)
                else:
                    with contextlib.suppress(OSError):
                        facts = entry.stat(follow_symlinks=False)
                        yield _File(entry.name, entry.path, _occupied(facts.st_size), facts.st_mtime_ns)
    except OSError:
        return
