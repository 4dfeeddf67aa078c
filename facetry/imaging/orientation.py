"""The EXIF orientation of a picture, and how it is applied."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from PIL import Image

from facetry.imaging.formats import CONTAINER_ORIENTATION_FORMATS, TRAITS, Format
from facetry.imaging.metadata.blocks import Blocks
from facetry.imaging.metadata.exif import ORIENTATION
from facetry.imaging.metadata.exif_block import read_block
from facetry.imaging.pixels import STRIP_PIXELS

_TRANSPOSITIONS: Final = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
_TURNED: Final = 5
"""From this orientation on, the rows of the picture are columns as it is shown."""
_FROM_THE_END: Final = frozenset({3, 4, 7, 8})
"""The orientations whose first row as shown is the last row or column of the picture."""


def orientation_of(image: Image.Image, format: Format, blocks: Blocks) -> int:
    """The EXIF orientation of an opened picture, 1 to 8; 1 when the file has none or an invalid one.

    The HEIF reader has already rotated the pixels. The AVIF reader replaces the orientation in EXIF by the rotation of
    the container, because EXIF does not count in AVIF. An orientation in XMP is ignored, as browsers ignore it.
    """
    if not TRAITS[format].uses_exif_orientation:
        return 1
    exif = image.info.get("exif") if format in CONTAINER_ORIENTATION_FORMATS else blocks.exif
    try:
        found = read_block(exif).integer("main", ORIENTATION) if isinstance(exif, bytes) else None
    except ValueError:  # hostile EXIF: the metadata has the reason, and the picture is shown as stored
        return 1
    return found if found is not None and found in _TRANSPOSITIONS else 1


def displayed_size(size: tuple[int, int], orientation: int) -> tuple[int, int]:
    """The size as shown of a picture of the stored size `size`, or the stored size of one that is shown in `size`."""
    return (size[1], size[0]) if orientation >= _TURNED else size


def turn_upright(image: Image.Image, orientation: int) -> Image.Image:
    """The picture rotated and mirrored as it is shown; the same object when the orientation is 1."""
    return image.transpose(_TRANSPOSITIONS[orientation]) if orientation in _TRANSPOSITIONS else image


def upright_strips(image: Image.Image, orientation: int) -> Iterator[Image.Image]:
    """The picture as it is shown, in strips of complete rows, about a megapixel each."""
    turned, (width, height) = orientation >= _TURNED, image.size
    rows, columns = (width, height) if turned else (height, width)
    step = max(1, STRIP_PIXELS // columns)
    for top in range(0, rows, step):
        first, last = top, min(rows, top + step)
        if orientation in _FROM_THE_END:
            first, last = rows - last, rows - first
        box = (first, 0, last, height) if turned else (0, first, width, last)
        yield turn_upright(image.crop(box), orientation)
