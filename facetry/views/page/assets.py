"""Assets of a client, which documents name by their paths, as parts of documents."""

from __future__ import annotations

import base64
import os
import re
import stat
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote

MAX_BYTES: Final = 8 * 1024**2
"""The largest asset."""
MAX_ALL_BYTES: Final = 64 * 1024**2
"""The most bytes of all assets of a page."""
_PATH: Final = re.compile(r"/?(?!/)[^\x00-\x20\x7f\\:?#]+")
_TYPES: Final[Mapping[str, re.Pattern[bytes]]] = {
    "image/png": re.compile(rb"\x89PNG\r\n\x1a\n"),
    "image/jpeg": re.compile(rb"\xff\xd8\xff"),
    "image/gif": re.compile(rb"GIF8[79]a"),
    "image/webp": re.compile(rb"RIFF....WEBP", re.DOTALL),
    "image/avif": re.compile(rb"....ftypavi[fs]", re.DOTALL),
}
_MEMBERS: Final = ("src", "placeholder")


class _AssetError(Exception):
    """An asset cannot be shown. The message is the reason."""


@dataclass(slots=True)
class Assets:
    """The pictures of a folder, by the paths that documents have. `problems` are those that cannot be shown."""

    folder: Path
    problems: dict[str, str] = field(default_factory=dict)
    _addresses: dict[str, str] = field(default_factory=dict)
    _bytes: int = 0

    def embedded(self, value: Any) -> Any:
        """A document with its assets as `data:` addresses. Others stay as they are, and are noted in `problems`."""
        pending = [copied := _copy(value)]
        while pending:
            node = pending.pop()
            if isinstance(node, dict) and node.get("type") == "image-ref":
                for member in _MEMBERS:
                    if isinstance(source := node.get(member), str):
                        node[member] = self._address(source)
            pending += node.values() if isinstance(node, dict) else node if isinstance(node, list) else ()
        return copied

    def _address(self, source: str) -> str:
        path = re.split("[?#]", source, maxsplit=1)[0]
        if source in self._addresses or source in self.problems or _PATH.fullmatch(path) is None:
            return self._addresses.get(source, source)  # another kind of address
        try:
            self._addresses[source] = self._read(unquote(path).lstrip("/"))
        except _AssetError as error:
            self.problems[source] = str(error)
        except OSError as error:
            self.problems[source] = error.strerror or type(error).__name__
        except ValueError as error:  # a path with a NUL
            self.problems[source] = str(error)
        return self._addresses.get(source, source)

    def _read(self, path: str) -> str:
        root = self.folder.resolve(strict=True)
        file = (root / path).resolve(strict=True)
        if not file.is_relative_to(root):
            raise _AssetError("it lies outside of the folder")
        # A pipe would wait for its writer.
        with open(os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as opened:  # noqa: PTH123
            if not stat.S_ISREG(os.fstat(opened.fileno()).st_mode):
                raise _AssetError("it is not a file")
            data = opened.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            raise _AssetError(f"it is larger than {MAX_BYTES} bytes")
        if self._bytes + len(data) > MAX_ALL_BYTES:
            raise _AssetError(f"all assets together are larger than {MAX_ALL_BYTES} bytes")
        media_type = next((name for name, start in _TYPES.items() if start.match(data)), None)
        if media_type is None:
            raise _AssetError("it is no PNG, JPEG, GIF, WEBP or AVIF")
        self._bytes += len(data)
        return f"data:{media_type};base64,{base64.b64encode(data).decode()}"


def _copy(value: Any) -> Any:
    """A copy of the arrays and objects of a document, which nest at most 64 levels."""
    if isinstance(value, dict):
        return {name: _copy(each) for name, each in value.items()}
    return [_copy(each) for each in value] if isinstance(value, list) else value
