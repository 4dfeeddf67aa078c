"""Validation as a service on standard input and output, for programs in any language: one JSON object a line."""

from __future__ import annotations

import base64
import binascii
import json
import sys
import traceback
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, BinaryIO, Final

from facetry.validate import documents, manifests
from facetry.validate.finding import Finding
from facetry.validate.kinds import Kind
from facetry.validate.located import LocatedFinding, locate

MAX_LINE_BYTES: Final = 33_554_432
"""The longest request in bytes. A document of 10 MB fits, also when each of its characters is escaped as two."""
_MEMBERS: Final = ("kind", "text", "base64", "fileNames", "folder")


class RequestError(Exception):
    """A request that cannot be answered with findings. The text is one sentence, which names the remedy."""


def serve(requests: BinaryIO, answers: BinaryIO, default_kind: Kind | None = None) -> None:
    """Answer each line of `requests` with one line, until its end. Each answer is flushed.

    An answer has `findings`, or `error` with a sentence when the request is refused. A refusal ends nothing: the next
    line is answered. `default_kind` is the kind of requests that name none.
    """
    while line := requests.readline(MAX_LINE_BYTES + 1):
        if len(line) > MAX_LINE_BYTES:
            _skip_line(requests, line)
            answer: Mapping[str, Any] = {"error": f"A request may have at most {MAX_LINE_BYTES} bytes."}
        else:
            answer = _answer_line(line, default_kind)
        answers.write(json.dumps(answer).encode() + b"\n")
        answers.flush()


def answer(request: Any, default_kind: Kind | None = None) -> dict[str, Any]:
    """The answer to one request, as a JSON value: `{"findings": [...]}`. Raises `RequestError`.

    A request has `kind`, the word for a kind of documents, and the document as `text`, or as `base64` when it may be no
    UTF-8. A manifest may have `fileNames`, the files of its extension, or `folder`, the folder whose files
    `facetry extension package` would pack. Each finding has `rule`, `level`, `pointer`, `line` and `column` (from one,
    in code points; null without a place), `detail`, `value` and `remedy` (or null).
    """
    if not isinstance(request, dict):
        raise RequestError('A request is a JSON object, such as {"kind": "manifest", "text": "{}"}.')
    unknown = [name for name in request if name not in _MEMBERS]
    if unknown:
        raise RequestError(f"A request has no member {unknown[0]!r}; its members are {', '.join(_MEMBERS)}.")
    kind, text = _kind(request.get("kind", default_kind)), _text(request)
    names = _file_names(request, kind, text)
    found = manifests.findings(text, names) if kind is Kind.MANIFEST else documents.findings(text, kind)
    return {"findings": [_as_json(item) for item in locate("", text, found)]}


def _answer_line(line: bytes, default_kind: Kind | None) -> Mapping[str, Any]:
    try:
        return answer(json.loads(line), default_kind)
    except RequestError as error:
        return {"error": str(error)}
    except (ValueError, RecursionError) as error:
        return {"error": f"The line is not JSON: {error}."}
    except Exception as error:  # a fault of this program must not end the service of other documents
        traceback.print_exc(file=sys.stderr)
        return {"error": f"Internal error: {type(error).__name__}. Please report it with the document."}


def _skip_line(requests: BinaryIO, line: bytes) -> None:
    while line and not line.endswith(b"\n"):
        line = requests.readline(MAX_LINE_BYTES)


def _kind(word: object) -> Kind:
    known = [str(kind) for kind in documents.VALIDATORS]
    if word is None or word not in known:
        raise RequestError(f"The kind is {word!r}; it must be one of {', '.join(known)}.")
    return Kind(word)


def _text(request: Mapping[str, Any]) -> bytes:
    text, encoded = request.get("text"), request.get("base64")
    if isinstance(text, str) and encoded is None:
        # UTF-8 cannot encode lone surrogates: they are passed on, so that the parser refuses them.
        return text.encode("utf-8", "surrogatepass")
    if isinstance(encoded, str) and text is None:
        try:
            return base64.b64decode(encoded, validate=True)
        except (binascii.Error, ValueError):
            raise RequestError("The member base64 is not Base64.") from None
    raise RequestError("A request has either text or base64, which is a string.")


def _file_names(request: Mapping[str, Any], kind: Kind, text: bytes) -> Collection[str] | None:
    names, folder = request.get("fileNames"), request.get("folder")
    if names is None and folder is None:
        return None
    if kind is not Kind.MANIFEST:
        raise RequestError(f"Only a manifest has {'fileNames' if folder is None else 'folder'}.")
    if names is not None and folder is not None:
        raise RequestError("A request has either fileNames or folder.")
    if folder is not None:
        return _packed_names(folder, text)
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise RequestError("The member fileNames is an array of strings.")
    return names


def _packed_names(folder: Any, manifest: bytes) -> Collection[str] | None:
    """The files that would be packed; None for a folder that no archive could hold."""
    from facetry.authoring.folder import names  # not needed by most requests

    if not isinstance(folder, str) or not Path(folder).is_absolute():
        raise RequestError("The member folder is the absolute path of a folder, as a string.")
    return names(Path(folder), manifest)


def _as_json(item: LocatedFinding) -> dict[str, Any]:
    finding: Finding = item.finding
    return {
        "rule": finding.rule,
        "level": finding.level,
        "pointer": finding.pointer,
        "line": item.range.start.line if item.range else None,
        "column": item.range.start.column if item.range else None,
        "detail": finding.detail,
        "value": finding.value,
        "remedy": finding.remedy,
    }
