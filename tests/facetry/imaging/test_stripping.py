"""Pictures that only lose their metadata: the same pixels, not one byte more, and nothing that the file said."""

import io
import random
import struct
import warnings
import zlib
from collections.abc import Callable, Iterator

import pytest
from PIL import Image

from facetry.imaging.decode import RefusedError, configure_libraries
from facetry.imaging.formats import Format, format_of
from facetry.imaging.protocol import RenderOptions
from facetry.imaging.render import render
from facetry.imaging.stripping.strippers import STRIPPERS
from tests.hostile_pictures.boxes import (
    ContainerItem,
    box,
    container,
    full_box,
    grid_data,
    picture_parts,
    size_property,
)
from tests.hostile_pictures.healthy import sound_profile
from tests.support.imaging import colour_profiles, pictures

MAX_PIXELS = 60_000_000
SECRET = b"secret"
XMP = b"<x:xmpmeta xmlns:x='adobe:ns:meta/'>secret-packet</x:xmpmeta>" * 40
DURATIONS = [100, 240, 50]
SIZE = (120, 90)
FRAMES = [pictures.pattern(*SIZE, seed=seed) for seed in range(len(DURATIONS))]


@pytest.fixture(autouse=True)
def configured_libraries(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The libraries as a worker sets them up."""
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", MAX_PIXELS)
    with warnings.catch_warnings():
        configure_libraries()
        yield


def exif(orientation: int = 1) -> bytes:
    tags = Image.Exif()
    tags[0x010E] = "secret-description"
    tags[0x0112] = orientation
    return tags.tobytes()


def saved(image: Image.Image, format: str, **options: object) -> bytes:
    output = io.BytesIO()
    if format == "AVIF":
        options = {"max_threads": 1, "speed": 9} | options
    image.save(output, format, **options)
    return output.getvalue()


def animated(format: str, frames: list[Image.Image] = FRAMES, **options: object) -> bytes:
    options = {"duration": DURATIONS, "loop": 3} | options
    if format == "AVIF":
        del options["loop"]
    return saved(frames[0], format, save_all=True, append_images=frames[1:], **options)


def translucent(seed: int) -> Image.Image:
    image = pictures.pattern(*SIZE, seed=seed).convert("RGBA")
    image.putalpha(Image.linear_gradient("L").resize(SIZE))
    return image


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def described_png(data: bytes) -> bytes:
    """The PNG with every kind of metadata chunk, before and after its pixels, and with data after its end."""
    before = chunk(b"eXIf", exif().removeprefix(b"Exif\0\0")) + chunk(b"tEXt", b"Title\0secret")
    before += chunk(b"tIME", bytes(7)) + chunk(b"prVt", b"secret") + chunk(b"pHYs", struct.pack(">IIB", 9, 9, 1))
    after = chunk(b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0" + XMP) + chunk(b"zTXt", b"a\0\0" + zlib.compress(SECRET))
    return data[:33] + before + data[33:-12] + after + data[-12:] + chunk(b"tEXt", b"Title\0secret-after")


def described_webp(data: bytes) -> bytes:
    """The WEBP with unknown chunks in it, and with data after its end."""
    body = data[8:] + b"junk" + struct.pack("<I", 6) + SECRET
    return b"RIFF" + struct.pack("<I", len(body)) + body + b"secret-after"


def described_gif(data: bytes) -> bytes:
    """The GIF with a comment, XMP, a plain text and a profile before each frame, and with data after its end."""
    comment = b"\x21\xfe\6secret\0"
    text = b"\x21\xf9\4\0\0\0\0\0\x21\x01\x0c" + bytes(12) + b"\6secret\0"
    packet = b"\x21\xff\x0bXMP DataXMP" + b"<secret/>" + bytes((1, *range(255, -1, -1), 0))
    profile = b"\x21\xff\x0bICCRGBG1012\6secret\0"
    start = 13 + (3 << (data[10] & 7) + 1 if data[10] & 0x80 else 0)
    return data[:start] + comment + text + packet + profile + data[start:-1] + comment + data[-1:] + b"secret-after"


def described_items(version: int) -> bytes:
    """An AVIF of a grid with EXIF, XMP and a thumbnail, whose items are found in other ways than Pillow's."""
    data, configuration, depth = picture_parts("AVIF")
    properties = [size_property(128, 64), size_property(64, 64), full_box(b"udes", 0, 0, b"en\0secret\0\0\0")]
    properties += [configuration, depth]
    items = [
        ContainerItem(b"grid", grid_data(1, 2, 128, 64), (1, 3, 5)),
        ContainerItem(b"Exif", bytes(4) + exif().removeprefix(b"Exif\0\0")),
        ContainerItem(b"av01", data, (2, 4, 5), hidden=True),
        ContainerItem(b"mime", XMP),
        ContainerItem(b"av01", data, (2, 4, 5), hidden=True),
        ContainerItem(b"av01", data + SECRET, (2, 4, 5), hidden=True),
    ]
    references = [(b"dimg", 1, [3, 5]), (b"cdsc", 2, [1]), (b"cdsc", 4, [1]), (b"thmb", 6, [1])]
    plain = container("AVIF", items, properties, references)
    if version == 0:
        return plain + box(b"uuid", SECRET * 3) + box(b"free", SECRET)
    return in_idat(plain, version)


def in_idat(plain: bytes, version: int) -> bytes:
    """The container with all its items in an `idat` box, and locations with a base of eight bytes."""
    start = plain.index(b"iloc") - 4
    end = start + int.from_bytes(plain[start : start + 4], "big")
    mdat = plain.index(b"mdat") + 4
    rows = [struct.unpack_from(">HHHHII", plain, at) for at in range(start + 16, end, 16)]
    number = ">H" if version == 1 else ">I"
    entries = b"".join(
        struct.pack(number, item) + struct.pack(">HHQHII", 1, 0, 7, 1, place - mdat, size)
        for item, _, _, _, place, size in rows
    )
    locations = full_box(b"iloc", version, 0, b"\x44\x80", struct.pack(number, len(rows)), entries)
    idat = box(b"idat", b"secret-" + plain[mdat:])
    meta = plain.index(b"meta") - 4
    body = plain[meta + 8 : start] + locations + plain[end : mdat - 8] + idat
    return plain[:meta] + box(b"meta", body)


DESCRIBED: dict[str, Callable[[bytes], bytes]] = {"PNG": described_png, "WEBP": described_webp}


def _still(format: str) -> Iterator[tuple[str, bytes]]:
    options: dict[str, object] = {"exif": exif(), "icc_profile": sound_profile()}
    if format in ("WEBP", "AVIF", "JPEG"):
        options["xmp"] = XMP
    finish = DESCRIBED.get(format, bytes)
    yield "rgb", finish(saved(FRAMES[0], format, **options))
    yield "grey", finish(saved(FRAMES[0].convert("L"), format, **options | {"icc_profile": b""}))
    if format != "JPEG":
        yield "alpha", finish(saved(translucent(1), format, **options))


def cases() -> Iterator[tuple[Format, str, bytes]]:
    """Pictures with metadata, whose colours are sRGB and whose orientation is upright."""
    formats: tuple[Format, ...] = ("PNG", "JPEG", "WEBP", "AVIF")
    for format in formats:
        for name, data in _still(format):
            yield format, name, data
    yield "PNG", "palette", described_png(saved(FRAMES[0].quantize(16), "PNG", transparency=3))
    yield "PNG", "transparent colour", described_png(saved(FRAMES[0], "PNG", transparency=(1, 2, 3)))
    yield "PNG", "deep", described_png(saved(FRAMES[0].convert("I;16"), "PNG"))
    yield "PNG", "moving", described_png(animated("PNG"))
    yield "PNG", "moving with another first picture", described_png(animated("PNG", default_image=True, duration=50))
    yield "WEBP", "bare", described_webp(saved(FRAMES[0], "WEBP", quality=60))
    yield "WEBP", "lossless", described_webp(saved(translucent(1), "WEBP", lossless=True, exif=exif()))
    yield "WEBP", "moving", described_webp(animated("WEBP", exif=exif(), xmp=XMP))
    moving = animated("WEBP", [translucent(seed) for seed in range(3)], xmp=XMP, lossless=True)
    yield "WEBP", "moving with alpha", described_webp(moving)
    yield "GIF", "still", described_gif(saved(FRAMES[0], "GIF", comment=SECRET))
    yield "GIF", "moving", described_gif(animated("GIF", comment=SECRET))
    yield "GIF", "moving with alpha", described_gif(animated("GIF", [translucent(seed) for seed in range(3)]))
    yield "AVIF", "moving", animated("AVIF", xmp=XMP) + box(b"free", SECRET)
    yield "AVIF", "moving with alpha", animated("AVIF", [translucent(seed) for seed in range(3)], xmp=XMP)
    for version in range(3):
        yield "AVIF", f"items of version {version}", described_items(version)


CASES = {f"{format} {name}": (format, data) for format, name, data in cases()}


def frames_of(data: bytes) -> list[tuple[str, tuple[int, int], bytes, tuple[object, object], object]]:
    """Mode, size, pixels, duration and transparency of each frame, and the number of plays."""
    frames: list[tuple[str, tuple[int, int], bytes, tuple[object, object], object]] = []
    with Image.open(io.BytesIO(data)) as image:
        for number in range(getattr(image, "n_frames", 1)):
            image.seek(number)
            image.load()
            timing = (image.info.get("duration"), image.info.get("loop"))
            frames.append((image.mode, image.size, image.tobytes(), timing, image.info.get("transparency")))
    return frames


def strip(data: bytes, **options: object) -> bytes:
    """The picture stripped by the renderer, whose statements about it are asserted."""
    format = format_of(data)
    assert format is not None
    rendering = RenderOptions(strip=True, **options)  # type: ignore[arg-type]  # some of its members
    stripped, written, width, height = render(data, format, rendering, MAX_PIXELS, MAX_PIXELS)
    assert written == format == format_of(stripped)
    with Image.open(io.BytesIO(stripped)) as image:
        turned = image.getexif().get(0x0112, 1) >= 5  # an AVIF turns by its container, and Pillow says so here
        assert (image.size[::-1] if turned else image.size) == (width, height)
    return stripped


@pytest.mark.parametrize("name", CASES)
def test_a_picture_that_only_loses_its_metadata_keeps_its_pixels(name: str) -> None:
    format, data = CASES[name]
    assert SECRET in data
    stripped = strip(data)
    assert len(stripped) < len(data)
    assert SECRET not in stripped
    assert frames_of(stripped) == frames_of(data)
    assert not Image.open(io.BytesIO(stripped)).info.keys() & {"exif", "xmp", "icc_profile", "comment", "Title"}
    assert strip(stripped) == stripped
    assert strip(data, format=format) == stripped
    if len(frames_of(data)) == 1:
        assert strip(data, width=5_000) == stripped  # a picture is never enlarged


@pytest.mark.parametrize("format", ["PNG", "GIF"])
def test_a_quality_is_no_change_in_a_format_without_quality(format: str) -> None:
    data = CASES[f"{format} moving"][1]
    assert strip(data, quality=30) == strip(data)


@pytest.mark.parametrize("format", ["PNG", "WEBP", "AVIF", "GIF"])
def test_a_size_still_takes_the_first_frame_only(format: str) -> None:
    assert len(frames_of(strip(CASES[f"{format} moving"][1], width=5_000))) == 1


@pytest.mark.parametrize("format", ["PNG", "WEBP"])
def test_a_picture_with_an_orientation_is_turned_and_so_written_again(format: str) -> None:
    data = saved(FRAMES[0], format, exif=exif(6), lossless=True)
    turned = frames_of(strip(data))[0]
    assert turned[1:3] == (SIZE[::-1], FRAMES[0].transpose(Image.Transpose.ROTATE_270).tobytes())


@pytest.mark.parametrize("orientation", range(1, 9))
def test_the_orientation_of_an_avif_is_part_of_the_picture_and_stays(orientation: int) -> None:
    data = saved(FRAMES[0], "AVIF", exif=exif(orientation), xmp=XMP)
    stripped = strip(data)
    assert SECRET not in stripped
    assert len(stripped) < len(data)
    assert frames_of(stripped) == frames_of(data)
    assert Image.open(io.BytesIO(stripped)).getexif().get(0x0112, 1) == orientation
    turning = RenderOptions(format="PNG", strip=True)
    whole = render(stripped, "AVIF", turning, MAX_PIXELS, MAX_PIXELS)
    assert whole == render(data, "AVIF", turning, MAX_PIXELS, MAX_PIXELS)


@pytest.mark.parametrize("format", ["PNG", "WEBP", "AVIF"])
def test_colours_of_another_profile_are_converted_and_so_written_again(format: str) -> None:
    data = saved(FRAMES[0], format, icc_profile=colour_profiles.wide_gamut(), lossless=True)
    stripped = strip(data)
    assert frames_of(stripped)[0][2] != frames_of(data)[0][2]
    assert "icc_profile" not in Image.open(io.BytesIO(stripped)).info


def test_the_numbers_of_a_png_about_its_colours_stay_unless_a_profile_replaces_them() -> None:
    plain = saved(FRAMES[0], "PNG")
    numbers = chunk(b"gAMA", struct.pack(">I", 100_000)) + chunk(b"cHRM", bytes(32)) + chunk(b"cICP", bytes(4))
    wrong = chunk(b"sRGB", SECRET) + chunk(b"gAMA", SECRET[:4]) + chunk(b"cLLI", b"secretly")[:-1] + b"!"
    assert strip(plain[:33] + numbers + plain[33:]) == plain[:33] + numbers + plain[33:]
    assert STRIPPERS["PNG"](plain[:33] + numbers + wrong + plain[33:]) == plain[:33] + numbers + plain[33:]
    profile = chunk(b"iCCP", b"a\0\0" + zlib.compress(sound_profile()))
    assert strip(plain[:33] + profile + numbers + plain[33:]) == plain[:33] + chunk(b"cICP", bytes(4)) + plain[33:]


def test_a_sequence_without_its_end_is_written_again() -> None:
    data = CASES["GIF moving"][1]
    cut = data[: data.rindex(b";")]
    assert STRIPPERS["GIF"](cut) is None
    stripped = strip(cut)
    assert SECRET not in stripped
    assert len(frames_of(stripped)) == len(DURATIONS)


def test_avif_dates_are_left_out() -> None:
    def dates(data: bytes) -> list[bytes]:
        return [data[(at := data.index(kind) + 8) : at + 16] for kind in (b"mvhd", b"tkhd", b"mdhd")]

    data = CASES["AVIF moving"][1]
    assert any(map(any, dates(data)))
    assert not any(map(any, dates(strip(data))))


def test_colours_of_an_avif_that_its_profile_hides_are_not_uncovered() -> None:
    data = saved(FRAMES[0], "AVIF", icc_profile=sound_profile())
    at = data.index(b"nclx") + 4
    hidden = data[:at] + struct.pack(">HH", 9, 16) + data[at + 4 :]  # BT.2020 with PQ
    assert STRIPPERS["AVIF"](data) is not None
    assert STRIPPERS["AVIF"](hidden) is None


@pytest.mark.parametrize("name", CASES)
def test_damaged_files_are_stripped_or_left_to_the_decoder(name: str) -> None:
    format, data = CASES[name]
    chance = random.Random(name)
    head = min(len(data), 1_500)
    for turn in range(250):
        damaged = bytearray(data if turn % 5 else data[: chance.randrange(len(data))])
        for _ in range(chance.randrange(1, 4)):
            at = chance.randrange(min(head, len(damaged)) or 1)
            damaged[at : at + 1] = bytes((chance.choice((0, 1, 0x7F, 0x80, 0xFF, chance.randrange(256))),))
        stripped = STRIPPERS[format](bytes(damaged))
        longest = len(damaged) + (2 if format == "JPEG" else 0)  # the marker of its end, if that is missing
        assert stripped is None or len(stripped) <= longest


@pytest.mark.parametrize("name", CASES)
def test_damaged_files_are_rendered_or_refused(name: str) -> None:
    format, data = CASES[name]
    chance = random.Random(name)
    for turn in range(12):
        damaged = bytearray(data if turn % 3 else data[: chance.randrange(20, len(data))])
        damaged[chance.randrange(12, len(damaged))] ^= 1 << chance.randrange(8)
        try:
            stripped = render(bytes(damaged), format, RenderOptions(strip=True), MAX_PIXELS, MAX_PIXELS)[0]
        except RefusedError:
            continue
        assert format_of(stripped) == format
