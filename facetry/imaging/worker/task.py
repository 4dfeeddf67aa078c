"""One request in a worker, within the limits of pixels and memory."""

from __future__ import annotations

import base64
import hashlib
import sys
from typing import Final

from facetry.imaging.decode import RefusedError, decode, open_picture
from facetry.imaging.formats import HEAD_BYTES, TRAITS, Format, Size
from facetry.imaging.memory_estimate import (
    ANIMATION_BYTES_PER_PIXEL,
    bytes_per_pixel,
    bytes_to_decode,
    bytes_to_encode,
)
from facetry.imaging.protocol import DecoderLimits, RenderOptions, WorkerAnswer, WorkerRequest
from facetry.imaging.render import fit_size, render
from facetry.imaging.worker.reading import InsufficientMemoryError, read_file
from facetry.system.files.folder_identity import FolderIdentity

_OUT_OF_MEMORY_RULES: Final = frozenset({"decode.memory", "render.memory"})
_RETRY_WITH_MORE_MEMORY_RULES: Final = _OUT_OF_MEMORY_RULES | {"image.frames", "render.failed"}
"""Rules that lack of memory alone may break: encoders do not always report it as such."""


class Task:
    """One request and its result.

    `available_bytes` is the memory that the task may allocate. `reusable_bytes` is memory of earlier pictures that is
    still mapped, which some decoders reuse.
    """

    def __init__(
        self, limits: DecoderLimits, request: WorkerRequest, available_bytes: int, *, reusable_bytes: int = 0
    ) -> None:
        self._limits = limits
        self._request = request
        self._available_bytes = available_bytes
        self._reusable_bytes = reusable_bytes
        self._is_heavy = request.get("heavy", False)
        self._rendering = RenderOptions(**request["rendering"]) if "rendering" in request else None  # type: ignore[arg-type]
        self.payload = b""
        """The rendered picture, if the answer has `bytes`."""
        self.has_run_out_of_memory = False
        """Whether memory ran out while the task ran."""

    def run(self) -> WorkerAnswer:
        """The answer. Raises PermissionError when the file may not be opened."""
        request, max_bytes = self._request, self._limits.max_bytes
        identity = FolderIdentity(*request["identity"]) if "identity" in request else None
        try:
            return read_file(
                request["root"], identity, request["path"], max_bytes, self._available_bytes, self._process
            )
        except InsufficientMemoryError:
            return self._out_of_memory_answer()
        except MemoryError:
            self.has_run_out_of_memory = True
            return self._out_of_memory_answer()

    def _process(self, data: bytes, format: Format) -> WorkerAnswer:
        try:
            return (
                self._examine(data, format) if self._rendering is None else self._render(data, format, self._rendering)
            )
        except RefusedError as refused:
            self.has_run_out_of_memory = refused.rule in _OUT_OF_MEMORY_RULES
            if refused.rule in _RETRY_WITH_MORE_MEMORY_RULES and not self._is_heavy:
                return {"heavy": True}
            return {"rule": refused.rule, "reason": str(refused)}

    def _examine(self, data: bytes, format: Format) -> WorkerAnswer:
        content_hash = hashlib.sha256(data).hexdigest()
        if content_hash == self._request.get("known"):
            return {"same": True}
        max_pixels = self._limits.max_pixels
        available_bytes = self._available_bytes + (self._reusable_bytes if TRAITS[format].reuses_memory else 0)
        affordable_pixels = max(1, int((available_bytes - len(data)) / bytes_per_pixel(data, format)))
        try:
            picture = decode(data, format, min(max_pixels, affordable_pixels))
        except RefusedError as refused:
            if refused.rule != "decode.pixels" or affordable_pixels >= max_pixels:
                raise
            width, height = size_of(data, format)
            if width * height > max_pixels:
                return {"rule": "decode.pixels", "reason": f"The picture has more than {max_pixels} pixels."}
            return self._out_of_memory_answer(
                f"Decoding the {format} picture exceeds the memory limit for one picture."
            )
        answer: WorkerAnswer = {
            "format": format,
            "width": picture.width,
            "height": picture.height,
            "hash": content_hash,
            "metadata": picture.metadata,
        }
        if picture.pixel_hash is not None:
            answer["pixels"] = picture.pixel_hash.hex()
        if picture.perceptual_hash is not None:
            answer["perceptual"] = f"{picture.perceptual_hash:016x}"
        if picture.placeholder is not None:
            answer["placeholder"] = base64.b64encode(picture.placeholder).decode()
        return answer

    def _render(self, data: bytes, format: Format, rendering: RenderOptions) -> WorkerAnswer:
        max_pixels, available_bytes = self._limits.max_pixels, self._available_bytes - len(data)
        stored_size = size_of(data, format)
        output_size = min(
            (fit_size(stored_size, rendering), fit_size(stored_size[::-1], rendering)[::-1]),
            key=lambda size: -size[0] * size[1],
        )
        needed_bytes = bytes_to_decode(data, format, stored_size, output_size)
        if not self._is_heavy:  # an estimate that is too high only makes the job heavy
            needed_bytes += bytes_to_encode(format, stored_size, output_size, rendering.format or format)
        if needed_bytes > available_bytes and stored_size[0] * stored_size[1] <= max_pixels:
            return self._out_of_memory_answer(
                f"Decoding the {format} picture exceeds the memory limit for one picture."
            )
        max_animation_pixels = max(1, min(max_pixels, int(available_bytes / ANIMATION_BYTES_PER_PIXEL)))
        self.payload, output_format, width, height = render(data, format, rendering, max_pixels, max_animation_pixels)
        return {"format": output_format, "width": width, "height": height, "bytes": len(self.payload)}

    def _out_of_memory_answer(
        self, reason: str = "Reading the file exceeds the memory limit for one picture."
    ) -> WorkerAnswer:
        return {"rule": "decode.memory", "reason": reason} if self._is_heavy else {"heavy": True}


def size_of(data: bytes, format: Format) -> Size:
    """The width and height in the header of a picture. Raises `RefusedError`."""
    header_size = TRAITS[format].header_size
    size = None if header_size is None else header_size(data[:HEAD_BYTES])
    if size is not None:
        return size
    with open_picture(data, format, sys.maxsize // 2, header_only=True) as image:
        return image.size
