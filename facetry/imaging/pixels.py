"""The pixels of a decoded picture as RGBA bytes, without copying them where Pillow's memory can be read in place."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from typing import Final

from PIL import Image

IN_PLACE: Final = frozenset({"RGB", "RGBA"})
"""Modes whose memory holds four bytes a pixel: RGBA, or RGB and a fourth that is 255."""
_STRIP_PIXELS: Final = 1 << 20
_BLOCK_BYTES: Final = 1 << 30
_BLOCKS_KEPT: Final = 16
"""Of a picture and the small ones that are made of it: clearing new pages takes a third of the time of a photograph."""
_ALPHA_IS_ZERO: Final = [255, *(0,) * 255]


class _ArrowArray(ctypes.Structure):
    """The struct of the Arrow C data interface."""


_ArrowArray._fields_ = [
    ("length", ctypes.c_int64),
    ("null_count", ctypes.c_int64),
    ("offset", ctypes.c_int64),
    ("n_buffers", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("buffers", ctypes.POINTER(ctypes.c_void_p)),
    ("children", ctypes.POINTER(ctypes.POINTER(_ArrowArray))),
    ("dictionary", ctypes.c_void_p),
    ("release", ctypes.c_void_p),
    ("private_data", ctypes.c_void_p),
]
_pointer_of = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)(
    ("PyCapsule_GetPointer", ctypes.pythonapi)
)


def prepare_memory() -> None:
    """Let every image lie in one piece of memory, as reading it in place needs; once per process."""
    Image.core.set_block_size(_BLOCK_BYTES)  # type: ignore[attr-defined]  # documented, but not exported


def keep_memory(*, keep: bool) -> None:
    """Let the memory of a picture serve the next one, or free what is kept and keep nothing."""
    Image.core.set_blocks_max(_BLOCKS_KEPT if keep else 0)  # type: ignore[attr-defined]


def in_place(image: Image.Image) -> memoryview | None:
    """The memory of an image in one of the modes `IN_PLACE`, row by row; None when it lies in several pieces.

    Valid as long as the image is neither changed nor closed.
    """
    if image.mode not in IN_PLACE or "transparency" in image.info:
        return None
    try:
        capsule = image.im.__arrow_c_array__()
    except ValueError:  # several pieces: more than a block's bytes
        return None
    array = _ArrowArray.from_address(_pointer_of(capsule, b"arrow_array"))
    pixels = image.width * image.height
    if array.n_children != 1 or (array.length, array.offset) != (pixels, 0):
        return None
    inner = array.children[0].contents
    if (inner.length, inner.offset, inner.n_buffers) != (4 * pixels, 0, 2) or not inner.buffers[1]:
        return None
    return memoryview((ctypes.c_ubyte * (4 * pixels)).from_address(inner.buffers[1])).cast("B")


def strips(image: Image.Image) -> Iterator[Image.Image]:
    """The picture in pieces of whole rows, about a megapixel each."""
    rows = max(1, _STRIP_PIXELS // image.width)
    for top in range(0, image.height, rows):
        yield image.crop((0, top, image.width, min(top + rows, image.height)))


def in_rgba(image: Image.Image) -> Iterator[memoryview | bytes]:
    """The pixels in RGBA, row by row, in pieces. Where nothing is to be seen, all four bytes are zero."""
    whole = in_place(image) if image.mode == "RGB" else None
    if whole is not None:
        yield whole
        return
    for piece in strips(image):
        strip = piece if piece.mode == "RGBA" else piece.convert("RGBA")
        invisible = strip.getchannel("A").point(_ALPHA_IS_ZERO)
        if invisible.getbbox():
            strip.paste((0, 0, 0, 0), mask=invisible)
        memory = in_place(strip)
        yield strip.tobytes() if memory is None else memory
