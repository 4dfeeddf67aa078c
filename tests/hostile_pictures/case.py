"""One hostile picture file: its path, its bytes, and the permitted outcomes of its scan."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Final

READABLE: Final = "readable"
"""The outcome of a file that becomes an image; every other outcome is the rule that it breaks."""

FORMAT_REFUSED: Final = frozenset({"decode.format"})
PIXELS_REFUSED: Final = frozenset({"decode.pixels"})
NAME_REFUSED: Final = frozenset({"file.name"})
MUST_BE_READABLE: Final = frozenset({READABLE})
MUST_BE_REFUSED: Final = frozenset(
    {"decode.truncated", "decode.unsupported", "decode.corrupt", "decode.format", "decode.pixels", "decode.memory"}
)
READABLE_OR_REFUSED: Final = MUST_BE_REFUSED | MUST_BE_READABLE
"""The decoder may accept or refuse the file. It may not crash, nor exceed its time limit."""
MAY_CRASH: Final = READABLE_OR_REFUSED | {"decode.crashed"}
"""The file is known to crash a decoder process. The crash is the outcome of this file only."""
MAY_EXHAUST_RESOURCES: Final = frozenset({READABLE, "decode.memory", "decode.timeout"})
"""Within the pixel cap, but more than some machines have memory or time for."""
ANYTHING_BUT_A_CRASH: Final = READABLE_OR_REFUSED | MAY_EXHAUST_RESOURCES
"""Anything but a crash: the file keeps a decoder busy as long as possible."""


@dataclass(frozen=True, slots=True)
class HostileFile:
    """A file that attacks a picture library.

    `kind` is the kind of attack. `name` may have folders, and is bytes where it is not text. `outcomes` are the
    permitted outcomes of its scan: `READABLE`, or rules of `facetry.imaging.rules`.
    """

    kind: str
    name: str | bytes
    data: bytes
    outcomes: frozenset[str] = READABLE_OR_REFUSED

    @property
    def path(self) -> bytes:
        """The path beneath the folder of the corpus: in a folder named after the kind."""
        return os.fsencode(self.kind) + b"/" + os.fsencode(self.name)

    @property
    def printable_path(self) -> str:
        """The path as printable text."""
        return ascii(self.path.decode("utf-8", "backslashreplace"))[1:-1][:120]
