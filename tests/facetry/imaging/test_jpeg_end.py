"""JPEG files without an end mark, and kinds that the decoder does not read."""

from __future__ import annotations

import io

import pytest
from PIL import Image, JpegImagePlugin

from facetry.imaging.decode import RefusedError, configure_libraries, decode
from facetry.imaging.jpeg_end import with_end
from facetry.imaging.worker.task import size_of
from tests.support.imaging import pictures

MANY = 1_000_000
SIZE = (83, 61)
VARIANTS = [
    {"progressive": progressive, "subsampling": subsampling, **restarts}
    for progressive in (False, True)
    for subsampling in (0, 2)
    for restarts in ({}, {"restart_marker_blocks": 3})
]


@pytest.fixture(autouse=True, scope="module")
def libraries() -> None:
    configure_libraries()


def jpeg(picture: Image.Image, **options: object) -> bytes:
    target = io.BytesIO()
    picture.save(target, "JPEG", **options)
    return target.getvalue()


@pytest.mark.parametrize("options", VARIANTS, ids=str)
@pytest.mark.parametrize(
    "picture", [pictures.pattern(*SIZE, 3), Image.new("RGB", SIZE, (10, 200, 30))], ids=["shades", "plain"]
)
def test_a_file_is_read_if_it_lacks_only_its_end_mark(picture: Image.Image, options: dict[str, object]) -> None:
    data = jpeg(picture, **options)
    whole = decode(data, "JPEG", MANY)
    for cut in (data[:-2], data[:-1]):
        assert with_end(cut) == data
        assert decode(cut, "JPEG", MANY).pixel_hash == whole.pixel_hash


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_a_file_that_lacks_pixels_stays_refused(options: dict[str, object]) -> None:
    data = jpeg(pictures.pattern(*SIZE, 3), **options)
    scan = data.rindex(b"\xff\xda")
    refused = 0
    for end in [*range(len(data) - 40, len(data) - 2), *range(scan - 20, scan + 12)]:
        try:
            found = decode(data[:end], "JPEG", MANY)
        except RefusedError:
            refused += 1
        else:  # the last bits may be of the block's part outside the picture
            assert found.pixel_hash == decode(data, "JPEG", MANY).pixel_hash
    assert refused >= 69


def test_a_file_with_an_end_mark_and_more_is_left_as_it_is() -> None:
    data = jpeg(pictures.pattern(*SIZE, 3))
    for more in (b"", b"\0", b"\xff\xd9", b"text \xff after the picture" * 9):
        assert with_end(data + more) is not None
        assert decode(data + more, "JPEG", MANY).pixel_hash == decode(data, "JPEG", MANY).pixel_hash
    for other in (b"", b"\xff\xd8", b"\xff\xd8\xff\xda", b"\xff\xd8\xff\xc0\0\x0b\x08\0\1\0\1\1\1\x11\0\xff\xda\0\2"):
        assert with_end(other) is other


def test_the_size_of_a_file_is_known_before_anything_is_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    cut = jpeg(pictures.pattern(*SIZE, 3))[:-2]
    decoded = []
    load = JpegImagePlugin.JpegImageFile.load

    def noted(image: JpegImagePlugin.JpegImageFile) -> object:
        decoded.append(image.size)
        return load(image)

    monkeypatch.setattr(JpegImagePlugin.JpegImageFile, "load", noted)
    assert size_of(cut, "JPEG") == SIZE
    assert decoded == []
    decode(cut, "JPEG", MANY)
    assert decoded


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (lambda at: (at + 4, 12), "has 12 bits per sample"),
        (lambda at: (at + 1, 0xC3), "is without loss"),
        (lambda at: (at + 1, 0xC5), "is hierarchical"),
        (lambda at: (at + 1, 0xF7), "is JPEG-LS"),
    ],
)
def test_a_kind_that_is_not_read_is_named(change: object, named: str) -> None:
    data = bytearray(jpeg(Image.new("RGB", (16, 16))))
    at, value = change(data.index(b"\xff\xc0"))  # type: ignore[operator]
    data[at] = value
    with pytest.raises(RefusedError, match=named) as refused:
        decode(bytes(data), "JPEG", MANY)
    assert refused.value.rule == "decode.unsupported"


def test_a_damaged_file_is_no_kind() -> None:
    data = jpeg(Image.new("RGB", (16, 16)))
    for broken in (data[:30], data[:2] + b"\0" + data[3:], data[: data.index(b"\xff\xc0") + 4]):
        with pytest.raises(RefusedError) as refused:
            decode(broken, "JPEG", MANY)
        assert refused.value.rule in ("decode.truncated", "decode.corrupt")
