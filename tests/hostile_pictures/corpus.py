"""The corpus of hostile pictures. The same seed gives the same names and bytes."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

from tests.hostile_pictures import (
    bombs,
    bombs_moving,
    disguises,
    exif,
    flips,
    headers_boxes,
    headers_gif,
    headers_jpeg,
    headers_png,
    headers_webp,
    iptc,
    names,
    polyglots,
    profiles,
    texts,
    truncations,
    xmp,
)
from tests.hostile_pictures.case import HostileFile

SEED: Final = 20_260_117
_GENERATORS: Final[tuple[Callable[[Random], Iterator[HostileFile]], ...]] = (
    truncations.cases,
    flips.cases,
    headers_png.cases,
    headers_jpeg.cases,
    headers_gif.cases,
    headers_webp.cases,
    headers_boxes.cases,
    bombs.cases,
    bombs_moving.cases,
    disguises.cases,
    polyglots.cases,
    exif.cases,
    xmp.cases,
    profiles.cases,
    iptc.cases,
    texts.cases,
    names.cases,
)


@dataclass(frozen=True, slots=True)
class WrittenFile:
    """A hostile file on the disk: its path beneath the folder, and the permitted outcomes of its scan."""

    kind: str
    path: bytes
    printable_path: str
    outcomes: frozenset[str]
    size: int
    digest: bytes


def hostile_files(seed: int = SEED) -> Iterator[HostileFile]:
    """Every case, kind by kind. Each kind has its own random numbers, so that a change to one leaves the others."""
    for make in _GENERATORS:
        yield from make(Random(f"{make.__module__} {seed}"))


def write_corpus(folder: Path, seed: int = SEED) -> list[WrittenFile]:
    """Write the corpus beneath `folder`, and return the written files. Raises FileExistsError for a duplicate name."""
    written = []
    for case in hostile_files(seed):
        target = os.path.join(os.fsencode(folder), case.path)  # noqa: PTH118  # a Path cannot hold every name
        os.makedirs(os.path.dirname(target), exist_ok=True)  # noqa: PTH103, PTH120
        with open(target, "xb") as file:  # noqa: PTH123
            file.write(case.data)
        digest = hashlib.sha256(case.data).digest()
        written.append(WrittenFile(case.kind, case.path, case.printable_path, case.outcomes, len(case.data), digest))
    return written


def fingerprint(seed: int = SEED) -> str:
    """A hash of all names and bytes, of a newly generated corpus."""
    return _fingerprint([(case.path, hashlib.sha256(case.data).digest()) for case in hostile_files(seed)])


def fingerprint_of(files: list[WrittenFile]) -> str:
    """The hash of `fingerprint`, for written files."""
    return _fingerprint([(case.path, case.digest) for case in files])


def _fingerprint(files: list[tuple[bytes, bytes]]) -> str:
    return hashlib.sha256(b"".join(digest + path + b"\0" for path, digest in files)).hexdigest()
