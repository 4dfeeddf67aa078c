"""Reading and validating the answers of one worker, and the pictures that follow them in the pipe."""

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
from facetry.imaging.protocol import MAX_IN_MEMORY_BYTES, MAX_LINE_BYTES, WorkerAnswer
from facetry.imaging.rules import RULES

_CHUNK_BYTES: Final = 65_536
_SPILL_CHUNK_BYTES: Final = 1024 * 1024
_MAX_INTEGER: Final = 2**63 - 1
_FILE_MEMBERS: Final = {"size", "created_ms", "modified_ns"}
_REQUIRED_MEMBERS: Final[tuple[set[str], ...]] = (
    {"format", "width", "height", "hash", "metadata", *_FILE_MEMBERS},
    {"format", "width", "height", "bytes", *_FILE_MEMBERS},
    {"rule", "reason"},
    {"ignored"},
    {"heavy"},
    {"ready"},
)
_PATTERNS: Final = {
    "hash": re.compile("[0-9a-f]{64}"),
    "pixels": re.compile("[0-9a-f]{32}"),
    "perceptual": re.compile("[0-9a-f]{16}"),
    "placeholder": re.compile("[A-Za-z0-9+/]{4,60}={0,2}"),
    "format": re.compile("|".join(sorted(FORMATS))),
    "rule": re.compile("|".join(map(re.escape, sorted(RULES)))),
}
_MEMBER_TYPES: Final[dict[str, type]] = {
    **dict.fromkeys(("ready", "ignored", "heavy", "elsewhere"), bool),
    **dict.fromkeys(("rule", "reason", "format", "hash", "pixels", "perceptual", "placeholder"), str),
    **dict.fromkeys(("size", "created_ms", "modified_ns", "width", "height", "bytes"), int),
    "sandbox": list,
    "metadata": dict,
}


class InvalidAnswerError(Exception):
    """The worker sent an invalid answer: hostile input may control it."""


def parse(line: bytes | bytearray) -> WorkerAnswer:
    """The answer in a line. Raises `InvalidAnswerError` for anything else.

    The worker has read hostile bytes, so every member is validated: its name, its type, and its pattern.
    """
    try:
        answer = orjson.loads(line)
    except orjson.JSONDecodeError as error:
        raise InvalidAnswerError(f"invalid answer: {error}") from None
    if not isinstance(answer, dict):
        raise InvalidAnswerError("invalid answer: not an object")
    invalid_name = next((name for name, value in answer.items() if not _is_valid_member(name, value)), None)
    if invalid_name is not None:
        raise InvalidAnswerError(f"invalid answer: member {invalid_name[:40]}")
    if not any(answer.keys() >= members for members in _REQUIRED_MEMBERS):
        raise InvalidAnswerError("invalid answer: members are missing")
    return cast(WorkerAnswer, answer)


def _is_valid_member(name: str, value: object) -> bool:
    if type(value) is not _MEMBER_TYPES.get(name):
        return False
    if isinstance(value, int):
        return abs(value) <= _MAX_INTEGER
    if isinstance(value, str):
        return name not in _PATTERNS or _PATTERNS[name].fullmatch(value) is not None
    return all(
        type(text) is str for text in (value.values() if isinstance(value, dict) else cast("list[object]", value))
    )


