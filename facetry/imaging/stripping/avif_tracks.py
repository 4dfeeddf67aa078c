"""The tracks of an AVIF sequence without metadata."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from facetry.imaging.stripping.avif_colours import profiles_among
from facetry.imaging.stripping.boxes import FULL_BOX_BYTES, Box, UnusualFileError
from facetry.imaging.stripping.rewriting import Rewriting

_KEPT_KINDS: Final[Mapping[bytes, frozenset[bytes]]] = {
    b"moov": frozenset({b"mvhd", b"trak"}),
    b"trak": frozenset({b"tkhd", b"tref", b"edts", b"mdia"}),
    b"mdia": frozenset({b"mdhd", b"hdlr", b"minf"}),
    b"minf": frozenset({b"vmhd", b"nmhd", b"dinf", b"stbl"}),
    b"stbl": frozenset(
        {b"stsd", b"stts", b"ctts", b"cslg", b"stsc", b"stsz", b"stco", b"co64", b"stss", b"sdtp", b"sbgp", b"sgpd"}
    ),
}
_DATED_KINDS: Final = frozenset({b"mvhd", b"tkhd", b"mdhd"})
_SAMPLE_KINDS: Final = frozenset({b"av1C", b"colr", b"ccst", b"auxi", b"pasp", b"clap", b"clli", b"mdcv"})
_HANDLERS: Final = frozenset({b"pict", b"auxv"})
_SAMPLE_HEADER_BYTES: Final = 78
_MAX_FRAMES: Final = 100_000


def strip_tracks(rewriting: Rewriting, box: Box) -> None:
    """Remove metadata, dates and colour profiles from a `moov` box, and keep the bytes of all its frames."""
    rewriting.adapt_size(box)
    kept = rewriting.kept_boxes(box.body, box.end, _KEPT_KINDS[box.kind], unused_kinds=(b"meta",))
    for child in kept:
        if child.kind in _KEPT_KINDS:
            strip_tracks(rewriting, child)
        elif child.kind in _DATED_KINDS:
            date_bytes = 8 if rewriting.reader.number(child.body, 1, child.end) == 1 else 4
            start = child.body + FULL_BOX_BYTES
            rewriting.reader.text(start, 2 * date_bytes, child.end)
            rewriting.patch(start, bytes(2 * date_bytes))
        elif child.kind == b"hdlr":
            handler = rewriting.reader.text(child.body + FULL_BOX_BYTES + 4, 4, child.end)
            if handler not in _HANDLERS:
                raise UnusualFileError
        elif child.kind == b"stsd":
            _strip_sample_descriptions(rewriting, child)
    if box.kind == b"stbl":
        _use_frames(rewriting, {child.kind: child for child in kept})


def _strip_sample_descriptions(rewriting: Rewriting, box: Box) -> None:
    """Remove colour profiles from a `stsd` box."""
    rewriting.adapt_size(box)
    for sample in rewriting.kept_boxes(box.body + FULL_BOX_BYTES + 4, box.end, {b"av01"}):
        rewriting.adapt_size(sample)
        kept = rewriting.kept_boxes(sample.body + _SAMPLE_HEADER_BYTES, sample.end, _SAMPLE_KINDS)
        for profile in profiles_among(rewriting, kept):
            rewriting.cut(profile.start, profile.end)


def _use_frames(rewriting: Rewriting, tables: Mapping[bytes, Box]) -> None:
    """Keep the bytes of the frames that the tables of a `stbl` box list, and adapt the offsets of their chunks."""
    if (b"stco" in tables) == (b"co64" in tables) or not {b"stsz", b"stsc"} <= tables.keys():
        raise UnusualFileError
    sizes = _frame_sizes(rewriting, tables[b"stsz"])
    chunks = tables.get(b"stco") or tables[b"co64"]
    offset_bytes = 4 if chunks.kind == b"stco" else 8
    start = chunks.body + FULL_BOX_BYTES + 4
    count = rewriting.reader.number(start - 4, 4, chunks.end)
    offsets = rewriting.reader.numbers(start, count, offset_bytes, chunks.end)
    frame_counts = _frame_counts(rewriting, tables[b"stsc"], count)
    first = 0
    for number, (offset, frames) in enumerate(zip(offsets, frame_counts, strict=True)):
        rewriting.use(offset, sum(sizes[first : first + frames]))
        rewriting.adapt_distance(start + offset_bytes * number, offset_bytes, 0, offset)
        first += frames
    if first != len(sizes):
        raise UnusualFileError


def _frame_sizes(rewriting: Rewriting, box: Box) -> list[int]:
    """The size of each frame, in a `stsz` box."""
    size, count = rewriting.reader.numbers(box.body + FULL_BOX_BYTES, 2, 4, box.end)
    if size == 0:
        return rewriting.reader.numbers(box.body + FULL_BOX_BYTES + 8, count, 4, box.end)
    if count > _MAX_FRAMES:
        raise UnusualFileError
    return [size] * count


def _frame_counts(rewriting: Rewriting, box: Box, chunk_count: int) -> list[int]:
    """The number of frames in each chunk, by a `stsc` box: runs of chunks, each with the number of its first one."""
    start = box.body + FULL_BOX_BYTES + 4
    run_count = rewriting.reader.number(start - 4, 4, box.end)
    numbers = rewriting.reader.numbers(start, 3 * run_count, 4, box.end)
    firsts, counts = numbers[0::3], numbers[1::3]
    if chunk_count and firsts[:1] != [1]:
        raise UnusualFileError
    frame_counts: list[int] = []
    for first, following, count in zip(firsts, [*firsts[1:], chunk_count + 1], counts, strict=True):
        if not first <= following <= chunk_count + 1:
            raise UnusualFileError
        frame_counts += [count] * (following - first)
    return frame_counts
