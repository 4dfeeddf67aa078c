"""One request as a worker does it: within the pixels and the memory that there are for it."""

from __future__ import annotations

import base64
import hashlib
import sys
from typing import Final

from facetry.imaging.decode import RefusedError, decode, opened
from facetry.imaging.formats import HEAD_BYTES, Format, webp_size
from facetry.imaging.memory_estimate import ANIMATION, Size, bytes_a_pixel, bytes_to_decode, bytes_to_make
from facetry.imaging.protocol import Answer, Limits, Rendering, Request
from facetry.imaging.render import fitted, render
from facetry.imaging.worker.reading import NeedsMoreError, read

_SHORT_OF_MEMORY: Final = frozenset({"decode.memory", "render.memory"})
_WORTH_MORE: Final = _SHORT_OF_MEMORY | {"image.frames", "render.failed"}
"""Rules that may be broken for want of memory alone: encoders do not always say that it was that."""

_DECODED_IN_PLACE: Final = frozenset({"JPEG", "PNG"})
"""Formats whose pictures take the place of earlier ones. Other decoders want memory of their own before."""


class Task:
    """One request, and what became of it. `room` is the memory that it may take, in bytes, besides what an earlier
    picture has `kept`.
    """

    def __init__(self, limits: Limits, request: Request, room: int, *, kept: int = 0) -> None:
        self._limits = limits
        self._request = request
        self._room = room
        self._kept = kept
        self._is_heavy = request.get("heavy", False)
        self._rendering = Rendering(**request["rendering"]) if "rendering" in request else None  # type: ignore[arg-type]
        self.payload = b""
        """The picture, if the answer announces one."""
        self.is_torn = False
        """Whether memory ran short in the midst of it."""

    def run(self) -> Answer:
        """The answer. Raises PermissionError when the file may not be opened."""
        path, most = self._request["path"], self._limits.max_bytes
        try:
            return read(self._request["root"], path, most, self._room, self._judge)
        except NeedsMoreError:
            return self._refuse_memory()
        except MemoryError:
            self.is_torn = True
            return self._refuse_memory()

    def _judge(self, data: bytes, format: Format) -> Answer:
        try:
            return (
                self._examine(data, format) if self._rendering is None else self._render(data, format, self._rendering)
            )
        except RefusedError as refused:
            self.is_torn = refused.rule in _SHORT_OF_MEMORY
            if refused.rule in _WORTH_MORE and not self._is_heavy:
                return {"heavy": True}
            return {"rule": refused.rule, "reason": str(refused)}

    def _examine(self, data: bytes, format: Format) -> Answer:
        most = self._limits.max_pixels
        room = self._room + (self._kept if format in _DECODED_IN_PLACE else 0)
        fitting = max(1, int((room - len(data)) / bytes_a_pixel(data, format)))
        try:
            picture = decode(data, format, min(most, fitting))
        except RefusedError as refused:
            if refused.rule != "decode.pixels" or fitting >= most:
                raise
            width, height = size_of(data, format)
            if width * height > most:
                return {"rule": "decode.pixels", "reason": f"The picture has more than {most} pixels."}
            return self._refuse_memory(
                f"Decoding so many pixels of {format} takes more memory than a picture may take."
            )
        answer: Answer = {
            "format": format,
            "width": picture.width,
            "height": picture.height,
            "hash": hashlib.sha256(data).hexdigest(),
            "metadata": picture.metadata,
        }
        if picture.pixel_hash is not None:
            answer["pixels"] = picture.pixel_hash.hex()
        if picture.perceptual_hash is not None:
            answer["perceptual"] = f"{picture.perceptual_hash:016x}"
        if picture.placeholder is not None:
            answer["placeholder"] = base64.b64encode(picture.placeholder).decode()
        return answer

    def _render(self, data: bytes, format: Format, rendering: Rendering) -> Answer:
        most, room = self._limits.max_pixels, self._room - len(data)
        stored = size_of(data, format)
        made = min(
            (fitted(stored, rendering), fitted(stored[::-1], rendering)[::-1]), key=lambda size: -size[0] * size[1]
        )
        needed = bytes_to_decode(data, format, stored, made)
        if not self._is_heavy:  # where a guess that is too high costs little
            needed += bytes_to_make(format, stored, made, rendering.format or format)
        if needed > room and stored[0] * stored[1] <= most:
            return self._refuse_memory(
                f"Decoding so many pixels of {format} takes more memory than a picture may take."
            )
        frames = max(1, min(most, int(room / ANIMATION)))
        self.payload, written, width, height = render(data, format, rendering, most, frames)
        return {"format": written, "width": width, "height": height, "bytes": len(self.payload)}

    def _refuse_memory(self, reason: str = "Reading the file takes more memory than a picture may take.") -> Answer:
        return {"rule": "decode.memory", "reason": reason} if self._is_heavy else {"heavy": True}


def size_of(data: bytes, format: Format) -> Size:
    """The width and height that a picture's header announces. Raises `RefusedError`."""
    if format == "WEBP":  # its decoder takes memory as soon as it is opened
        size = webp_size(data[:HEAD_BYTES])
        if size is not None:
            return size
    with opened(data, format, sys.maxsize // 2) as image:
        return image.size
