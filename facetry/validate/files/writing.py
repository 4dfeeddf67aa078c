"""Writes a fixed text in place of a file: whole or not at all, with its mode, and never outside of its folder."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


class WriteError(Exception):
    """A file was not written. The message is the reason."""


def replace_text(path: Path, former: bytes, text: bytes, root: Path) -> None:
    """Replace the content of a file, whose former content must not have changed. `root` is the folder that a link must
    not leave. Raises `WriteError`.
    """
    try:
        target = path.resolve(strict=True)
        if not target.is_relative_to(root.resolve()):
            raise WriteError("it is a link to a file outside of the folder")
        if not target.is_file():
            raise WriteError("it is not a regular file")
        present = target.read_bytes()
        if present == text:
            return  # another link to this file was written before
        if present != former:
            raise WriteError("it has changed in the meantime")
        _replace(target, text)
    except (OSError, RuntimeError) as error:
        raise WriteError(str(getattr(error, "strerror", None) or error)) from None


def _replace(target: Path, text: bytes) -> None:
    mode = target.stat().st_mode & 0o7777
    descriptor, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(text)
            file.flush()
            os.fchmod(file.fileno(), mode)
            os.fsync(file.fileno())
        Path(name).replace(target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
