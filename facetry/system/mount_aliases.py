"""Other paths of a file or folder: those that it has because its file system is mounted more than once.

The guardian imports this module, so it imports little; see `landlock.py`.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_Mount = tuple[str, str, str]
"""The device of a mount, the folder of the file system that is mounted, and where."""


def with_aliases(paths: Iterable[str]) -> list[str]:
    """The real paths, and all other paths of the same files and folders, or of a part of them."""
    mounts = _read_mounts()
    real_paths = {os.path.realpath(path) for path in paths}
    return sorted(real_paths.union(*(_aliases(path, mounts) for path in real_paths)))


def _aliases(path: str, mounts: list[_Mount]) -> Iterator[str]:
    home = _home(path, mounts)
    if home is None:
        return
    device, root, point = home
    inner_path = _join(root, os.path.relpath(path, point))
    for other_device, other_root, other_point in mounts:
        if other_device != device or (other_root, other_point) == (root, point):
            continue
        if _is_within(inner_path, other_root):
            alias = _join(other_point, os.path.relpath(inner_path, other_root))
            if alias != path and os.path.exists(alias) and os.path.samefile(alias, path):
                yield alias
        elif _is_within(other_root, inner_path) and not _is_within(other_point, path):
            yield other_point


def overlapping(path: str, others: Iterable[str]) -> str | None:
    """The first of the other resolved paths that is, contains or lies in `path`, also through another mount.

    Only the table of mounts is asked, so a lost network share keeps nobody waiting.
    """
    mounts = _read_mounts()
    paths = _paths(path, mounts)
    for other in others:
        if any(_is_within(one, two) or _is_within(two, one) for one in _paths(other, mounts) for two in paths):
            return other
    return None


def paths_of(path: str) -> list[str]:
    """The resolved path, and the other ones that it has through mounts of what it is or lies in, by the table alone."""
    return sorted(_paths(path, _read_mounts(), with_parts=False))


def _paths(path: str, mounts: list[_Mount], *, with_parts: bool = True) -> set[str]:
    paths = {path}
    home = _home(path, mounts)
    if home is None:
        return paths
    device, root, point = home
    inner_path = _join(root, os.path.relpath(path, point))
    for mount in mounts:
        other_device, other_root, other_point = mount
        if other_device != device or mount == home:
            continue
        if _is_within(inner_path, other_root):
            alias = _join(other_point, os.path.relpath(inner_path, other_root))
            if _home(alias, mounts) == mount:  # and not hidden by a mount above it
                paths.add(alias)
        elif with_parts and _is_within(other_root, inner_path):
            paths.add(other_point)
    return paths


def _home(path: str, mounts: list[_Mount]) -> _Mount | None:
    return max((mount for mount in mounts if _is_within(path, mount[2])), key=lambda mount: len(mount[2]), default=None)


def _read_mounts() -> list[_Mount]:
    """All mounts; of several at one path, the last one."""
    mounts: dict[str, _Mount] = {}
    try:
        with open("/proc/self/mountinfo", "rb") as file:
            for line in file:
                _, _, device, root, point, *_ = line.split(b" ")
                mount_point = os.fsdecode(_unescaped(point))
                mounts[mount_point] = (device.decode(), os.fsdecode(_unescaped(root)), mount_point)
    except OSError:
        return []  # without /proc only the paths themselves are known
    return list(mounts.values())


def _unescaped(text: bytes) -> bytes:
    """The kernel writes spaces, tabs, line ends and backslashes as octal numbers."""
    for code in (b"\\040", b"\\011", b"\\012", b"\\134"):
        text = text.replace(code, bytes([int(code[1:], 8)]))
    return text


def _is_within(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip("/") + "/")


def _join(folder: str, relative: str) -> str:
    return os.path.normpath(os.path.join(folder, relative))
