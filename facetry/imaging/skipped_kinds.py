"""The kinds of files that are not read, by the suffixes of their names. Their content is that of no picture format
that is read.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

SkippedKind = Literal["tiff", "raw", "video", "image", "other"]
"""`image` is another format of images, and `other` whatever is no image and no video."""

_SUFFIXES: Final[Mapping[SkippedKind, str]] = {
    "tiff": "tif tiff",
    "raw": (
        "3fr ari arw bay braw cap cr2 cr3 crw dcr dcs dng drf eip erf fff gpr iiq k25 kdc mdc mef mos mrw nef nrw orf"
        " pef ptx pxn r3d raf raw rw2 rwl rwz sr2 srf srw x3f"
    ),
    "video": ("3g2 3gp asf avi flv insv m2ts m2v m4v mkv mod mov mp4 mpe mpeg mpg mts mxf ogv qt tod ts vob webm wmv"),
    "image": (
        "ai apng bmp cur dds dib emf eps exr fits hdr ico insp j2k jp2 jpf jpx jxl jxr kra pbm pcx pgm pnm ppm psb psd"
        " qoi sgi svg svgz tga wdp wmf xbm xcf xpm"
    ),
}
_KIND_OF_SUFFIX: Final = {suffix: kind for kind, suffixes in _SUFFIXES.items() for suffix in suffixes.split()}


def skipped_kind(name: str) -> SkippedKind:
    """The kind of a file that is not read, by the suffix of its name or path."""
    _, dot, suffix = name.rpartition(".")
    return _KIND_OF_SUFFIX.get(suffix.lower(), "other") if dot else "other"
