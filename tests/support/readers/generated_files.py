"""Random picture files: format, depth, colours, orientation, animation and metadata, by a seed."""

from __future__ import annotations

import io
import random
import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image

from facetry.imaging.formats import Format
from tests.support.imaging import avif_properties, colour_profiles, pictures
from tests.support.imaging.exif_blocks import ASCII, BYTE, RATIONAL, SHORT, UNDEFINED, Entry, block, rationals, shorts
from tests.support.imaging.stored_frames import PNG_SIGNATURE, png_chunk
from tests.support.readers.corpora import packet

FORMATS: Final[tuple[Format, ...]] = ("PNG", "JPEG", "WEBP", "GIF", "AVIF")
"""All but HEIF, for which there is no free encoder, and which the browser does not show."""
_TEXTS: Final = ("Café in Tromsø", "日本の空", "plain", "Закат", "“Quoted” – 5 €")
_GREY, _RGB, _PALETTE, _GREY_ALPHA, _RGBA = 0, 2, 3, 4, 6
_KINDS_OF_PNG: Final = (
    *((_GREY, depth) for depth in (1, 2, 4, 8, 16)),
    *((_PALETTE, depth) for depth in (1, 2, 4, 8)),
    *((kind, depth) for kind in (_RGB, _GREY_ALPHA, _RGBA) for depth in (8, 16)),
)
_CHROMATICITIES: Final = {
    "sRGB": (31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6_000),
    "P3": (31_270, 32_900, 68_000, 32_000, 26_500, 69_000, 15_000, 6_000),
}


@dataclass(frozen=True, slots=True)
class GeneratedFile:
    """A file, and what is in it."""

    name: str
    format: Format
    data: bytes


def generated_file(seed: int) -> GeneratedFile:
    """The file of a seed."""
    rng = random.Random(seed)
    format = FORMATS[seed % len(FORMATS)]
    size = (rng.randint(40, 120), rng.randint(30, 90))
    words, data = _WRITERS[format](rng, size, seed)
    return GeneratedFile(f"{seed:03}-{'-'.join(map(str, words))}.{pictures.SUFFIXES[format]}", format, data)


def _png(rng: random.Random, size: tuple[int, int], seed: int) -> tuple[Sequence[object], bytes]:
    exif, turned = _exif(rng)
    more = png_chunk(b"eXIf", exif) if exif else b""
    if rng.random() < 0.3:
        frames = _frames(rng, size, seed, "RGBA")
        data = _saved(frames[0], "PNG", save_all=True, append_images=frames[1:], duration=rng.randint(2, 60) * 10)
        return ("frames", len(frames), turned), data[:33] + more + data[33:]
    kind, depth = rng.choice(_KINDS_OF_PNG)
    name, numbers = _colours(rng, is_grey=kind in (_GREY, _GREY_ALPHA))
    texts = png_chunk(b"iTXt", b"Title\0\0\0\0\0" + rng.choice(_TEXTS).encode()) if rng.random() < 0.5 else b""
    return (kind, depth, name, turned), _packed_png(rng, size, seed, kind, depth, numbers + more + texts)


def _colours(rng: random.Random, *, is_grey: bool) -> tuple[str, bytes]:
    """Chunks that say which colours the samples are, and a name for them."""
    gamma = rng.choice((45_455, 55_000, 100_000))
    primaries = rng.choice(("sRGB", "P3"))
    chunks = {
        "none": b"",
        "srgb": png_chunk(b"sRGB", b"\0"),
        f"gamma{gamma}": png_chunk(b"gAMA", struct.pack(">I", gamma)),
        f"{primaries}{gamma}": png_chunk(b"gAMA", struct.pack(">I", gamma))
        + png_chunk(b"cHRM", struct.pack(">8I", *_CHROMATICITIES[primaries])),
        "points": png_chunk(b"cICP", bytes((rng.choice((1, 9, 12)), rng.choice((8, 13)), 0, 1))),
        "profile": png_chunk(
            b"iCCP",
            b"own\0\0" + zlib.compress(colour_profiles.linear_grey() if is_grey else colour_profiles.wide_gamut()),
        ),
    }
    name = rng.choice(tuple(chunks))
    return name, chunks[name]


