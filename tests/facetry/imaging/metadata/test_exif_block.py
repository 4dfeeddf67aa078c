"""EXIF blocks: what is read is written again, and hostile ones harm nobody."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from facetry.imaging.metadata.exif import exif_for_rendition, exif_json
from facetry.imaging.metadata.exif_block import Kind, Value, read_block, write_block
from tests.support.imaging.exif_blocks import ASCII, BYTE, LONG, RATIONAL, SHORT, UNDEFINED, block, rationals, shorts

ORDERS = ("<", ">")
ORIENTATION, WIDTH, HEIGHT = 0x0112, 0xA002, 0xA003


@pytest.mark.parametrize("order", ORDERS)
def test_the_numbers_of_all_types(order: str) -> None:
    tags = [(0x0100 + kind, kind, struct.pack(f"{order}2{letter}", 1, 2)) for kind, letter in _LETTERS.items()]
    packed = block([tag for tag in tags if tag[1] in (BYTE, SHORT, LONG)], order=order)
    found = read_block(packed).directories["main"]
    assert {value.kind: value.numbers() for value in found.values()} == {1: (1, 2), 3: (1, 2), 4: (1, 2)}
    for kind, letter in _LETTERS.items():
        assert Value(Kind(kind), struct.pack(f"{order}2{letter}", 1, 2), order).numbers() == (1, 2)  # type: ignore[arg-type]
    for kind, letter in ((5, "I"), (10, "i")):
        value = Value(Kind(kind), struct.pack(f"{order}6{letter}", 1, 2, 3, 0, 6, 3), order)  # type: ignore[arg-type]
        assert (value.numbers(), value.count) == ((0.5, None, 2.0), 3)


_LETTERS = {1: "B", 3: "H", 4: "I", 6: "b", 8: "h", 9: "i", 11: "f", 12: "d", 13: "I"}

_ENTRIES = st.lists(
    st.tuples(
        st.integers(0, 0xFFFF).filter(lambda tag: tag not in (0x8769, 0x8825, 0xA005)),
        st.sampled_from([BYTE, ASCII, UNDEFINED]),
        st.binary(min_size=1, max_size=20),
    ),
    max_size=12,
    unique_by=lambda entry: entry[0],
)


@given(_ENTRIES, _ENTRIES, _ENTRIES, st.sampled_from(ORDERS))
def test_what_is_read_is_written_again(
    main: list[object], details: list[object], place: list[object], order: str
) -> None:
    if not main:
        main = [(1, BYTE, b"1")]
    packed = block(main, details, place, order=order)  # type: ignore[arg-type]
    read = read_block(packed)
    again = read_block(write_block(read))
    assert again.order == order
    for name in ("main", "Exif", "GPSInfo"):
        tags = {tag: value for tag, value in read.directories.get(name, {}).items() if tag not in (0x8769, 0x8825)}
        written = again.directories.get(name, {}).items()
        assert {tag: value for tag, value in written if tag not in (0x8769, 0x8825)} == tags


@given(st.binary(max_size=200), st.integers(0, 60), st.binary(min_size=1, max_size=8))
def test_any_bytes_are_a_block_or_none(noise: bytes, at: int, change: bytes) -> None:
    whole = block([(ORIENTATION, SHORT, shorts("<", 6))], [(WIDTH, SHORT, shorts("<", 9))], [(1, ASCII, b"S\0")])
    damaged = whole[:at] + change + whole[at + len(change) :]
    for data in (b"II*\0" + noise, b"MM\0*" + noise, noise, damaged, whole[:at]):
        try:
            read = read_block(data)
        except ValueError:
            assert exif_for_rendition(data, (1, 1)) == b""
            continue
        exif_json(read)
        read_block(write_block(read) or whole)


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("prefix", [b"", b"Exif\0\0", b"Exif\0\0Exif\0\0"])
def test_a_rendition_is_upright_has_its_size_and_no_thumbnail(order: str, prefix: bytes) -> None:
    thumbnail = struct.pack(f"{order}H", 0) + bytes(4) + b"\xff\xd8thumbnail\xff\xd9"
    data = block(
        [
            (ORIENTATION, SHORT, shorts(order, 6)),
            (0x010F, ASCII, b"Facetry\0"),
            (0x0111, LONG, struct.pack(f"{order}I", 8)),
            (0x0201, LONG, struct.pack(f"{order}I", 9)),
        ],
        [
            (WIDTH, LONG, struct.pack(f"{order}I", 6000)),
            (HEIGHT, SHORT, shorts(order, 4000)),
            (0x927C, UNDEFINED, b"own"),
        ],
        [(1, ASCII, b"S\0")],
        order=order,
        following=thumbnail,
    )
    rendered = exif_for_rendition(prefix + data, (30, 40))
    assert b"thumbnail" not in rendered
    second = Image.Exif()  # a second reader
    second.load(rendered)
    assert dict(second) == {0x0112: 1, 0x010F: "Facetry", 0x8769: second[0x8769], 0x8825: second[0x8825]}
    assert second.get_ifd(0x8769) == {WIDTH: 30, HEIGHT: 40, 0x927C: b"own"}
    assert second.get_ifd(0x8825) == {1: "S"}


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize(
    ("side", "latitude"),
    [(b"S\0", -33.5), (b"South\0", -33.5), (b"s", -33.5), (b"N\0", 33.5), (b"North\0", 33.5), (b"\0", 33.5)],
)
def test_the_first_letter_of_a_side_counts(order: str, side: bytes, latitude: float) -> None:
    degrees = rationals(order, (33, 1), (30, 1), (0, 1))
    found = exif_json(read_block(block(place=[(1, ASCII, side), (2, RATIONAL, degrees)], order=order)))
    assert found["GPSInfo"]["latitude"] == latitude  # type: ignore[index]


@pytest.mark.parametrize("order", ORDERS)
def test_what_is_partly_unknown_is_partly_null(order: str) -> None:
    lens = rationals(order, (24, 1), (70, 1), (0, 0), (0, 0))
    unknown = rationals(order, (0, 0))
    area, place = shorts(order, 48, 32, 20, 10), shorts(order, 5, 6)
    details = [(0xA432, RATIONAL, lens), (0x920A, RATIONAL, unknown), (0x9214, SHORT, area), (0xA214, SHORT, place)]
    assert exif_json(read_block(block(details=details, order=order))) == {
        "Exif": {"LensSpecification": [24, 70, None, None], "SubjectArea": [48, 32, 20, 10], "SubjectLocation": [5, 6]}
    }
