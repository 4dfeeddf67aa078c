"""The standard streams of a command: closed ones, encodings without a character, and output that cannot be written."""

from __future__ import annotations

import errno
import io
import os
import sys
from typing import Final

_OUTPUT_ERRORS: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO})


def prepare_streams() -> None:
    """Open the null device for closed streams, and print escapes for characters that the encoding of a stream lacks.

    Python has None for a closed stream, and the next file that is opened would take its number.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115 -- for the whole run
        elif isinstance(stream, io.TextIOWrapper) and mode == "w":
            stream.reconfigure(errors="backslashreplace")


def is_output_error(error: BaseException) -> bool:
    """Whether an exception says that a stream cannot be written, such as one of a full disk. Errors of files that were
    opened by their names have these names.
    """
    return isinstance(error, OSError) and error.filename is None and error.errno in _OUTPUT_ERRORS


def discard_output() -> None:
    """Lead standard output to the null device. What it still holds would otherwise fail again when Python ends."""
    try:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())
        os.close(null)
    except OSError:  # standard output is no file, as in a test
        sys.stdout = io.StringIO()
