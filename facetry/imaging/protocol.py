"""Messages between the pool and its workers: one JSON object a line in each direction, then the bytes of a picture."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, NotRequired, TypedDict

from facetry.imaging.formats import Format

MAX_LINE_BYTES: Final = 2 * 1024 * 1024
"""Largest size of a line. An answer holds at most six metadata texts of 64 KiB, which escaping may lengthen."""
MAX_IN_MEMORY_BYTES: Final = 4 * 1024 * 1024
"""Largest rendered picture that is returned in memory; a larger one is returned as a file."""

Fit = Literal["inbox", "outbox"]


@dataclass(frozen=True, slots=True)
class RenderOptions:
    """How a picture is rendered. A `format` of None is that of the file, or JPEG where that is not written.

    `width` and `height` are in pixels, None for an unconstrained side; a picture is never enlarged. `quality` is from 1
    to 100, None for the default of the format. `strip` leaves out all metadata.
    """

    format: Format | None = None
    width: int | None = None
    height: int | None = None
    fit: Fit = "inbox"
    quality: int | None = None
    strip: bool = False


@dataclass(frozen=True, slots=True)
class RenderedPicture:
    """A rendered picture: its bytes are in `data`, or in `file`, which the caller owns and removes."""

    format: Format
    width: int
    height: int
    data: bytes | None
    file: Path | None


class WorkerSettings(TypedDict):
    """The first line that a worker reads: its `limits` (the fields of `DecoderLimits`) and its confinement.

    `roots`: the folders that the worker may read beneath. `parent`: the process id of the server; the worker ends when
    the server ends.
    """

    limits: dict[str, float]
    roots: list[str]
    parent: int


class WorkerRequest(TypedDict):
    """Examine the file at `path` beneath the folder `root`, or render it when `rendering` is present.

    With `identity`, the inode and the file system of a `FolderIdentity`, the root must be this folder, and no link.
    `rendering` has the fields of `RenderOptions`. `heavy`: the job may use `memory_bytes` instead of `light_bytes`.
    """

    root: str
    path: str
    identity: NotRequired[tuple[int | None, int | None]]
    heavy: NotRequired[bool]
    rendering: NotRequired[dict[str, object]]


class WorkerAnswer(TypedDict, total=False):
    """An answer of a worker, in one of these forms:

    - `ready` and `sandbox`: the worker accepts requests; `sandbox` names its confinements.
    - `ignored`: neither the name nor the content of the file is that of a picture.
    - `heavy`: the job needs more memory; the pool sends it again with `heavy`.
    - `rule` and `reason`: the file cannot be read. `elsewhere`: because the folder is another one, or behind a link.
    - `hash` and others: an examined picture. `hash` (SHA-256 of the file), `pixels` (hash of the pixels of the first
      frame) and `perceptual` (64 bits) are hexadecimal, `placeholder` (a ThumbHash) is base64.
    - `bytes`: a rendered picture; that many bytes follow the line.

    `size` and the times are those of the file that was opened; they are missing when no file could be opened.
    """

    ready: bool
    sandbox: list[str]
    ignored: bool
    heavy: bool
    rule: str
    reason: str
    elsewhere: bool
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
class DecoderLimits:
    """Limits on reading one file; a worker is started with them.

    A job uses at most `light_bytes` of address space, that of the worker itself included. A job that needs more may use
    `memory_bytes`, but only one such job runs at a time. So `n` workers together stay below
    `memory_bytes + (n - 1) * light_bytes` for any pictures. `seconds` bounds the time of a job.
    """

    max_pixels: int
    max_bytes: int
    memory_bytes: int
    seconds: float
    light_bytes: int = 160 * 1024**2
