"""The answers of one worker, as they come through its pipe, and the pictures that come with them."""

from __future__ import annotations

import asyncio
import os
import re
import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final, cast

import orjson

from facetry.imaging.formats import FORMATS
from facetry.imaging.pool.jobs import Payload
from facetry.imaging.protocol import KEPT_BYTES, LINE_BYTES, Answer
from facetry.imaging.rules import RULES

_PIECE_BYTES: Final = 65_536
_SPILL_BYTES: Final = 1024 * 1024
_MOST: Final = 2**63 - 1
_FILE: Final = {"size", "created_ms", "modified_ns"}
_KINDS: Final[tuple[set[str], ...]] = (
    {"format", "width", "height", "hash", "metadata", *_FILE},
    {"format", "width", "height", "bytes", *_FILE},
    {"rule", "reason"},
    {"ignored"},
    {"heavy"},
    {"ready"},
)
_SHAPES: Final = {
    "hash": re.compile("[0-9a-f]{64}"),
    "pixels": re.compile("[0-9a-f]{32}"),
    "perceptual": re.compile("[0-9a-f]{16}"),
    "placeholder": re.compile("[A-Za-z0-9+/]{4,60}={0,2}"),
    "format": re.compile("|".join(sorted(FORMATS))),
    "rule": re.compile("|".join(map(re.escape, sorted(RULES)))),
}
_TYPES: Final[dict[str, type]] = {
    **dict.fromkeys(("ready", "ignored", "heavy"), bool),
    **dict.fromkeys(("rule", "reason", "format", "hash", "pixels", "perceptual", "placeholder"), str),
    **dict.fromkeys(("size", "created_ms", "modified_ns", "width", "height", "bytes"), int),
    "sandbox": list,
    "metadata": dict,
}


class BabbleError(Exception):
    """The worker said something that no worker says: it is not itself any more."""


def parse(line: bytes | bytearray) -> Answer:
    """The answer that a line holds. Raises `BabbleError` when it holds none.

    The worker has read hostile bytes, so nothing is taken on trust that would later be a wrong type or a wrong name.
    """
    try:
        said = orjson.loads(line)
    except orjson.JSONDecodeError as error:
        raise BabbleError(f"it said what is no answer: {error}") from None
    if not isinstance(said, dict):
        raise BabbleError("it said what is no answer")
    strange = next((name for name, value in said.items() if not _is_usual(name, value)), None)
    if strange is not None:
        raise BabbleError(f"it said what is no answer: {strange[:40]}")
    if not any(said.keys() >= members for members in _KINDS):
        raise BabbleError("it said half an answer")
    return cast(Answer, said)


def _is_usual(name: str, value: object) -> bool:
    if type(value) is not _TYPES.get(name):
        return False
    if isinstance(value, int):
        return abs(value) <= _MOST
    if isinstance(value, str):
        return name not in _SHAPES or _SHAPES[name].fullmatch(value) is not None
    return all(
        type(text) is str for text in (value.values() if isinstance(value, dict) else cast("list[object]", value))
    )


class Answers:
    """Reads a worker's pipe on the event loop: `heard` is called with each answer and what came with it, and `closed`
    once, when no more will come, with what is wrong, or nothing.

    Bytes of a picture up to `KEPT_BYTES` are handed over in memory; more go to a file in `scratch`, piece by piece in
    a thread; when that fails, `heard` gets the error and nothing is read further. Nor is it after an announcement of
    more than `most` bytes, or after what is no answer.
    """

    def __init__(
        self,
        pipe: int,
        scratch: Path,
        most: int,
        heard: Callable[[Answer, Payload | OSError], None],
        closed: Callable[[str], None],
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._pipe = pipe
        self._scratch = scratch
        self._most = most
        self._heard = heard
        self._closed = closed
        self._buffer = bytearray()
        self._announced: Answer | None = None  # whose picture is being read
        self._spilling: asyncio.Task[None] | None = None
        os.set_blocking(pipe, False)
        self._loop.add_reader(pipe, self._readable)

    async def close(self) -> None:
        """Read no more. The other end of the pipe must be closed, or about to be."""
        if self._spilling is not None:
            await asyncio.gather(self._spilling, return_exceptions=True)
        self._end("")

    def _end(self, how: str) -> None:
        if self._pipe >= 0:
            self._loop.remove_reader(self._pipe)
            os.close(self._pipe)
            self._pipe = -1
            self._closed(how)

    def _readable(self) -> None:
        try:
            piece = os.read(self._pipe, _PIECE_BYTES)
        except (BlockingIOError, InterruptedError):
            return
        if not piece:
            self._end("")
            return
        try:
            if not self._buffer and self._announced is None and piece.find(b"\n") == len(piece) - 1:
                self._take(parse(piece))  # as nearly always: one answer, whole
            else:
                self._buffer += piece
                self._sort()
        except BabbleError as error:
            self._end(str(error))

    def _sort(self) -> None:
        """Take apart what has been read, as far as it is complete."""
        while self._spilling is None and self._pipe >= 0:
            if self._announced is not None:
                size = self._announced["bytes"]
                if len(self._buffer) < size:
                    return
                answer, self._announced = self._announced, None
                with memoryview(self._buffer) as view:
                    payload = bytes(view[:size])
                del self._buffer[:size]
                self._heard(answer, payload)
                continue
            at = self._buffer.find(b"\n")
            if at < 0:
                if len(self._buffer) > LINE_BYTES:
                    raise BabbleError("it said more than an answer holds")
                return
            line = self._buffer[:at]
            del self._buffer[: at + 1]
            self._take(parse(line))

    def _take(self, answer: Answer) -> None:
        size = answer.get("bytes")
        if size is None:
            self._heard(answer, None)
        elif not 0 < size <= self._most:
            raise BabbleError("it announced a picture that is none")
        elif size <= KEPT_BYTES:
            self._announced = answer
        else:
            self._loop.remove_reader(self._pipe)
            begun = bytes(self._buffer[:size])
            del self._buffer[:size]
            self._spilling = asyncio.create_task(self._spill(answer, begun, size))

    async def _spill(self, answer: Answer, begun: bytes, size: int) -> None:
        try:
            file = await asyncio.to_thread(_copy, self._pipe, begun, size, self._scratch)
        except EOFError:
            self._spilling = None
            self._end("")
            return
        except OSError as error:
            self._spilling = None
            self._heard(answer, error)
            self._end("")
            return
        self._spilling = None
        os.set_blocking(self._pipe, False)
        self._loop.add_reader(self._pipe, self._readable)
        self._heard(answer, file)
        try:
            self._sort()
        except BabbleError as error:
            self._end(str(error))


def _copy(pipe: int, begun: bytes, size: int, folder: Path) -> Path:
    """Write `size` bytes, `begun` and what follows in the pipe, to a new file in `folder`.

    Raises `EOFError` when the pipe ends before, and OSError when the file cannot be written; then there is none.
    """
    os.set_blocking(pipe, True)
    path = folder / f"rendered-{secrets.token_hex(8)}"
    try:
        with path.open("xb", buffering=_SPILL_BYTES) as file:
            file.write(begun)
            rest = size - len(begun)
            while rest:
                piece = os.read(pipe, min(rest, _SPILL_BYTES))
                if not piece:
                    raise EOFError
                file.write(piece)
                rest -= len(piece)
    except BaseException:
        with suppress(FileNotFoundError):
            path.unlink()
        raise
    return path
