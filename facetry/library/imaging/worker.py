"""The process that reads pictures: `python -m facetry.library.imaging.worker LIMITS`, fed by the pool.

One request a line on standard input, one answer a line on standard output, in the same order. It ends when its input
ends. It never touches the library's database, and whatever happens to it happens to one file.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
import sys
from typing import cast

from facetry.library.beneath import open_file
from facetry.library.imaging.birth import created_ms
from facetry.library.imaging.confine import allow_processor_seconds, confine
from facetry.library.imaging.decode import RefusedError, decode, prepare
from facetry.library.imaging.sniff import HEAD_BYTES, claims, format_of
from facetry.library.imaging.wire import Answer, Limits, Request

_CHUNK_BYTES = 1024 * 1024


def main(arguments: list[str]) -> None:
    """Serve requests until standard input ends."""
    told = json.loads(arguments[0])
    limits = Limits(**told["limits"])
    prepare()
    confine(limits.memory_bytes, told["parent"])
    output = sys.stdout.buffer
    _say(output.fileno(), {"ready": True})
    for line in sys.stdin.buffer:
        answer = examine(cast(Request, json.loads(line)), limits)
        _say(output.fileno(), answer)
        if answer.get("rule") == "decode.memory":
            return  # memory that is short or torn would count against the next file


def examine(request: Request, limits: Limits) -> Answer:
    """Read one file and say what it is."""
    allow_processor_seconds(limits.seconds)
    try:
        file = open_file(request["root"], request["path"])
    except (FileNotFoundError, NotADirectoryError):
        return {"rule": "file.vanished", "reason": "The file is gone."}
    except PermissionError:
        return {"rule": "file.permission", "reason": "The file may not be opened: permission denied."}
    except OSError as error:
        return {"rule": "file.read", "reason": f"The file cannot be opened: {error.strerror}."}
    try:
        before = os.fstat(file)
        if not stat.S_ISREG(before.st_mode):
            return {"ignored": True}
        answer = _judge(file, request["path"], before, limits)
        if answer.get("ignored"):
            return answer
        after = os.fstat(file)
        if (before.st_size, before.st_mtime_ns) != (after.st_size, after.st_mtime_ns):
            answer = {"rule": "file.changed", "reason": "The file was written to while it was read."}
        answer["size"] = after.st_size
        answer["modified_ns"] = after.st_mtime_ns
        answer["created_ms"] = created_ms(file, after)
        return answer
    except OSError as error:
        return {"rule": "file.read", "reason": f"Reading the file failed: {error.strerror}."}
    finally:
        os.close(file)


def _judge(file: int, path: str, found: os.stat_result, limits: Limits) -> Answer:
    head = os.read(file, HEAD_BYTES)
    format = format_of(head)
    if format is None and not claims(path):
        return {"ignored": True}
    if format is None and head:
        return {"rule": "decode.format", "reason": "The content is none of PNG, JPEG, WEBP, GIF, AVIF and HEIF."}
    if format is None:
        return {"rule": "decode.truncated", "reason": "The file is empty."}
    if found.st_size > limits.max_bytes:
        return {"rule": "file.too-large", "reason": f"The file has more than {limits.max_bytes} bytes."}
    try:
        data = _whole(file, head, found.st_size)
        picture = decode(data, format, limits.max_pixels)
    except MemoryError:
        return {"rule": "decode.memory", "reason": "Reading the file needs more memory than a picture may take."}
    except RefusedError as refused:
        return {"rule": refused.rule, "reason": str(refused)}
    return {
        "format": format,
        "width": picture.width,
        "height": picture.height,
        "hash": hashlib.sha256(data).hexdigest(),
        "metadata": picture.metadata,
    }


def _whole(file: int, head: bytes, size: int) -> bytes:
    """The content of the file, at most a byte more than `size`: enough to see that it grew."""
    pieces = [head]
    rest = size + 1 - len(head)
    while rest > 0 and (piece := os.read(file, min(rest, _CHUNK_BYTES))):
        pieces.append(piece)
        rest -= len(piece)
    return b"".join(pieces)


def _say(output: int, answer: Answer) -> None:
    line = memoryview(json.dumps(answer, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
    while line:
        line = line[os.write(output, line) :]


if __name__ == "__main__":
    main(sys.argv[1:])