def _packed_png(rng: random.Random, size: tuple[int, int], seed: int, kind: int, depth: int, chunks: bytes) -> bytes:
    """A PNG of any depth and kind of samples."""
    picture, top = _smooth(size, seed), (1 << depth) - 1
    alpha = Image.linear_gradient("L").resize(size)
    bands = {
        _GREY: (picture.convert("L"),),
        _RGB: picture.split(),
        _GREY_ALPHA: (picture.convert("L"), alpha),
        _RGBA: (*picture.split(), alpha),
    }
    if kind == _PALETTE:
        indexed = picture.quantize(top + 1)
        colours = (indexed.getpalette() or [])[: 3 * (top + 1)]
        chunks += png_chunk(b"PLTE", bytes(colours))
        if rng.random() < 0.5:
            chunks += png_chunk(b"tRNS", bytes(rng.randrange(256) for _ in range(min(3, top))))
        samples = [list(indexed.tobytes())]
    else:
        samples = [[value * top // 255 for value in band.tobytes()] for band in bands[kind]]
        if kind in (_GREY, _RGB) and rng.random() < 0.3:
            shade = [band[size[0] // 2] for band in samples]
            chunks += png_chunk(b"tRNS", struct.pack(f">{len(shade)}H", *shade))
    rows = b""
    for y in range(size[1]):
        row = [band[y * size[0] + x] for x in range(size[0]) for band in samples]
        rows += b"\0" + _bits(row, depth)
    header = png_chunk(b"IHDR", struct.pack(">2I5B", *size, depth, kind, 0, 0, 0))
    return PNG_SIGNATURE + header + chunks + png_chunk(b"IDAT", zlib.compress(rows)) + png_chunk(b"IEND", b"")


def _bits(samples: Sequence[int], depth: int) -> bytes:
    if depth == 16:
        return struct.pack(f">{len(samples)}H", *samples)
    per_byte = 8 // depth
    padded = [*samples, *([0] * (-len(samples) % per_byte))]
    packed = bytearray()
    for at in range(0, len(padded), per_byte):
        value = 0
        for sample in padded[at : at + per_byte]:
            value = value << depth | sample
        packed.append(value)
    return bytes(packed)


def _jpeg(rng: random.Random, size: tuple[int, int], seed: int) -> tuple[Sequence[object], bytes]:
    exif, turned = _exif(rng)
    mode = rng.choice(("RGB", "RGB", "L", "CMYK"))
    options: dict[str, object] = {"quality": rng.randint(70, 98), "progressive": rng.random() < 0.5}
    options |= {"subsampling": rng.choice((0, 1, 2)), **({"exif": b"Exif\0\0" + exif} if exif else {}), **_packet(rng)}
    profile = ""
    if mode != "CMYK" and rng.random() < 0.4:
        profile = "profile"
        options["icc_profile"] = colour_profiles.wide_gamut() if mode == "RGB" else colour_profiles.linear_grey()
    return (mode, profile, turned), _saved(_smooth(size, seed).convert(mode), "JPEG", **options)


def _webp(rng: random.Random, size: tuple[int, int], seed: int) -> tuple[Sequence[object], bytes]:
    exif, turned = _exif(rng)
    mode = rng.choice(("RGB", "RGBA"))
    options: dict[str, object] = {"lossless": rng.random() < 0.5, "quality": 90, **_packet(rng)}
    options |= {"exif": exif} if exif else {}
    if rng.random() < 0.3:
        options["icc_profile"] = colour_profiles.wide_gamut()
    frames = _frames(rng, size, seed, mode) if rng.random() < 0.3 else [_picture(size, seed, mode)]
    if len(frames) > 1:
        options |= {"save_all": True, "append_images": frames[1:], "duration": rng.randint(2, 60) * 10}
    return (mode, "frames", len(frames), "profile" * ("icc_profile" in options), turned), _saved(
        frames[0], "WEBP", **options
    )


def _gif(rng: random.Random, size: tuple[int, int], seed: int) -> tuple[Sequence[object], bytes]:
    mode = rng.choice(("RGB", "RGBA", "L"))
    frames = _frames(rng, size, seed, mode) if rng.random() < 0.5 else [_picture(size, seed, mode)]
    options: dict[str, object] = {"comment": rng.choice(_TEXTS).encode()} if rng.random() < 0.5 else {}
    if len(frames) > 1:
        options |= {"save_all": True, "append_images": frames[1:], "disposal": rng.choice((0, 1, 2))}
        options["duration"] = rng.randint(2, 60) * 10
    return (mode, "frames", len(frames)), _saved(frames[0], "GIF", **options)


def _avif(rng: random.Random, size: tuple[int, int], seed: int) -> tuple[Sequence[object], bytes]:
    choice = rng.choice(("still", "frames", "profile", "numbers"))
    exif, turned = _exif(rng, can_turn=choice != "frames")  # Pillow 13 cannot write a turned animation
    mode = rng.choice(("RGB", "RGBA"))
    options: dict[str, object] = {"quality": 90, "max_threads": 1, **_packet(rng)}
    options |= {"exif": b"Exif\0\0" + exif} if exif else {}
    options["subsampling"] = rng.choice(("4:4:4", "4:2:0"))
    if choice == "frames":
        frames = _frames(rng, size, seed, mode)
        return (mode, choice, turned), _saved(frames[0], "AVIF", save_all=True, append_images=frames[1:], **options)
    if choice == "profile":
        options["icc_profile"] = colour_profiles.wide_gamut()
    data = _saved(_picture(size, seed, mode), "AVIF", **options)
    if choice == "numbers":
        data = avif_properties.with_colours(data, rng.choice((1, 9, 12)), rng.choice((8, 13, 4)))
    return (mode, choice, turned), data


def _packet(rng: random.Random) -> dict[str, object]:
    if rng.random() < 0.5:
        return {}
    date = rng.choice(("2019-03-04T05:06:07+02:00", "2019-03-04", "2018-01-01T00:00"))
    return {"xmp": packet(f'xmp:CreateDate="{date}" xmp:Label="{rng.choice(_TEXTS)}"')}


def _exif(rng: random.Random, *, can_turn: bool = True) -> tuple[bytes, str]:
    """A block of EXIF, often with an orientation, a date, texts and a position; and a word for it."""
    if rng.random() < 0.2:
        return b"", "bare"
    order, turned = rng.choice("<>"), rng.randint(1, 8)
    main: list[Entry] = [(0x0112, SHORT, shorts(order, turned))] if can_turn and rng.random() < 0.8 else []
    details: list[Entry] = []
    word = rng.choice(_TEXTS)
    main += [(tag, ASCII, word.encode() + b"\0") for tag in (0x010E, 0x013B, 0x8298) if rng.random() < 0.5]
    if rng.random() < 0.5:
        main.append((0x0132, ASCII, b"2020:01:02 03:04:05\0"))
    if rng.random() < 0.5:
        details.append((0x9003, ASCII, b"2019:03:04 05:06:07\0"))
    if rng.random() < 0.5:
        encoding = "utf-16-le" if order == "<" else "utf-16-be"
        details.append((0x9286, UNDEFINED, b"UNICODE\0" + word.encode(encoding)))
    place: list[Entry] = []
    if rng.random() < 0.5:
        degrees = rationals(order, (rng.randrange(90), 1), (rng.randrange(60), 1), (rng.randrange(6000), 100))
        place = [(1, ASCII, rng.choice((b"N\0", b"S\0"))), (2, RATIONAL, degrees)]
        place += [(3, ASCII, rng.choice((b"E\0", b"W\0"))), (4, RATIONAL, degrees)]
        place += [(5, BYTE, bytes((rng.randrange(2),))), (6, RATIONAL, rationals(order, (rng.randrange(9000), 10)))]
    return block(main or [(0x010F, ASCII, b"Facetry\0")], details, place, order=order), f"turn{turned}"


def _smooth(size: tuple[int, int], seed: int) -> Image.Image:
    """A picture of few shades, of which compression takes little."""
    return pictures.pattern(4, 4, seed).resize(size, Image.Resampling.BICUBIC)


def _picture(size: tuple[int, int], seed: int, mode: str) -> Image.Image:
    picture = _smooth(size, seed)
    if mode == "RGBA":
        picture.putalpha(Image.linear_gradient("L").resize(size))
    return picture if mode == "RGBA" else picture.convert(mode)


def _frames(rng: random.Random, size: tuple[int, int], seed: int, mode: str) -> list[Image.Image]:
    return [_picture(size, seed + 1_000 * number, mode) for number in range(rng.randint(2, 4))]


def _saved(picture: Image.Image, format: str, **options: object) -> bytes:
    target = io.BytesIO()
    picture.save(target, format, **options)
    return target.getvalue()


_WRITERS: Final = {"PNG": _png, "JPEG": _jpeg, "WEBP": _webp, "GIF": _gif, "AVIF": _avif}
