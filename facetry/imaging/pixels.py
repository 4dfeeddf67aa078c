"""The pixels of a decoded picture as RGBA bytes, without a copy where Pillow's memory can be read directly."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from typing import Final

from PIL import Image

FOUR_BYTE_MODES: Final = frozenset({"RGB", "RGBA"})
"""Modes with four bytes a pixel in memory: RGBA, or RGB and a fourth byte of 255."""
STRIP_PIXELS: Final = 1 << 20
"""About so many pixels of a picture are in one strip."""
_BLOCK_BYTES: Final = 1 << 30
_RETAINED_BLOCKS: Final = 16
"""Memory blocks that are kept for the next picture: clearing new pages takes a third of the time of a photograph."""
_ZERO_ALPHA_MASK: Final = [255, *(0,) * 255]


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


def configure_memory() -> None:
    """Make Pillow allocate every image as one block, which `pixel_memory` needs. Call once per process."""
    Image.core.set_block_size(_BLOCK_BYTES)  # type: ignore[attr-defined]  # documented, but not exported


def set_memory_reuse(*, is_enabled: bool) -> None:
    """Keep the memory of a picture for the next one, or free the kept memory and keep none."""
    Image.core.set_blocks_max(_RETAINED_BLOCKS if is_enabled else 0)  # type: ignore[attr-defined]


def pixel_memory(image: Image.Image) -> memoryview | None:
    """The memory of an image in one of `FOUR_BYTE_MODES`, row by row. None for other modes, or several memory blocks.

    Valid until the image is changed or closed.
    """
    if image.mode not in FOUR_BYTE_MODES or "transparency" in image.info:
        return None
    try:
        capsule = image.im.__arrow_c_array__()
    except ValueError:  # several blocks: the image is larger than a block
        return None
    array = _ArrowArray.from_address(_pointer_of(capsule, b"arrow_array"))
    pixels = image.width * image.height
    if array.n_children != 1 or (array.length, array.offset) != (pixels, 0):
        return None
    values = array.children[0].contents
    if (values.length, values.offset, values.n_buffers) != (4 * pixels, 0, 2) or not values.buffers[1]:
        return None
    return memoryview((ctypes.c_ubyte * (4 * pixels)).from_address(values.buffers[1])).cast("B")


def iterate_strips(image: Image.Image) -> Iterator[Image.Image]:
    """The picture in strips of complete rows, about a megapixel each."""
    rows = max(1, STRIP_PIXELS // image.width)
    for top in range(0, image.height, rows):
        yield image.crop((0, top, image.width, min(top + rows, image.height)))


def iterate_rgba(image: Image.Image) -> Iterator[memoryview | bytes]:
    """The pixels in RGBA, row by row, in pieces. All four bytes of a fully transparent pixel are zero."""
    picture_memory = pixel_memory(image) if image.mode == "RGB" else None
    if picture_memory is not None:
        yield picture_memory
        return
    for rows in iterate_strips(image):
        strip = rows if rows.mode == "RGBA" else rows.convert("RGBA")
        invisible = strip.getchannel("A").point(_ZERO_ALPHA_MASK)
        if invisible.getbbox():
            strip.paste((0, 0, 0, 0), mask=invisible)
        memory = pixel_memory(strip)
        yield strip.tobytes() if memory is None else memory
