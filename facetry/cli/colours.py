"""Whether the output of a command has colours."""

from __future__ import annotations

import os
from typing import Literal, TextIO

ColourChoice = Literal["auto", "always", "never"]


def is_coloured(stream: TextIO, choice: ColourChoice = "auto") -> bool:
    """Whether a stream gets colours: with `auto` a terminal that can show them, unless NO_COLOR is set."""
    if choice != "auto":
        return choice == "always"
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
