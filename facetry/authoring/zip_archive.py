"""Reproducible zip archives: the same files always give the same bytes."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

_TIME: Final = (1980, 1, 1, 0, 0, 0)
_UNIX: Final = 3
_REGULAR: Final = 0o100000
_LEVEL: Final = 9


@dataclass(frozen=True, slots=True)
class ArchiveFile:
    """A file of an archive: its path, with `/` as separator, and its bytes."""

    name: str
    data: bytes
    is_executable: bool = False


def zip_files(files: Iterable[ArchiveFile]) -> bytes:
    """A zip archive of the files, sorted by name, with a fixed time, no owners, and the modes 644 and 755."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=_LEVEL) as archive:
        for file in sorted(files, key=lambda file: file.name):
            info = zipfile.ZipInfo(file.name, _TIME)
            info.create_system = _UNIX
            info.external_attr = (_REGULAR | (0o755 if file.is_executable else 0o644)) << 16
            archive.writestr(info, file.data, zipfile.ZIP_DEFLATED, _LEVEL)
    return buffer.getvalue()
