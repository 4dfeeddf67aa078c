"""Reads what processes did to files from the output of strace."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_CALLS: Final = (
    "open,openat,openat2,creat,write,pwrite64,writev,pwritev,pwritev2,lseek,ftruncate,truncate,fallocate,fsync,"
    "fdatasync,rename,renameat,renameat2,link,linkat,symlink,symlinkat,unlink,unlinkat,rmdir,mkdir,mkdirat,sendfile,"
    "copy_file_range"
)
COMMAND: Final = (
    "strace",
    "-f",
    "--seccomp-bpf",
    "-qq",
    "-y",
    "-ttt",
    "-T",
    "-xx",
    "-s",
    "4194304",
    "-e",
    f"trace={_CALLS}",
)
"""The command, to which `-o FILE` and the traced command are added."""
_LINE: Final = re.compile(r"(\d+)\s+(\d+\.\d+) (.*)")
_DONE: Final = re.compile(r"(\w+)\((.*)\)\s+= (-?\d+)(?:<[^>]*>)?(?:\(deleted\))?[^<]*(?: <(\d+\.\d+)>)?$", re.DOTALL)
_RESUMED: Final = re.compile(r"<\.\.\. (\w+) resumed>(.*)", re.DOTALL)
_UNFINISHED: Final = " <unfinished ...>"
_ARGUMENT: Final = re.compile(
    r'\s*(?:"(?P<text>[^"]*)"(?:\.\.\.)?|(?P<number>-?\d+|AT_FDCWD)<(?P<path>[^>]*)>(?P<gone>\(deleted\))?'
    r'|(?P<other>[^,"\[\]{}]+))'
)
_EXCHANGE: Final = "RENAME_EXCHANGE"


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation on a file or a folder; `time` in seconds since the epoch is that of its end for flushes, and that
    of its begin for all others.
    """

    time: float
    kind: str
    """create, write, truncate, flush, mkdir, remove, rename, exchange or link."""
    path: str
    target: str = ""
    """The second path of a rename, an exchange or a link."""
    offset: int = 0
    data: bytes = b""


def read_operations(trace: Path, root: Path) -> list[Operation]:
    """The operations below `root` in a trace, in the order of their times. Raises `AssertionError` for calls that are
    not understood.
    """
    reader = _Reader(os.fspath(root))
    for pid, time, call in _lines(trace):
        for operation in reader.operations(pid, time, call):
            reader.found.append(operation)
    return sorted(reader.found, key=lambda operation: operation.time)


def _lines(trace: Path) -> Iterator[tuple[int, float, str]]:
    """Process, time and text of each call; calls that were interrupted by others are put together."""
    begun: dict[int, tuple[float, str]] = {}
    with trace.open(encoding="ascii", errors="replace") as file:
        for line in file:
            match = _LINE.match(line.rstrip("\n"))
            if match is None:
                continue
            pid, time, text = int(match[1]), float(match[2]), match[3]
            if text.endswith(_UNFINISHED):
                begun[pid] = time, text.removesuffix(_UNFINISHED)
            elif resumed := _RESUMED.match(text):
                if pid in begun:
                    first_time, first = begun.pop(pid)
                    yield pid, first_time, first + resumed[2]
            else:
                yield pid, time, text


def _decode(text: str) -> bytes:
    return bytes.fromhex(text.replace("\\x", ""))


class _Reader:
    def __init__(self, root: str) -> None:
        self._root = root
        self._offsets: dict[str, int] = {}
        self._sizes: dict[str, int] = {}
        self.found: list[Operation] = []

    def operations(self, pid: int, time: float, call: str) -> Iterator[Operation]:  # noqa: ARG002
        if self._marker not in call:
            return
        match = _DONE.match(call)
        if match is None or match[3] == "-1":
            return
        name, duration = match[1], float(match[4] or 0)
        arguments = [each for each in _ARGUMENT.finditer(match[2]) if (each["other"] or "x").strip()]
        yield from self._of(name, arguments, int(match[3]), time, time + duration)

    @property
    def _marker(self) -> str:
        return "".join(f"\\x{byte:02x}" for byte in os.fsencode(self._root))

    def _is_below(self, path: str) -> bool:
        return path.startswith(self._root + "/") or path == self._root

    def _of(
        self, name: str, arguments: list[re.Match[str]], result: int, time: float, end: float
    ) -> Iterator[Operation]:
        match name:
            case "fsync" | "fdatasync":
                path = _path(arguments[0])
                if self._is_below(path):
                    yield Operation(end, "flush", path)
            case "open" | "openat" | "openat2" | "creat":
                yield from self._open(name, arguments, time)
            case "write" | "pwrite64":
                path, data = _path(arguments[0]), _decode(arguments[1]["text"])[:result]
                if not self._is_below(path):
                    return
                offset = self._offsets.get(path, 0)
                if name == "pwrite64":
                    offset = int(arguments[-1]["other"])
                else:
                    self._offsets[path] = offset + len(data)
                yield Operation(time, "write", path, offset=offset, data=data)
            case "lseek":
                self._offsets[_path(arguments[0])] = result
            case "ftruncate" | "truncate":
                path = _path(arguments[0]) if name == "ftruncate" else _decode(arguments[0]["text"]).decode()
                if self._is_below(path):
                    yield Operation(time, "truncate", path, offset=int(arguments[-1]["other"]))
            case _:
                yield from self._change_names(name, arguments, time)

    def _open(self, name: str, arguments: list[re.Match[str]], time: float) -> Iterator[Operation]:
        paths = _paths(arguments)
        flags = "O_CREAT|O_TRUNC" if name == "creat" else " ".join(each["other"] or "" for each in arguments)
        if not paths or not self._is_below(paths[0]) or ("O_WRONLY" not in flags and "O_RDWR" not in flags):
            return
        (path, *_) = paths
        self._offsets[path] = 0
        if "O_CREAT" in flags:
            yield Operation(time, "create", path)
        if "O_TRUNC" in flags:
            yield Operation(time, "truncate", path)

    def _change_names(self, name: str, arguments: list[re.Match[str]], time: float) -> Iterator[Operation]:
        paths = _paths(arguments)
        if not paths or not self._is_below(paths[0]):
            return
        match name:
            case "mkdir" | "mkdirat":
                yield Operation(time, "mkdir", paths[0])
            case "unlink" | "unlinkat" | "rmdir":
                yield Operation(time, "remove", paths[0])
            case "rename" | "renameat" | "renameat2":
                kind = "exchange" if any(_EXCHANGE in (each["other"] or "") for each in arguments) else "rename"
                yield Operation(time, kind, paths[0], paths[1])
            case "link" | "linkat":
                yield Operation(time, "link", paths[0], paths[1])
            case _:
                raise AssertionError(f"the trace has a call that is not replayed: {name} {paths}")


def _path(argument: re.Match[str]) -> str:
    """The path of a file descriptor; empty when the file has no name any more."""
    return _decode(argument["path"]).decode() if argument["path"] and not argument["gone"] else ""


def _paths(arguments: list[re.Match[str]]) -> list[str]:
    """The paths that a call names, made absolute by the descriptors of folders before them."""
    found: list[str] = []
    folder = ""
    for argument in arguments:
        if argument["path"] is not None:
            folder = _decode(argument["path"]).decode()
        elif argument["text"] is not None:
            found.append(os.path.normpath(os.path.join(folder, _decode(argument["text"]).decode())))  # noqa: PTH118
    return found
