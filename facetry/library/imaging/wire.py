"""What the pool and its workers say to each other: one JSON object a line, each way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypedDict

LINE_BYTES: Final = 2 * 1024 * 1024
"""No line is longer; an answer holds at most five metadata texts of 64 KiB, which escaping may lengthen."""


class Request(TypedDict):
    """Read the file at `path` beneath the folder `root`."""

    root: str
    path: str


class Answer(TypedDict, total=False):
    """What the worker found. `ready` alone: it takes requests. `ignored`: neither name nor content is a picture's.

    `rule` and `reason`: the file cannot be read. Otherwise a picture. `size` and the times are of the very file
    that was opened; they are missing when none could be.
    """

    ready: bool
    ignored: bool
    rule: str
    reason: str
    size: int
    created_ms: int
    modified_ns: int
    format: str
    width: int
    height: int
    hash: str
    metadata: dict[str, str]


@dataclass(frozen=True, slots=True)
class Limits:
    """Caps on reading one file; a worker is started with them."""

    max_pixels: int
    max_bytes: int
    memory_bytes: int
    seconds: float
