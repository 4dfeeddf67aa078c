"""The lines of an export: one JSON object each, by the schema in `specs/documents/`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

import orjson

from facetry.schema.document import Document
from facetry.schema.published import LIBRARY_EXPORT

VERSION: Final = 1
MAX_LINE_BYTES: Final = 256 * 1024**2
"""Far above the largest attachment in base64."""


class TransferError(Exception):
    """An export cannot be read, or does not fit the library. The message names the line and what to do."""


def encode(line: dict[str, Any]) -> bytes:
    """The bytes of a line. The same line gives the same bytes."""
    return orjson.dumps(line, option=orjson.OPT_SERIALIZE_NUMPY | orjson.OPT_APPEND_NEWLINE)


def read(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """The lines of a file with their numbers, each validated, and their order and number checked.

    Raises `TransferError` for a file that is no whole export, and `OSError`.
    """
    order = {"export": 0, "repository": 1, "extension": 2, "image": 3, "collection": 4, "end": 5}
    number, stage, is_complete, last_image = 0, 0, False, ""
    with path.open("rb") as file:
        while text := file.readline(MAX_LINE_BYTES + 1):
            number += 1
            line = _parsed(path, number, text)
            kind = line["kind"]
            if is_complete:
                raise TransferError(f"{path}:{number}: there is a line after the end")
            is_of_image = kind not in order
            if (number == 1) != (kind == "export") or (stage != 3 if is_of_image else order[kind] < stage):
                raise TransferError(f"{path}:{number}: a line of the kind {kind} cannot be here")
            if not is_of_image:
                stage = order[kind]
            if kind == "image":
                if (image := line["id"].lower()) <= last_image:
                    raise TransferError(f"{path}:{number}: the images are not in the order of their ids")
                last_image = image
            if kind == "end":
                is_complete = True
                if line["lines"] != number - 1:
                    raise TransferError(f"{path}: {number - 1} lines come before the end, which counts {line['lines']}")
            yield number, line
    if not is_complete:
        raise TransferError(f"{path} is incomplete: it ends after line {number}, without an end. Export again.")


def _parsed(path: Path, number: int, text: bytes) -> dict[str, Any]:
    if len(text) > MAX_LINE_BYTES:
        raise TransferError(f"{path}:{number}: the line is longer than {MAX_LINE_BYTES} bytes")
    try:
        line = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise TransferError(f"{path}:{number}: the line is no JSON text: {error}") from None
    version = line.get("version") if isinstance(line, dict) and line.get("kind") == "export" else None
    if isinstance(version, int) and version > VERSION:
        raise TransferError(f"{path} has the format {version}; this Facetry knows formats up to {VERSION}")
    fault = next(iter(_schema().validator("#").iter_errors(line)), None)
    if fault is not None:
        pointer = "".join(f"/{part}" for part in fault.instance_path)
        raise TransferError(f"{path}:{number}: {pointer or 'the line'}: {fault.message[:200]}")
    checked: dict[str, Any] = line
    return checked


@cache
def _schema() -> Document:
    return Document(orjson.loads(LIBRARY_EXPORT.read()))
