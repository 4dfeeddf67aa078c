"""What the pool and its workers say to each other: one JSON object a line, each way, and pictures behind it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, NotRequired, TypedDict

from facetry.imaging.formats import Format

LINE_BYTES: Final = 2 * 1024 * 1024
"""No line is longer; an answer holds at most five metadata texts of 64 KiB, which escaping may lengthen."""
KEPT_BYTES: Final = 4 * 1024 * 1024
"""A rendered picture up to this size is handed over in memory, a larger one in a file."""

Fit = Literal["inbox", "outbox"]


@dataclass(frozen=True, slots=True)
class Rendering:
    """How a picture is wanted. A format of None is the file's own, JPEG where that cannot be written.

    Width and height are pixels, None where nothing is asked of that side; a picture is never enlarged.
    """

    format: Format | None = None
    width: int | None = None
    height: int | None = None
    render: Fit = "inbox"
    quality: int | None = None
    strip: bool = False


@dataclass(frozen=True, slots=True)
class Rendered:
    """A picture as it was wanted: its bytes in `data`, or in `file`, which then belongs to the caller."""

    format: Format
    width: int
    height: int
    data: bytes | None
    file: Path | None


class Orders(TypedDict):
    """The first line that a worker gets: its `limits` (fields of `Limits`), the folders that it may read beneath, and
    the process id of the server, which it does not outlive.
    """

    limits: dict[str, float]
    roots: list[str]
    parent: int


class Request(TypedDict):
    """Read the file at `path` beneath the folder `root`: examine it, or render it as `rendering` (its fields) says.

    `heavy`: all that the caps allow may be taken, not only what a light job may.
    """

    root: str
    path: str
    heavy: NotRequired[bool]
    rendering: NotRequired[dict[str, object]]


class Answer(TypedDict, total=False):
    """What the worker found. `ready` alone with `sandbox`: it takes requests, confined by what that names.
    `ignored`: neither name nor content is a picture's. `heavy`: ask again, with `heavy`.

    `rule` and `reason`: the file cannot be read. Otherwise a picture: examined, with its `hash` (SHA-256 of the file),
    `pixels` (hash of the first frame's pixels), both in hexadecimal, as is `perceptual` (64 bits), and `placeholder`
    (ThumbHash, base64); or rendered, with `bytes` of it behind the line. `size` and the times are of the very file
    that was opened; they are missing when none could be.
    """

    ready: bool
    sandbox: list[str]
    ignored: bool
    heavy: bool
    rule: str
    reason: str
    size: int
    created_ms: int
    modified_ns: int
    format: Format
    width: int
    height: int
    hash: str
    pixels: str
    perceptual: str
    placeholder: str
    metadata: dict[str, str]
    bytes: int


@dataclass(frozen=True, slots=True)
class Limits:
    """Caps on reading one file; a worker is started with them.

    A job takes at most `light_bytes` of address space, the worker's own included. One that needs more may take
    `memory_bytes`, but only one such job runs at a time. So all of `n` workers together stay below
    `memory_bytes + (n - 1) * light_bytes`, whatever the pictures are.
    """

    max_pixels: int
    max_bytes: int
    memory_bytes: int
    seconds: float
    light_bytes: int = 160 * 1024**2
