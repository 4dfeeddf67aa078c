"""One hostile picture file: its place, its bytes, and what may become of it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Final

READABLE: Final = "readable"
"""The outcome of a file that becomes an image; every other outcome is the rule that it breaks."""

FORMAT: Final = frozenset({"decode.format"})
PIXELS: Final = frozenset({"decode.pixels"})
NAME: Final = frozenset({"file.name"})
SOUND: Final = frozenset({READABLE})
REFUSED: Final = frozenset({"decode.truncated", "decode.corrupt", "decode.format", "decode.pixels", "decode.memory"})
DAMAGED: Final = REFUSED | SOUND
"""A decoder may make something of it or refuse it. It may not crash, nor take longer than it is given."""
CRASHING: Final = DAMAGED | {"decode.crashed"}
"""Known to end the process of a decoder, which then is the outcome of this file and of no other."""
HEAVY: Final = frozenset({READABLE, "decode.memory", "decode.timeout"})
"""Within the cap on pixels, and more than some machines can give."""
ENDLESS: Final = DAMAGED | HEAVY
"""Anything but a crash: made to keep a decoder busy for as long as possible."""


@dataclass(frozen=True, slots=True)
class Hostile:
    """A file that wishes a picture library ill.

    `kind` is what sort of harm it means, `file` its name (bytes where it is no text; it may have folders), `outcomes`
    what may become of it when it is scanned: `READABLE`, or rules of `facetry.imaging.rules`.
    """

    kind: str
    file: str | bytes
    data: bytes
    outcomes: frozenset[str] = DAMAGED

    @property
    def path(self) -> bytes:
        """Where it lies beneath the folder of the corpus: in a folder named after its kind."""
        return os.fsencode(self.kind) + b"/" + os.fsencode(self.file)

    @property
    def shown(self) -> str:
        """Its path as text that can be printed."""
        return ascii(self.path.decode("utf-8", "backslashreplace"))[1:-1][:120]
