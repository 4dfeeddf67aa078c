"""All hostile pictures: the same ones, byte for byte, each time they are made from the same seed."""

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
from tests.hostile_pictures.case import Hostile

SEED: Final = 20_260_117
_MAKERS: Final[tuple[Callable[[Random], Iterator[Hostile]], ...]] = (
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
class Placed:
    """A hostile file that was written: its place beneath the folder, and what may become of it."""

    kind: str
    path: bytes
    shown: str
    outcomes: frozenset[str]
    size: int
    digest: bytes


def corpus(seed: int = SEED) -> Iterator[Hostile]:
    """Every case, kind by kind. Chance in one kind is not touched by changes to another."""
    for make in _MAKERS:
        yield from make(Random(f"{make.__module__} {seed}"))


def write(folder: Path, seed: int = SEED) -> list[Placed]:
    """Write the whole corpus beneath `folder`, and say what was written. Raises where a name is taken."""
    placed = []
    for case in corpus(seed):
        target = os.path.join(os.fsencode(folder), case.path)  # noqa: PTH118  # a Path cannot hold every name
        os.makedirs(os.path.dirname(target), exist_ok=True)  # noqa: PTH103, PTH120
        with open(target, "xb") as file:  # noqa: PTH123
            file.write(case.data)
        digest = hashlib.sha256(case.data).digest()
        placed.append(Placed(case.kind, case.path, case.shown, case.outcomes, len(case.data), digest))
    return placed


def fingerprint(seed: int = SEED) -> str:
    """A hash of all names and bytes, made anew."""
    return _fingerprint([(case.path, hashlib.sha256(case.data).digest()) for case in corpus(seed)])


def fingerprint_of(placed: list[Placed]) -> str:
    """The same hash, of what was written."""
    return _fingerprint([(case.path, case.digest) for case in placed])


def _fingerprint(files: list[tuple[bytes, bytes]]) -> str:
    return hashlib.sha256(b"".join(digest + path + b"\0" for path, digest in files)).hexdigest()
