"""Ways in which programs save a picture so that its size and its modification time stay as they were."""

from __future__ import annotations

import io
import mmap
import os
import subprocess
import tarfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

from PIL import Image, PngImagePlugin

Save = Callable[[Path, bytes, Path], None]
"""Gives the file at a path other bytes of the same length; the folder is one for other files."""

TIME_NS: Final = 1_600_000_000_123_456_789


def pair(seed: int) -> tuple[bytes, bytes]:
    """Two pictures of one length in bytes: the first is 40 pixels wide and 30 high, the second 30 and 40."""
    wide, high = (_png(size, seed + turn) for turn, size in enumerate(((40, 30), (30, 40))))
    length = max(len(wide), len(high)) + 64
    return _padded(wide, length), _padded(high, length)


def write(path: Path, data: bytes) -> None:
    """Write a file with the modification time that all of them have."""
    path.write_bytes(data)
    os.utime(path, ns=(TIME_NS, TIME_NS))


def _in_place(path: Path, data: bytes, _: Path) -> None:
    with path.open("r+b") as file:
        file.write(data)
    os.utime(path, ns=(TIME_NS, TIME_NS))


def _mapped(path: Path, data: bytes, _: Path) -> None:
    with path.open("r+b") as file, mmap.mmap(file.fileno(), len(data)) as mapped:
        mapped[:] = data
        mapped.flush()
    os.utime(path, ns=(TIME_NS, TIME_NS))


def _atomically(path: Path, data: bytes, _: Path) -> None:
    new = path.with_name(f".{path.name}.new")
    write(new, data)
    new.replace(path)


def _with_backup_copy(path: Path, data: bytes, _: Path) -> None:
    old, new = path.with_name(f"{path.name}_original"), path.with_name(f"{path.name}_tmp")
    write(new, data)
    path.rename(old)
    new.rename(path)
    old.unlink()


def _swapped(path: Path, data: bytes, folder: Path) -> None:
    other, between = folder / path.name, folder / f"{path.name}.between"
    write(other, data)
    for source, target in ((path, between), (other, path), (between, other)):
        subprocess.run(["mv", source, target], check=True)


def _linked(path: Path, data: bytes, folder: Path) -> None:
    write(folder / path.name, data)
    subprocess.run(["ln", "--force", folder / path.name, path], check=True)


def _restored(path: Path, data: bytes, folder: Path) -> None:
    write(folder / path.name, data)
    with tarfile.open(folder / f"{path.name}.tar", "w") as archive:
        archive.add(folder / path.name, path.name)
    subprocess.run(["tar", "-xf", folder / f"{path.name}.tar", "-C", path.parent], check=True)
    os.utime(path, ns=(TIME_NS, TIME_NS))  # the archive has whole seconds


def _synchronized(path: Path, data: bytes, folder: Path) -> None:
    write(folder / path.name, data)
    subprocess.run(["rsync", "--times", "--ignore-times", folder / path.name, path], check=True)


def _synchronized_without_times(path: Path, data: bytes, folder: Path) -> None:
    write(folder / path.name, data)
    subprocess.run(["rsync", "--ignore-times", folder / path.name, path], check=True)


def _synchronized_in_place(path: Path, data: bytes, folder: Path) -> None:
    write(folder / path.name, data)
    subprocess.run(["rsync", "--inplace", "--times", "--ignore-times", folder / path.name, path], check=True)


def _copied(path: Path, data: bytes, folder: Path) -> None:
    write(folder / path.name, data)
    subprocess.run(["cp", "--preserve=all", folder / path.name, path], check=True)


def _touched_back(path: Path, data: bytes, folder: Path) -> None:
    reference = folder / f"{path.name}.reference"
    subprocess.run(["touch", "--reference", path, reference], check=True)
    path.write_bytes(data)
    subprocess.run(["touch", "--reference", reference, path], check=True)


WAYS: Final[dict[str, Save]] = {
    "in place": _in_place,
    "mapped": _mapped,
    "atomic": _atomically,
    "backup copy": _with_backup_copy,
    "swap": _swapped,
    "hard link": _linked,
    "restored": _restored,
    "rsync times": _synchronized,
    "rsync no times": _synchronized_without_times,
    "rsync in place": _synchronized_in_place,
    "cp": _copied,
    "touch back": _touched_back,
}
"""The ways, by their names. Only `rsync no times` changes the modification time."""


def _png(size: tuple[int, int], seed: int) -> bytes:
    image = Image.frombytes("RGB", size, bytes((seed * 31 + n * 7) % 251 for n in range(size[0] * size[1] * 3)))
    return _saved(image, "")


def _padded(data: bytes, length: int) -> bytes:
    """The picture with a comment that gives it this length."""
    with Image.open(io.BytesIO(data)) as image:
        padded = _saved(image, "x" * (length - len(data)))
    assert len(padded) == length
    return padded


def _saved(image: Image.Image, comment: str) -> bytes:
    target, texts = io.BytesIO(), PngImagePlugin.PngInfo()
    texts.add_text("Comment", comment)
    image.save(target, "PNG", pnginfo=texts)
    return target.getvalue()
