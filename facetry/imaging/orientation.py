"""Which way up a picture is shown: its EXIF orientation."""

from __future__ import annotations

from typing import Final

from PIL import ExifTags, Image

from facetry.imaging.formats import Format
from facetry.imaging.metadata.exif import exif_of

_TURNS: Final = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}


def orientation_of(image: Image.Image, format: Format) -> int:
    """The orientation of an opened picture, 1 to 8 as EXIF numbers them; 1 when the file says nothing sensible.

    The HEIF reader has turned the pixels already. The AVIF reader puts the container's turn in place of EXIF's, which
    does not count there. XMP is not asked, as browsers do not ask it.
    """
    if format in ("HEIF", "GIF"):
        return 1
    try:
        found = exif_of(image).get(ExifTags.Base.Orientation)
    except Exception:  # hostile EXIF; the metadata names the reason, and the picture is shown as it is stored
        return 1
    return found if isinstance(found, int) and found in _TURNS else 1


def shown(size: tuple[int, int], orientation: int) -> tuple[int, int]:
    """The size in which a picture that is stored as `size` is shown, and the other way round."""
    return (size[1], size[0]) if orientation >= 5 else size


def upright(image: Image.Image, orientation: int) -> Image.Image:
    """The picture as it is shown; the same object when nothing is to be turned."""
    return image.transpose(_TURNS[orientation]) if orientation in _TURNS else image
