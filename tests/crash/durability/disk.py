"""A disk that loses its power: replays operations, and writes the states that it may have afterwards.

What was flushed is there. Of what was written since, each part is kept, lost or torn: a disk may write its cache in any
order, and a file system may keep the names of a folder that was not flushed, or lose them.
"""

from __future__ import annotations

import copy
import os
import random
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeVar

from tests.crash.durability.trace import Operation

T = TypeVar("T")
_SECTORS: Final = (512, 4096)
_FATES: Final = ("lost", "kept", "first ones kept", "any kept", "any torn")


@dataclass(eq=False)
class Content:
    """The bytes of a file: those that are durable, and the operations since."""

    durable: bytearray = field(default_factory=bytearray)
    pending: list[Operation] = field(default_factory=list)
    first_name: str = ""
    """The name that the file was created with; empty for one that was there at the begin."""

    def flush(self) -> None:
        """All pending operations become durable."""
        for operation in self.pending:
            apply(self.durable, operation)
        self.pending.clear()

    def current(self) -> bytearray:
        """The bytes as processes see them."""
        content = bytearray(self.durable)
        for operation in self.pending:
            apply(content, operation)
        return content

    def after(self, rng: random.Random) -> bytearray:
        """The bytes that the file may have after a loss of power."""
        content = bytearray(self.durable)
        fate = rng.choice(_FATES)
        for operation in survivors(self.pending, fate, rng):
            apply(content, torn(operation, rng) if fate == "any torn" else operation)
        return content


@dataclass(eq=False)
class Folder:
    """The names in a folder, as processes see them and as they were at the begin."""

    names: dict[str, Node] = field(default_factory=dict)
    first: dict[str, Node] = field(default_factory=dict)


Node = Content | Folder


@dataclass(eq=False)
class Change:
    """A change of names: in which folder which name leads where. It happens as a whole, and is durable when one of its
    folders was flushed after it.
    """

    parts: tuple[tuple[Folder, str, Node | None], ...]
    is_durable: bool = False


def apply(content: bytearray, operation: Operation) -> None:
    """Write or truncate."""
    if operation.kind == "truncate":
        del content[operation.offset :]
        content.extend(bytes(operation.offset - len(content)))
        return
    content.extend(bytes(max(0, operation.offset - len(content))))
    content[operation.offset : operation.offset + len(operation.data)] = operation.data


def torn(operation: Operation, rng: random.Random) -> Operation:
    """The operation, or a part of its sectors."""
    sector = rng.choice(_SECTORS)
    if operation.kind != "write" or len(operation.data) <= sector or rng.random() < 0.3:
        return operation
    cut = sector * rng.randrange(1, -(-len(operation.data) // sector))
    if rng.random() < 0.5:
        return Operation(operation.time, "write", operation.path, offset=operation.offset, data=operation.data[:cut])
    return Operation(operation.time, "write", operation.path, offset=operation.offset + cut, data=operation.data[cut:])


def survivors(pending: Sequence[T], fate: str, rng: random.Random) -> Sequence[T]:
    """Those of the operations that reach the disk."""
    match fate:
        case "lost":
            return ()
        case "kept":
            return pending
        case "first ones kept":
            return pending[: rng.randint(0, len(pending))]
    return [operation for operation in pending if rng.random() < 0.5]


class Disk:
    """The files below a folder while operations are replayed. All that is there at the begin is durable."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._top = _read_folder(root)
        self._changes: list[Change] = []

    def copy(self) -> Disk:
        """The same disk, which is replayed independently."""
        return copy.deepcopy(self)

    def replay(self, operation: Operation) -> None:
        """Do what a process did."""
        match operation.kind:
            case "write" | "truncate":
                node = self._find(operation.path)
                if isinstance(node, Content):  # a removed file that is still open has no name
                    node.pending.append(operation)
            case "flush":
                node = self._find(operation.path)
                if isinstance(node, Content):
                    node.flush()
                for each in self._changes:
                    each.is_durable |= any(folder is node for folder, _, _ in each.parts)
            case _:
                self._change_names(operation)

    def _change_names(self, operation: Operation) -> None:
        folder, name = self._place(operation.path)
        node = folder.names.get(name)
        match operation.kind:
            case "create":
                if node is None:
                    self._change((folder, name, Content(first_name=name)))
            case "mkdir":
                self._change((folder, name, Folder()))
            case "remove":
                self._change((folder, name, None))
            case "link":
                self._change((*self._place(operation.target), node))
            case "rename":
                self._change((folder, name, None), (*self._place(operation.target), node))
            case "exchange":
                other, target = self._place(operation.target)
                self._change((folder, name, other.names[target]), (other, target, node))

    def _change(self, *parts: tuple[Folder, str, Node | None]) -> None:
        self._changes.append(Change(parts))
        for folder, name, node in parts:
            _set_name(folder.names, name, node)

    def _place(self, path: str) -> tuple[Folder, str]:
        """The folder of a path, and the name in it."""
        folder, _, name = path.rpartition("/")
        found = self._find(folder)
        assert isinstance(found, Folder), f"{folder} is no folder"
        return found, name

    def _find(self, path: str) -> Node | None:
        node: Node | None = self._top
        for part in Path(path).relative_to(self._root).parts:
            node = node.names.get(part) if isinstance(node, Folder) else None
        return node

    def files(self) -> dict[str, bytes]:
        """All files as processes see them, by their paths."""
        return {os.fspath(path): bytes(content.current()) for path, content in _walk(self._root, self._top)}

    def write_state(self, rng: random.Random) -> list[tuple[str, Path]]:
        """Replace the content of the folder by a state that it may have after a loss of power now.

        Returns the names that its files were created with, and their paths now.
        """
        pending = [each for each in self._changes if not each.is_durable]
        kept = set(map(id, survivors(pending, rng.choice(_FATES[:-1]), rng)))
        entries: dict[int, dict[str, Node]] = {}
        for each in self._changes:
            if each.is_durable or id(each) in kept:
                for folder, name, node in each.parts:
                    _set_name(entries.setdefault(id(folder), dict(folder.first)), name, node)
        for path in self._root.iterdir():
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        places: list[tuple[str, Path]] = []
        self._write(self._root, self._top, entries, {}, rng, places)
        return places

    def _write(
        self,
        path: Path,
        folder: Folder,
        entries: Mapping[int, Mapping[str, Node]],
        written: dict[int, bytearray],
        rng: random.Random,
        places: list[tuple[str, Path]],
    ) -> None:
        for name, node in sorted(entries.get(id(folder), folder.first).items()):
            if isinstance(node, Folder):
                (path / name).mkdir(mode=0o700)
                self._write(path / name, node, entries, written, rng, places)
            else:
                if id(node) not in written:  # two names of one file
                    written[id(node)] = node.after(rng)
                (path / name).write_bytes(written[id(node)])
                places.append((node.first_name, path / name))


def _read_folder(path: Path) -> Folder:
    names: dict[str, Node] = {
        each.name: _read_folder(each) if each.is_dir() else Content(bytearray(each.read_bytes()))
        for each in sorted(path.iterdir())
    }
    return Folder(names, dict(names))


def _walk(path: Path, folder: Folder) -> Iterator[tuple[Path, Content]]:
    for name, node in folder.names.items():
        if isinstance(node, Folder):
            yield from _walk(path / name, node)
        else:
            yield path / name, node


def _set_name(names: dict[str, Node], name: str, node: Node | None) -> None:
    if node is None:
        names.pop(name, None)
    else:
        names[name] = node
