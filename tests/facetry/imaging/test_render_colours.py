"""Colours of renditions: profiles, inks, 16 bits, alpha, and the metadata that goes along or does not."""

import io
import struct
import warnings
from collections.abc import Iterator

import pytest
from PIL import Image, PngImagePlugin

from facetry.imaging.decode import prepare
from facetry.imaging.formats import Format, format_of
from facetry.imaging.protocol import Rendering
from facetry.imaging.render import render
from tests.support import colour_profiles as profiles
from tests.support import pictures

CAP = 60_000_000
COLOURS = ((200, 30, 40), (10, 200, 90), (128, 128, 128), (30, 60, 220), (250, 240, 200), (0, 0, 0), (255, 255, 255))
PACKET = b'<x:xmpmeta xmlns:x="adobe:ns:meta/"><!-- secret-xmp --><d tiff:Orientation="6"/></x:xmpmeta>'
WITH_PROFILE: tuple[Format, ...] = ("JPEG", "PNG", "WEBP", "AVIF")
WRITTEN: tuple[Format, ...] = (*WITH_PROFILE, "GIF")


@pytest.fixture(autouse=True)
def prepared(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The libraries as a worker sets them up."""
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", CAP)
    with warnings.catch_warnings():
        prepare()
        yield


def written(image: Image.Image, format: str, **options: object) -> bytes:
    target = io.BytesIO()
    image.save(target, format, **options)
    return target.getvalue()


def bytes_of(data: bytes, rendering: Rendering) -> bytes:
    source = format_of(data)
    assert source is not None
    return render(data, source, rendering, CAP, CAP)[0]


def rendered(data: bytes, rendering: Rendering) -> Image.Image:
    image = Image.open(io.BytesIO(bytes_of(data, rendering)))
    image.load()
    return image


def patches() -> Image.Image:
    """A square of each colour, in a row."""
    row = Image.new("RGB", (32 * len(COLOURS), 32))
    for number, colour in enumerate(COLOURS):
        row.paste(colour, (32 * number, 0, 32 * number + 32, 32))
    return row


def at(image: Image.Image, number: int) -> tuple[int, ...]:
    """The colour in the middle of a square."""
    found = image.convert("RGB").getpixel((round((number + 0.5) * image.width / len(COLOURS)), image.height // 2))
    assert isinstance(found, tuple)
    return tuple(int(value) for value in found)


def near(left: tuple[int, ...], right: tuple[int, ...], tolerance: int) -> bool:
    return all(abs(a - b) <= tolerance for a, b in zip(left, right, strict=True))


# Profiles


@pytest.mark.parametrize("source", WITH_PROFILE)
@pytest.mark.parametrize("target", WRITTEN)
def test_stripped_colours_are_right_without_their_profile(source: Format, target: Format) -> None:
    data = written(patches(), source, icc_profile=profiles.wide_gamut(), quality=95)
    for rendering in (
        Rendering(format=target, strip=True, quality=95),
        Rendering(format=target, strip=True, quality=95, width=112),
    ):
        image = rendered(data, rendering)
        assert "icc_profile" not in image.info
        for number, colour in enumerate(COLOURS):
            expected = profiles.wide_gamut_in_srgb(colour)
            assert near(at(image, number), expected, 3 if {source, target} == {"PNG"} else 9), colour
    assert not near(profiles.wide_gamut_in_srgb(COLOURS[0]), COLOURS[0], 15)


@pytest.mark.parametrize("source", WITH_PROFILE)
@pytest.mark.parametrize("target", WITH_PROFILE)
def test_unstripped_colours_keep_their_numbers_and_their_profile(source: Format, target: Format) -> None:
    data = written(patches(), source, icc_profile=profiles.wide_gamut(), quality=95)
    image = rendered(data, Rendering(format=target, quality=95))
    assert image.info["icc_profile"] == profiles.wide_gamut()
    for number, colour in enumerate(COLOURS):
        assert near(at(image, number), colour, 9)


def test_a_format_without_profiles_gets_srgb_even_unstripped() -> None:
    data = written(patches(), "PNG", icc_profile=profiles.wide_gamut())
    image = rendered(data, Rendering(format="GIF"))
    assert near(at(image, 0), profiles.wide_gamut_in_srgb(COLOURS[0]), 3)


@pytest.mark.parametrize("mode", ["RGBA", "P", "L"])
def test_profiles_count_for_alpha_palettes_and_grey(mode: str) -> None:
    source = patches().quantize(16) if mode == "P" else patches().convert(mode)
    if mode == "RGBA":
        source.putalpha(180)
    data = written(source, "PNG", icc_profile=profiles.wide_gamut())
    for rendering in (Rendering(strip=True), Rendering(strip=True, width=112), Rendering(strip=True, format="WEBP")):
        image = rendered(data, rendering)
        for number, colour in enumerate(COLOURS):
            before = colour if mode != "L" else at(source, number)
            expected = profiles.wide_gamut_in_srgb((before[0], before[1], before[2]))
            assert near(at(image, number), expected, 3 if rendering.format is None else 12), (rendering, colour)
        if mode == "RGBA":
            assert image.getchannel("A").getextrema() == (180, 180)


def test_grey_by_its_profile_stays_grey() -> None:
    ramp = Image.linear_gradient("L")
    for format in ("JPEG", "PNG"):
        data = written(ramp, format, icc_profile=profiles.linear_grey(), quality=95)
        stripped = rendered(data, Rendering(strip=True, quality=95))
        assert stripped.mode == "L"
        for shade in (10, 50, 128, 200, 255):
            assert near((int(str(stripped.getpixel((9, shade)))),), (profiles.linear_grey_in_srgb(shade),), 4)
        assert rendered(data, Rendering(quality=95)).info["icc_profile"] == profiles.linear_grey()
        webp = rendered(data, Rendering(format="WEBP", quality=95))  # has no grey, so the profile would be wrong
        assert "icc_profile" not in webp.info
        assert near(webp.convert("RGB").getpixel((9, 128)), (188, 188, 188), 6)  # type: ignore[arg-type]  # a tuple


def test_a_profile_that_is_srgb_or_broken_or_of_another_kind_changes_nothing() -> None:
    from PIL import ImageCms

    srgb = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    for profile in (srgb, b"\0" * 400, profiles.wide_gamut()[:200], profiles.linear_grey(), profiles.purple_ink()):
        data = written(patches(), "PNG", icc_profile=profile)
        stripped = rendered(data, Rendering(strip=True))
        assert stripped.tobytes() == patches().tobytes()
        assert "icc_profile" not in stripped.info


def test_inks_become_colours_by_their_profile_and_without_one() -> None:
    inks = Image.new("CMYK", (64, 32), (0, 0, 0, 0))
    inks.paste((255, 0, 0, 0), (0, 0, 32, 32))
    with_profile = written(inks, "JPEG", icc_profile=profiles.purple_ink(), quality=95)
    without = written(inks, "JPEG", quality=95)
    for target in WRITTEN:
        for width in (None, 16):
            purple = rendered(with_profile, Rendering(format=target, width=width))
            assert "icc_profile" not in purple.info
            assert near(purple.convert("RGB").getpixel((3, 3)), (146, 41, 195), 12), target  # type: ignore[arg-type]  # a tuple
            cyan = rendered(without, Rendering(format=target, width=width, strip=True))
            assert cyan.mode != "CMYK"
            assert near(cyan.convert("RGB").getpixel((3, 3)), (0, 255, 255), 12), target  # type: ignore[arg-type]  # a tuple


# Depth and alpha


def deep() -> Image.Image:
    """Grey in 16 bits: 256 rows, each darker than the next by 257."""
    return Image.linear_gradient("L").convert("I").point(lambda value: value * 257.0).convert("I;16")


def test_sixteen_bits_are_kept_by_a_png_and_scaled_for_the_others() -> None:
    data = written(deep(), "PNG")
    kept = rendered(data, Rendering(strip=True))
    assert kept.mode == "I;16"
    assert kept.tobytes() == deep().tobytes()
    for target in WRITTEN:
        image = rendered(data, Rendering(format=target, quality=95, width=255)).convert("L")
        for row in (3, 60, 128, 200, 252):
            assert near((int(str(image.getpixel((100, row)))),), (row,), 4), target
    between = written(Image.new("I;16", (9, 9), 450), "PNG")  # 1.75 of 255
    assert rendered(between, Rendering(width=3)).getextrema() == (2, 2)
    carried = rendered(written(deep(), "PNG", icc_profile=profiles.linear_grey()), Rendering(width=900))
    assert (carried.mode, carried.info["icc_profile"]) == ("I;16", profiles.linear_grey())


def test_one_transparent_shade_of_sixteen_bits_stays_transparent() -> None:
    data = written(deep(), "PNG", transparency=128 * 257)
    assert rendered(data, Rendering(strip=True)).info["transparency"] == 128 * 257
    image = rendered(data, Rendering(format="WEBP")).convert("RGBA")
    assert [image.getpixel((9, row))[3] for row in (127, 128, 129)] == [255, 0, 255]  # type: ignore[index]  # a tuple
    small = rendered(data, Rendering(width=128))
    assert small.mode == "LA"
    assert 0 < small.getchannel("A").getextrema()[0] < 255  # type: ignore[operator]  # of one channel


def see_through() -> Image.Image:
    """Red at the left, fading from half to nothing in the middle, nothing, but green beneath it, at the right."""
    image = Image.new("RGBA", (90, 30), (0, 255, 0, 0))
    image.paste((255, 0, 0, 255), (0, 0, 30, 30))
    image.paste((255, 0, 0, 128), (30, 0, 60, 30))
    return image


def test_alpha_is_kept_where_it_can_be_and_lies_on_white_else() -> None:
    for source in ("PNG", "WEBP", "AVIF"):
        data = written(see_through(), source, quality=95, **({"lossless": True} if source == "WEBP" else {}))
        for width in (None, 45):
            for target in ("PNG", "WEBP", "AVIF"):
                image = rendered(data, Rendering(format=target, quality=95, width=width)).convert("RGBA")
                middle = image.getpixel((image.width // 2, 7))
                assert isinstance(middle, tuple)
                assert near(tuple(int(value) for value in middle), (255, 0, 0, 128), 8), (source, target)
                assert image.getpixel((image.width - 3, 7))[3] == 0  # type: ignore[index]  # a tuple
            jpeg = rendered(data, Rendering(format="JPEG", quality=95, width=width))
            colours = [jpeg.getpixel((round(part * jpeg.width), 7)) for part in (0.15, 0.5, 0.9)]
            for found, expected in zip(colours, ((255, 0, 0), (255, 127, 127), (255, 255, 255)), strict=True):
                assert near(found, expected, 10), (source, colours)  # type: ignore[arg-type]  # a tuple


def test_a_gif_makes_what_is_less_than_half_visible_transparent() -> None:
    image = rendered(written(see_through(), "PNG"), Rendering(format="GIF")).convert("RGBA")
    assert image.getpixel((10, 7)) == (255, 0, 0, 255)
    assert image.getpixel((80, 7))[3] == 0  # type: ignore[index]  # a tuple
    assert image.getpixel((45, 7))[3] == 255  # type: ignore[index]  # a tuple


def test_palettes_with_transparent_colours_keep_them() -> None:
    flat = see_through().quantize(8)
    gif = Image.new("P", (40, 20), 1)
    gif.putpalette([0, 0, 0, 250, 10, 20, 1, 2, 3])
    gif.paste(2, (20, 0, 40, 20))
    for data in (written(flat, "PNG"), written(gif, "GIF", transparency=2), written(gif, "PNG", transparency=2)):
        with Image.open(io.BytesIO(data)) as source:
            expected = source.convert("RGBA")
        for target in ("PNG", "WEBP", "GIF"):
            image = rendered(data, Rendering(format=target, strip=True)).convert("RGBA")
            edge = (expected.width - 4, 9)
            assert image.getpixel(edge)[3] == expected.getpixel(edge)[3] == 0  # type: ignore[index]  # tuples
            assert image.getpixel((4, 9))[3] == 255  # type: ignore[index]  # a tuple
        small = rendered(data, Rendering(format="PNG", width=20)).convert("RGBA")
        assert small.getpixel((1, 4))[:3] == expected.getpixel((4, 9))[:3]  # type: ignore[index]  # tuples
        assert small.getpixel((18, 4))[3] == 0  # type: ignore[index]  # a tuple


# Metadata


def told() -> dict[str, object]:
    """Everything that a picture can say about itself, with a word to search for in each."""
    exif = Image.Exif()
    exif[0x010E] = "secret-description"
    exif[0x0112] = 6
    exif.get_ifd(0x8769)[0x9286] = b"ASCII\0\0\0secret-comment"
    exif.get_ifd(0x8769)[0xA002], exif.get_ifd(0x8769)[0xA003] = 80, 60
    place = exif.get_ifd(0x8825)
    place[1], place[2], place[29] = "N", (54.0, 19.0, 0.0), "secret-gps"
    thumbnail = written(pictures.pattern(16, 12), "JPEG", comment=b"secret-thumbnail")
    block = with_thumbnail(exif.tobytes(), thumbnail)
    return {"exif": block, "xmp": PACKET, "icc_profile": profiles.wide_gamut(), "comment": b"secret-words"}


def with_thumbnail(block: bytes, thumbnail: bytes) -> bytes:
    """The EXIF block with a second directory, which holds a small picture."""
    order = ">" if block[6:8] == b"MM" else "<"
    (count,) = struct.unpack_from(order + "H", block, 14)
    following = 16 + 12 * count
    start = len(block) - 6
    directory = struct.pack(order + "H", 2)
    directory += struct.pack(order + "HHII", 0x0201, 4, 1, start + 30) + struct.pack(
        order + "HHII", 0x0202, 4, 1, len(thumbnail)
    )
    return (
        block[:following] + struct.pack(order + "I", start) + block[following + 4 :] + directory + bytes(4) + thumbnail
    )


def talkative(format: Format) -> bytes:
    options = told()
    if format == "PNG":
        chunks = PngImagePlugin.PngInfo()
        chunks.add_itxt("XML:com.adobe.xmp", PACKET)
        chunks.add_text("parameters", "secret-prompt")
        chunks.add_itxt("more", "secret-itxt")
        options["pnginfo"] = chunks
    data = written(pictures.pattern(80, 60, 3), format, **options)
    if format == "JPEG":
        iptc = b"Photoshop 3.0\x008BIM\4\4\0\0\0\0\0\x10\x1c\2\5\0\x0bsecret-iptc"
        data = data[:2] + b"\xff\xed" + struct.pack(">H", len(iptc) + 2) + iptc + data[2:]
    return data


@pytest.mark.parametrize("source", [*WITH_PROFILE, "GIF"])
@pytest.mark.parametrize("target", WRITTEN)
def test_nothing_is_told_by_a_stripped_rendition(source: Format, target: Format) -> None:
    data = talkative(source)
    assert b"secret" in data
    for rendering in (Rendering(format=target, strip=True), Rendering(format=target, strip=True, width=40)):
        found = bytes_of(data, rendering)
        for word in (b"secret", b"Exif", b"II*\0", b"MM\0*", b"adobe:ns", b"8BIM", b"ICC", b"acsp", b"by hand"):
            assert word not in found, (word, rendering)
        with Image.open(io.BytesIO(found)) as image:
            image.load()
            assert not {"exif", "xmp", "icc_profile", "comment", "XML:com.adobe.xmp", "photoshop"} & image.info.keys()
            assert image.getexif() == {}


@pytest.mark.parametrize("source", WITH_PROFILE)
@pytest.mark.parametrize("target", WITH_PROFILE)
def test_metadata_goes_along_upright_and_without_a_thumbnail(source: Format, target: Format) -> None:
    data = talkative(source)
    for rendering, size in ((Rendering(format=target), (60, 80)), (Rendering(format=target, width=30), (30, 40))):
        found = bytes_of(data, rendering)
        with Image.open(io.BytesIO(found)) as image:
            image.load()
            assert image.size == size
            exif = image.getexif()
            assert exif[0x010E] == "secret-description"
            assert exif.get(0x0112, 1) == 1
            assert exif.get_ifd(0x8769)[0x9286] == b"ASCII\0\0\0secret-comment"
            assert (exif.get_ifd(0x8769)[0xA002], exif.get_ifd(0x8769)[0xA003]) == size
            assert exif.get_ifd(0x8825)[29] == "secret-gps"
            assert exif.get_ifd(1) == {}
            assert image.info["xmp"].strip(b"\0 ") == PACKET.replace(b'Orientation="6"', b'Orientation="1"')
            assert image.info["icc_profile"] == profiles.wide_gamut()
        for word in (b"secret-thumbnail", b"secret-words", b"secret-prompt"):
            assert word not in found


def test_blocks_that_do_not_fit_or_are_broken_are_left_out_and_the_picture_is_there() -> None:
    exif = Image.Exif()
    exif[0x010E] = "long " * 20_000
    data = written(pictures.pattern(40, 30), "PNG", exif=exif.tobytes(), icc_profile=b"\0" * 300)
    large = written(pictures.pattern(40, 30), "WEBP", xmp=PACKET + b"<!--" + b"x" * 70_000 + b"-->")
    broken = written(
        pictures.pattern(40, 30), "WEBP", exif=b"Exif\0\0II*\0\x08\0\0\0\xff\xff\x12\1\3\0\1\0\0\0\6\0\0\0"
    )
    for source in (data, large, broken):
        image = rendered(source, Rendering(format="JPEG"))
        assert sorted(image.size) == [30, 40]
        assert not {"exif", "xmp", "icc_profile"} & image.info.keys() or "exif" in image.info
    assert len(rendered(data, Rendering(format="WEBP")).getexif()[0x010E]) == 100_000
