"""Colours of renditions: profiles, CMYK, 16 bits, alpha, and the metadata that is kept or stripped."""

import io
import struct
import warnings
from collections.abc import Iterator

import pytest
from PIL import Image, PngImagePlugin

from facetry.imaging.decode import configure_libraries
from facetry.imaging.formats import Format, format_of
from facetry.imaging.protocol import RenderOptions
from facetry.imaging.render import render
from tests.support.imaging import colour_profiles, pictures

MAX_PIXELS = 60_000_000
COLOURS = ((200, 30, 40), (10, 200, 90), (128, 128, 128), (30, 60, 220), (250, 240, 200), (0, 0, 0), (255, 255, 255))
PACKET = b'<x:xmpmeta xmlns:x="adobe:ns:meta/"><!-- secret-xmp --><d tiff:Orientation="6"/></x:xmpmeta>'
PROFILE_FORMATS: tuple[Format, ...] = ("JPEG", "PNG", "WEBP", "AVIF")
WRITABLE_FORMATS: tuple[Format, ...] = (*PROFILE_FORMATS, "GIF")


@pytest.fixture(autouse=True)
def configured_libraries(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The libraries as a worker sets them up."""
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", MAX_PIXELS)
    with warnings.catch_warnings():
        configure_libraries()
        yield


def picture_bytes(image: Image.Image, format: str, **options: object) -> bytes:
    output = io.BytesIO()
    image.save(output, format, **options)
    return output.getvalue()


def rendered_bytes(data: bytes, rendering: RenderOptions) -> bytes:
    source = format_of(data)
    assert source is not None
    return render(data, source, rendering, MAX_PIXELS, MAX_PIXELS)[0]


def render_picture(data: bytes, rendering: RenderOptions) -> Image.Image:
    image = Image.open(io.BytesIO(rendered_bytes(data, rendering)))
    image.load()
    return image


def colour_patches() -> Image.Image:
    """A square of each colour, in a row."""
    row = Image.new("RGB", (32 * len(COLOURS), 32))
    for number, colour in enumerate(COLOURS):
        row.paste(colour, (32 * number, 0, 32 * number + 32, 32))
    return row


def colour_at(image: Image.Image, number: int) -> tuple[int, ...]:
    """The colour in the middle of a square."""
    colour = image.convert("RGB").getpixel((round((number + 0.5) * image.width / len(COLOURS)), image.height // 2))
    assert isinstance(colour, tuple)
    return tuple(int(value) for value in colour)


def is_near(left: tuple[int, ...], right: tuple[int, ...], tolerance: int) -> bool:
    return all(abs(a - b) <= tolerance for a, b in zip(left, right, strict=True))


# Profiles


@pytest.mark.parametrize("source", PROFILE_FORMATS)
@pytest.mark.parametrize("target", WRITABLE_FORMATS)
def test_a_stripped_rendition_has_its_colours_in_srgb(source: Format, target: Format) -> None:
    data = picture_bytes(colour_patches(), source, icc_profile=colour_profiles.wide_gamut(), quality=95)
    for rendering in (
        RenderOptions(format=target, strip=True, quality=95),
        RenderOptions(format=target, strip=True, quality=95, width=112),
    ):
        image = render_picture(data, rendering)
        assert "icc_profile" not in image.info
        for number, colour in enumerate(COLOURS):
            expected = colour_profiles.wide_gamut_in_srgb(colour)
            assert is_near(colour_at(image, number), expected, 3 if {source, target} == {"PNG"} else 9), colour
    assert not is_near(colour_profiles.wide_gamut_in_srgb(COLOURS[0]), COLOURS[0], 15)


@pytest.mark.parametrize("source", PROFILE_FORMATS)
@pytest.mark.parametrize("target", PROFILE_FORMATS)
def test_an_unstripped_rendition_keeps_its_values_and_its_profile(source: Format, target: Format) -> None:
    data = picture_bytes(colour_patches(), source, icc_profile=colour_profiles.wide_gamut(), quality=95)
    image = render_picture(data, RenderOptions(format=target, quality=95))
    assert image.info["icc_profile"] == colour_profiles.wide_gamut()
    for number, colour in enumerate(COLOURS):
        assert is_near(colour_at(image, number), colour, 9)


def test_a_format_without_profiles_is_written_in_srgb() -> None:
    data = picture_bytes(colour_patches(), "PNG", icc_profile=colour_profiles.wide_gamut())
    image = render_picture(data, RenderOptions(format="GIF"))
    assert is_near(colour_at(image, 0), colour_profiles.wide_gamut_in_srgb(COLOURS[0]), 3)


@pytest.mark.parametrize("mode", ["RGBA", "P", "L"])
def test_profiles_are_applied_to_alpha_palette_and_grey_pictures(mode: str) -> None:
    source = colour_patches().quantize(16) if mode == "P" else colour_patches().convert(mode)
    if mode == "RGBA":
        source.putalpha(180)
    data = picture_bytes(source, "PNG", icc_profile=colour_profiles.wide_gamut())
    for rendering in (
        RenderOptions(strip=True),
        RenderOptions(strip=True, width=112),
        RenderOptions(strip=True, format="WEBP"),
    ):
        image = render_picture(data, rendering)
        for number, colour in enumerate(COLOURS):
            before = colour if mode != "L" else colour_at(source, number)
            expected = colour_profiles.wide_gamut_in_srgb((before[0], before[1], before[2]))
            assert is_near(colour_at(image, number), expected, 3 if rendering.format is None else 12), (
                rendering,
                colour,
            )
        if mode == "RGBA":
            assert image.getchannel("A").getextrema() == (180, 180)


def test_a_picture_with_a_grey_profile_stays_grey() -> None:
    ramp = Image.linear_gradient("L")
    for format in ("JPEG", "PNG"):
        data = picture_bytes(ramp, format, icc_profile=colour_profiles.linear_grey(), quality=95)
        stripped = render_picture(data, RenderOptions(strip=True, quality=95))
        assert stripped.mode == "L"
        for shade in (10, 50, 128, 200, 255):
            assert is_near((int(str(stripped.getpixel((9, shade)))),), (colour_profiles.linear_grey_in_srgb(shade),), 4)
        assert render_picture(data, RenderOptions(quality=95)).info["icc_profile"] == colour_profiles.linear_grey()
        webp = render_picture(
            data, RenderOptions(format="WEBP", quality=95)
        )  # WEBP has no grey, so the profile would be wrong
        assert "icc_profile" not in webp.info
        assert is_near(webp.convert("RGB").getpixel((9, 128)), (188, 188, 188), 6)  # type: ignore[arg-type]  # a tuple


def test_a_profile_that_is_srgb_or_invalid_or_of_another_colour_space_changes_nothing() -> None:
    from PIL import ImageCms

    srgb = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    for profile in (
        srgb,
        b"\0" * 400,
        colour_profiles.wide_gamut()[:200],
        colour_profiles.linear_grey(),
        colour_profiles.purple_ink(),
    ):
        data = picture_bytes(colour_patches(), "PNG", icc_profile=profile)
        stripped = render_picture(data, RenderOptions(strip=True))
        assert stripped.tobytes() == colour_patches().tobytes()
        assert "icc_profile" not in stripped.info


def test_cmyk_is_converted_with_and_without_a_profile() -> None:
    inks = Image.new("CMYK", (64, 32), (0, 0, 0, 0))
    inks.paste((255, 0, 0, 0), (0, 0, 32, 32))
    with_profile = picture_bytes(inks, "JPEG", icc_profile=colour_profiles.purple_ink(), quality=95)
    without = picture_bytes(inks, "JPEG", quality=95)
    for target in WRITABLE_FORMATS:
        for width in (None, 16):
            purple = render_picture(with_profile, RenderOptions(format=target, width=width))
            assert "icc_profile" not in purple.info
            assert is_near(purple.convert("RGB").getpixel((3, 3)), (146, 41, 195), 12), target  # type: ignore[arg-type]  # a tuple
            cyan = render_picture(without, RenderOptions(format=target, width=width, strip=True))
            assert cyan.mode != "CMYK"
            assert is_near(cyan.convert("RGB").getpixel((3, 3)), (0, 255, 255), 12), target  # type: ignore[arg-type]  # a tuple


# Depth and alpha


def sixteen_bit_gradient() -> Image.Image:
    """16-bit grey: 256 rows, each darker than the next by 257."""
    return Image.linear_gradient("L").convert("I").point(lambda value: value * 257.0).convert("I;16")


def test_sixteen_bits_are_kept_in_a_png_and_scaled_in_other_formats() -> None:
    data = picture_bytes(sixteen_bit_gradient(), "PNG")
    unscaled = render_picture(data, RenderOptions(strip=True))
    assert unscaled.mode == "I;16"
    assert unscaled.tobytes() == sixteen_bit_gradient().tobytes()
    for target in WRITABLE_FORMATS:
        image = render_picture(data, RenderOptions(format=target, quality=95, width=255)).convert("L")
        for row in (3, 60, 128, 200, 252):
            assert is_near((int(str(image.getpixel((100, row)))),), (row,), 4), target
    between = picture_bytes(Image.new("I;16", (9, 9), 450), "PNG")  # 1.75 of 255
    assert render_picture(between, RenderOptions(width=3)).getextrema() == (2, 2)
    with_profile = render_picture(
        picture_bytes(sixteen_bit_gradient(), "PNG", icc_profile=colour_profiles.linear_grey()),
        RenderOptions(width=900),
    )
    assert (with_profile.mode, with_profile.info["icc_profile"]) == ("I;16", colour_profiles.linear_grey())


def test_one_transparent_shade_of_sixteen_bits_stays_transparent() -> None:
    data = picture_bytes(sixteen_bit_gradient(), "PNG", transparency=128 * 257)
    assert render_picture(data, RenderOptions(strip=True)).info["transparency"] == 128 * 257
    image = render_picture(data, RenderOptions(format="WEBP")).convert("RGBA")
    assert [image.getpixel((9, row))[3] for row in (127, 128, 129)] == [255, 0, 255]  # type: ignore[index]  # a tuple
    small = render_picture(data, RenderOptions(width=128))
    assert small.mode == "LA"
    assert 0 < small.getchannel("A").getextrema()[0] < 255  # type: ignore[operator]  # of one channel


def transparent_picture() -> Image.Image:
    """Opaque red at the left, half transparent red in the middle, fully transparent green at the right."""
    image = Image.new("RGBA", (90, 30), (0, 255, 0, 0))
    image.paste((255, 0, 0, 255), (0, 0, 30, 30))
    image.paste((255, 0, 0, 128), (30, 0, 60, 30))
    return image


def test_alpha_is_kept_or_flattened_onto_white() -> None:
    for source in ("PNG", "WEBP", "AVIF"):
        data = picture_bytes(
            transparent_picture(), source, quality=95, **({"lossless": True} if source == "WEBP" else {})
        )
        for width in (None, 45):
            for target in ("PNG", "WEBP", "AVIF"):
                image = render_picture(data, RenderOptions(format=target, quality=95, width=width)).convert("RGBA")
                middle = image.getpixel((image.width // 2, 7))
                assert isinstance(middle, tuple)
                assert is_near(tuple(int(value) for value in middle), (255, 0, 0, 128), 8), (source, target)
                assert image.getpixel((image.width - 3, 7))[3] == 0  # type: ignore[index]  # a tuple
            jpeg = render_picture(data, RenderOptions(format="JPEG", quality=95, width=width))
            colours = [jpeg.getpixel((round(part * jpeg.width), 7)) for part in (0.15, 0.5, 0.9)]
            for found, expected in zip(colours, ((255, 0, 0), (255, 127, 127), (255, 255, 255)), strict=True):
                assert is_near(found, expected, 10), (source, colours)  # type: ignore[arg-type]  # a tuple


def test_a_gif_makes_pixels_of_less_than_half_alpha_transparent() -> None:
    image = render_picture(picture_bytes(transparent_picture(), "PNG"), RenderOptions(format="GIF")).convert("RGBA")
    assert image.getpixel((10, 7)) == (255, 0, 0, 255)
    assert image.getpixel((80, 7))[3] == 0  # type: ignore[index]  # a tuple
    assert image.getpixel((45, 7))[3] == 255  # type: ignore[index]  # a tuple


def test_palettes_with_transparent_colours_keep_them() -> None:
    flat = transparent_picture().quantize(8)
    gif = Image.new("P", (40, 20), 1)
    gif.putpalette([0, 0, 0, 250, 10, 20, 1, 2, 3])
    gif.paste(2, (20, 0, 40, 20))
    for data in (
        picture_bytes(flat, "PNG"),
        picture_bytes(gif, "GIF", transparency=2),
        picture_bytes(gif, "PNG", transparency=2),
    ):
        with Image.open(io.BytesIO(data)) as source:
            expected = source.convert("RGBA")
        for target in ("PNG", "WEBP", "GIF"):
            image = render_picture(data, RenderOptions(format=target, strip=True)).convert("RGBA")
            edge = (expected.width - 4, 9)
            assert image.getpixel(edge)[3] == expected.getpixel(edge)[3] == 0  # type: ignore[index]  # tuples
            assert image.getpixel((4, 9))[3] == 255  # type: ignore[index]  # a tuple
        small = render_picture(data, RenderOptions(format="PNG", width=20)).convert("RGBA")
        assert small.getpixel((1, 4))[:3] == expected.getpixel((4, 9))[:3]  # type: ignore[index]  # tuples
        assert small.getpixel((18, 4))[3] == 0  # type: ignore[index]  # a tuple


# Metadata


def metadata_with_secrets() -> dict[str, object]:
    """Every kind of metadata, each with a word that can be searched for."""
    exif = Image.Exif()
    exif[0x010E] = "secret-description"
    exif[0x0112] = 6
    exif.get_ifd(0x8769)[0x9286] = b"ASCII\0\0\0secret-comment"
    exif.get_ifd(0x8769)[0xA002], exif.get_ifd(0x8769)[0xA003] = 80, 60
    place = exif.get_ifd(0x8825)
    place[1], place[2], place[29] = "N", (54.0, 19.0, 0.0), "secret-gps"
    thumbnail = picture_bytes(pictures.pattern(16, 12), "JPEG", comment=b"secret-thumbnail")
    block = with_thumbnail(exif.tobytes(), thumbnail)
    return {"exif": block, "xmp": PACKET, "icc_profile": colour_profiles.wide_gamut(), "comment": b"secret-words"}


def with_thumbnail(block: bytes, thumbnail: bytes) -> bytes:
    """The EXIF block with a second directory, which holds a thumbnail."""
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


def picture_with_secrets(format: Format) -> bytes:
    options = metadata_with_secrets()
    if format == "PNG":
        chunks = PngImagePlugin.PngInfo()
        chunks.add_itxt("XML:com.adobe.xmp", PACKET)
        chunks.add_text("parameters", "secret-prompt")
        chunks.add_itxt("more", "secret-itxt")
        options["pnginfo"] = chunks
    data = picture_bytes(pictures.pattern(80, 60, 3), format, **options)
    if format == "JPEG":
        iptc = b"Photoshop 3.0\x008BIM\4\4\0\0\0\0\0\x10\x1c\2\5\0\x0bsecret-iptc"
        data = data[:2] + b"\xff\xed" + struct.pack(">H", len(iptc) + 2) + iptc + data[2:]
    return data


@pytest.mark.parametrize("source", [*PROFILE_FORMATS, "GIF"])
@pytest.mark.parametrize("target", WRITABLE_FORMATS)
def test_a_stripped_rendition_has_no_metadata(source: Format, target: Format) -> None:
    data = picture_with_secrets(source)
    assert b"secret" in data
    for rendering in (RenderOptions(format=target, strip=True), RenderOptions(format=target, strip=True, width=40)):
        rendered = rendered_bytes(data, rendering)
        for word in (b"secret", b"Exif", b"II*\0", b"MM\0*", b"adobe:ns", b"8BIM", b"ICC", b"acsp", b"by hand"):
            assert word not in rendered, (word, rendering)
        with Image.open(io.BytesIO(rendered)) as image:
            image.load()
            assert not {"exif", "xmp", "icc_profile", "comment", "XML:com.adobe.xmp", "photoshop"} & image.info.keys()
            assert image.getexif() == {}


@pytest.mark.parametrize("source", PROFILE_FORMATS)
@pytest.mark.parametrize("target", PROFILE_FORMATS)
def test_metadata_is_written_with_upright_orientation_and_without_a_thumbnail(source: Format, target: Format) -> None:
    data = picture_with_secrets(source)
    for rendering, size in (
        (RenderOptions(format=target), (60, 80)),
        (RenderOptions(format=target, width=30), (30, 40)),
    ):
        rendered = rendered_bytes(data, rendering)
        with Image.open(io.BytesIO(rendered)) as image:
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
            assert image.info["icc_profile"] == colour_profiles.wide_gamut()
        for word in (b"secret-thumbnail", b"secret-words", b"secret-prompt"):
            assert word not in rendered


def test_metadata_blocks_that_do_not_fit_or_are_broken_are_left_out() -> None:
    exif = Image.Exif()
    exif[0x010E] = "long " * 20_000
    data = picture_bytes(pictures.pattern(40, 30), "PNG", exif=exif.tobytes(), icc_profile=b"\0" * 300)
    large = picture_bytes(pictures.pattern(40, 30), "WEBP", xmp=PACKET + b"<!--" + b"x" * 70_000 + b"-->")
    broken = picture_bytes(
        pictures.pattern(40, 30), "WEBP", exif=b"Exif\0\0II*\0\x08\0\0\0\xff\xff\x12\1\3\0\1\0\0\0\6\0\0\0"
    )
    for source in (data, large, broken):
        image = render_picture(source, RenderOptions(format="JPEG"))
        assert sorted(image.size) == [30, 40]
        assert not {"exif", "xmp", "icc_profile"} & image.info.keys() or "exif" in image.info
    assert len(render_picture(data, RenderOptions(format="WEBP")).getexif()[0x010E]) == 100_000


@pytest.mark.parametrize("size", [65_000, 100_000])
def test_a_jpeg_has_what_fits_of_long_exif(size: int) -> None:
    exif = Image.Exif()
    exif[0x010E], exif[0x8298] = "x" * size, "Facetry"
    exif.get_ifd(0x8769)[0x9003] = "2024:05:06 07:08:09"
    data = picture_bytes(pictures.pattern(40, 30), "WEBP", exif=exif.tobytes())
    found = render_picture(data, RenderOptions(format="JPEG")).getexif()
    assert (0x010E in found, found[0x8298]) == (size == 65_000, "Facetry")
    assert found.get_ifd(0x8769)[0x9003] == "2024:05:06 07:08:09"