class AnswerReader:
    """Reads the pipe of a worker on the event loop.

    `on_answer` is called with each answer and its payload. `on_close` is called once, when reading ends, with the
    protocol error, or an empty text.

    A picture of at most `MAX_IN_MEMORY_BYTES` is passed in memory. A thread writes a larger one to a file in `scratch`;
    when that fails, `on_answer` gets the error and reading ends. Reading also ends after an invalid answer, and after
    the announcement of more than `max_payload_bytes` bytes.
    """

    def __init__(
        self,
        pipe: int,
        scratch: Path,
        max_payload_bytes: int,
        on_answer: Callable[[WorkerAnswer, Payload | OSError], None],
        on_close: Callable[[str], None],
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._pipe = pipe
        self._scratch = scratch
        self._max_payload_bytes = max_payload_bytes
        self._on_answer = on_answer
        self._on_close = on_close
        self._buffer = bytearray()
        self._pending_answer: WorkerAnswer | None = None  # its picture is being read
        self._spill_task: asyncio.Task[None] | None = None
        os.set_blocking(pipe, False)
        self._loop.add_reader(pipe, self._on_readable)

    async def close(self) -> None:
        """Stop reading. The other end of the pipe must be closed or about to be closed."""
        if self._spill_task is not None:
            await asyncio.gather(self._spill_task, return_exceptions=True)
        self._end("")

    def _end(self, reason: str) -> None:
        if self._pipe >= 0:
            self._loop.remove_reader(self._pipe)
            os.close(self._pipe)
            self._pipe = -1
            self._on_close(reason)

    def _on_readable(self) -> None:
        try:
            piece = os.read(self._pipe, _CHUNK_BYTES)
        except (BlockingIOError, InterruptedError):
            return
        if not piece:
            self._end("")
            return
        try:
            if not self._buffer and self._pending_answer is None and piece.find(b"\n") == len(piece) - 1:
                self._accept_answer(parse(piece))  # the usual case: one complete answer
            else:
                self._buffer += piece
                self._parse_buffer()
        except InvalidAnswerError as error:
            self._end(str(error))

    def _parse_buffer(self) -> None:
        """Pass on the complete answers and payloads in the buffer."""
        while self._spill_task is None and self._pipe >= 0:
            if self._pending_answer is not None:
                size = self._pending_answer["bytes"]
                if len(self._buffer) < size:
                    return
                answer, self._pending_answer = self._pending_answer, None
                with memoryview(self._buffer) as view:
                    payload = bytes(view[:size])
                del self._buffer[:size]
                self._on_answer(answer, payload)
                continue
            at = self._buffer.find(b"\n")
            if at < 0:
                if len(self._buffer) > MAX_LINE_BYTES:
                    raise InvalidAnswerError("the answer is too long")
                return
            line = self._buffer[:at]
            del self._buffer[: at + 1]
            self._accept_answer(parse(line))

    def _accept_answer(self, answer: WorkerAnswer) -> None:
        size = answer.get("bytes")
        if size is None:
            self._on_answer(answer, None)
        elif not 0 < size <= self._max_payload_bytes:
            raise InvalidAnswerError(f"invalid picture size: {size} bytes")
        elif size <= MAX_IN_MEMORY_BYTES:
            self._pending_answer = answer
        else:
            self._loop.remove_reader(self._pipe)
            prefix = bytes(self._buffer[:size])
            del self._buffer[:size]
            self._spill_task = asyncio.create_task(self._spill(answer, prefix, size))

    async def _spill(self, answer: WorkerAnswer, prefix: bytes, size: int) -> None:
        try:
            file = await asyncio.to_thread(_copy_to_file, self._pipe, prefix, size, self._scratch)
        except EOFError:
            self._spill_task = None
            self._end("")
            return
        except OSError as error:
            self._spill_task = None
            self._on_answer(answer, error)
            self._end("")
            return
        self._spill_task = None
        os.set_blocking(self._pipe, False)
        self._loop.add_reader(self._pipe, self._on_readable)
        self._on_answer(answer, file)
        try:
            self._parse_buffer()
        except InvalidAnswerError as error:
            self._end(str(error))


def _copy_to_file(pipe: int, prefix: bytes, size: int, folder: Path) -> Path:
    """Write `size` bytes, `prefix` and then bytes from the pipe, to a new file in `folder`. Blocks.

    Raises EOFError when the pipe ends too early, and OSError when the file cannot be written. The file is then removed.
    """
    os.set_blocking(pipe, True)
    path = folder / f"rendered-{secrets.token_hex(8)}"
    try:
        with path.open("xb", buffering=_SPILL_CHUNK_BYTES) as file:
            file.write(prefix)
            rest = size - len(prefix)
            while rest:
                piece = os.read(pipe, min(rest, _SPILL_CHUNK_BYTES))
                if not piece:
                    raise EOFError
                file.write(piece)
                rest -= len(piece)
    except BaseException:
        with suppress(FileNotFoundError):
            path.unlink()
        raise
    return path
