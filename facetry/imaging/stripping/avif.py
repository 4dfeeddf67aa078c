"""AVIF files without metadata."""

from __future__ import annotations

from typing import Final

from facetry.imaging.stripping.avif_items import strip_items
from facetry.imaging.stripping.avif_tracks import strip_tracks
from facetry.imaging.stripping.boxes import UnusualFileError
from facetry.imaging.stripping.rewriting import Rewriting

_KEPT_KINDS: Final = frozenset({b"ftyp", b"meta", b"moov", b"mdat"})


def strip_avif(data: bytes) -> bytes | None:
    """The AVIF with only the items and tracks of its pictures, and with only their bytes.

    Rotation and mirroring are properties of the picture, and are kept; a colour profile is left out. None when the
    structure is damaged, or not one that AVIF files have.
    """
    try:
        return _strip(data)
    except UnusualFileError:
        return None


def _strip(data: bytes) -> bytes:
    rewriting = Rewriting(data)
    boxes = rewriting.kept_boxes(0, len(data), _KEPT_KINDS)
    kinds = [box.kind for box in boxes]
    if kinds[:1] != [b"ftyp"] or any(kinds.count(kind) > 1 for kind in (b"ftyp", b"meta", b"moov")):
        raise UnusualFileError
    for box in boxes:
        if box.kind == b"meta":
            strip_items(rewriting, box)
        elif box.kind == b"moov":
            strip_tracks(rewriting, box)
        elif box.kind == b"mdat":
            rewriting.add_area(box)
    return rewriting.result()
