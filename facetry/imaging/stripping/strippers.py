"""The function of each format that removes the metadata of a file and keeps its pixels as they are encoded."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from facetry.imaging.formats import Format
from facetry.imaging.stripping.avif import strip_avif
from facetry.imaging.stripping.gif import strip_gif
from facetry.imaging.stripping.jpeg import strip_jpeg
from facetry.imaging.stripping.png import strip_png
from facetry.imaging.stripping.webp import strip_webp

STRIPPERS: Final[Mapping[Format, Callable[[bytes], bytes | None]]] = {
    "PNG": strip_png,
    "JPEG": strip_jpeg,
    "WEBP": strip_webp,
    "GIF": strip_gif,
    "AVIF": strip_avif,
}
"""For each format that is written: from the bytes of a file whose colours are sRGB to its bytes without metadata, or
None when its structure is unusual. The orientation of the container, which AVIF has, is part of the picture."""
