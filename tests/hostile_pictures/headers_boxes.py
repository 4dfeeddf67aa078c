"""AVIF and HEIF files with wrong sizes and offsets, cyclic references, or endless boxes."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from random import Random

from tests.hostile_pictures.boxes import (
    CODECS,
    ContainerItem,
    box,
    container,
    find_box,
    full_box,
    grid_data,
    picture_parts,
    single_picture,
    size_property,
    tiled_picture,
)
from tests.hostile_pictures.case import MAY_CRASH, MUST_BE_READABLE, MUST_BE_REFUSED, READABLE_OR_REFUSED, HostileFile
from tests.support.imaging import pictures

FORMATS = ("AVIF", "HEIF")


def cases(chance: Random) -> Iterator[HostileFile]:
    """Every fault in both formats, one fault a file."""
    for format in FORMATS:
        suffix = pictures.SUFFIXES[format]
        for name, data, outcomes in (*_sizes(format), *_nested_grids(format)):
            yield HostileFile(f"headers-{suffix}", f"{name}.{suffix}", data, outcomes)
        parts = (_lengths(format), _tables(format), _cycles(format), _properties(format, chance), _brands(format))
        for group in parts:
            for name, data in group:
                yield HostileFile(f"headers-{suffix}", f"{name}.{suffix}", data)


def _sizes(format: str) -> Iterator[tuple[str, bytes, frozenset[str]]]:
    yield "sound", single_picture(format), MUST_BE_READABLE
    yield "sound-tiles", tiled_picture(format, 2, 3), MUST_BE_READABLE
    for width, height in ((0, 0), (0, 64), (2**31, 2**31), (-1, -1), (2**31 - 1, 1), (1, 2**31 - 1), (70_000, 70_000)):
        yield (
            f"announced-{width}-by-{height}",
            single_picture(format, announced_size=size_property(width, height)),
            MUST_BE_REFUSED,
        )
    for width, height in ((1, 1), (10_000, 10_000), (65, 63), (100_000, 1_000)):
        yield (
            f"announced-{width}-by-{height}",
            single_picture(format, announced_size=size_property(width, height)),
            READABLE_OR_REFUSED,
        )
    for width, height in ((0, 0), (1, 1), (129, 64), (2**31, 2**31), (60_000, 60_000), (10_000, 10_000)):
        yield (
            f"tiles-for-{width}-by-{height}",
            tiled_picture(format, 1, 2, width=width, height=height),
            READABLE_OR_REFUSED,
        )


def _nested_grids(format: str) -> Iterator[tuple[str, bytes, frozenset[str]]]:
    """Grids of grids. The HEIF decoder starts a thread for each, and aborts when it gets no more threads."""
    data, configuration, depth = picture_parts(format)
    item, square = (
        ContainerItem(CODECS[format], data, (1, 2, 3)),
        ContainerItem(b"grid", grid_data(1, 1, 64, 64), (1, 3)),
    )
    for levels in (5, 50, 200):
        chain = [(b"dimg", number, [number + 1]) for number in range(1, levels)]
        whole = container(
            format, [square] * (levels - 1) + [item], [size_property(64, 64), configuration, depth], chain
        )
        yield f"grids-{levels}-deep", whole, READABLE_OR_REFUSED if format == "AVIF" else MAY_CRASH


def _lengths(format: str) -> Iterator[tuple[str, bytes]]:
    sound = single_picture(format)
    for kinds in (
        (b"ftyp",),
        (b"meta",),
        (b"meta", b"hdlr"),
        (b"meta", b"iloc"),
        (b"meta", b"iinf"),
        (b"meta", b"iprp"),
        (b"meta", b"iprp", b"ipco"),
        (b"mdat",),
    ):
        at, _ = find_box(sound, *kinds)
        for length in (0, 1, 7, 2**31, 2**32 - 1):
            name = f"length-of-{kinds[-1].decode()}-{length:08x}"
            yield name, sound[:at] + struct.pack(">I", length) + sound[at + 4 :]
    at, _ = find_box(sound, b"mdat")
    yield "length-of-64-bits", sound[:at] + struct.pack(">I4sQ", 1, b"mdat", 2**63) + sound[at + 8 :]
    deep = b""
    for _ in range(2_000):
        deep = box(b"iprp", deep)
    yield "boxes-two-thousand-deep", single_picture(format, extra_boxes=deep)
    metas = b""
    for _ in range(500):
        metas = full_box(b"meta", 0, 0, metas)
    yield "metas-five-hundred-deep", single_picture(format, extra_boxes=metas)
    yield "boxes-hundred-thousand", single_picture(format, extra_boxes=box(b"free") * 100_000)
    yield "meta-missing", sound[: find_box(sound, b"meta")[0]] + sound[at:]
    yield "meta-twice", sound[: find_box(sound, b"mdat")[0]] * 2 + sound[at:]
    yield "data-missing", sound[:at]


def _tables(format: str) -> Iterator[tuple[str, bytes]]:
    sound = single_picture(format)
    located, located_end = find_box(sound, b"meta", b"iloc")
    for name, offset, length in (
        ("outside", 2**31, 400),
        ("at-the-end", len(sound) - 1, 400),
        ("of-gigabytes", 0, 2**32 - 1),
        ("of-itself", 0, len(sound)),
        ("of-nothing", 0, 0),
        ("around", 2**32 - 4, 2**32 - 4),
    ):
        edited = sound[: located_end - 8] + struct.pack(">II", offset, length) + sound[located_end:]
        yield f"place-{name}", edited
    for name, at, value in (
        ("items-65535", located + 14, b"\xff\xff"),
        ("extents-65535", located_end - 10, b"\xff\xff"),
        ("extents-none", located_end - 10, b"\0\0"),
        ("field-sizes", located + 12, b"\xff\xff"),
        ("method-2", located + 18, b"\0\2"),
        ("version-255", located + 8, b"\xff"),
    ):
        yield f"places-{name}", sound[:at] + value + sound[at + len(value) :]
    named, _ = find_box(sound, b"meta", b"iinf")
    yield "names-65535", sound[: named + 12] + b"\xff\xff" + sound[named + 14 :]
    primary, _ = find_box(sound, b"meta", b"pitm")
    yield "primary-unknown", sound[: primary + 12] + b"\x12\x34" + sound[primary + 14 :]
    owned, owned_end = find_box(sound, b"meta", b"iprp", b"ipma")
    yield "owners-four-billion", sound[: owned + 12] + b"\xff\xff\xff\xff" + sound[owned + 16 :]
    yield "property-127", sound[: owned_end - 1] + b"\xff" + sound[owned_end:]
    yield "property-none", sound[: owned_end - 1] + b"\0" + sound[owned_end:]
    yield "property-twice", sound[: owned_end - 2] + b"\2\2" + sound[owned_end:]
    data, configuration, depth = picture_parts(format)
    item = ContainerItem(CODECS[format], data, (1, 2, 3))
    yield "items-two-thousand", container(format, [item] * 2_000, [size_property(64, 64), configuration, depth])


def _cycles(format: str) -> Iterator[tuple[str, bytes]]:
    data, configuration, depth = picture_parts(format)
    properties = [size_property(64, 64), configuration, depth]
    item = ContainerItem(CODECS[format], data, (1, 2, 3))
    square = ContainerItem(b"grid", grid_data(1, 1, 64, 64), (1, 3))
    for kind in (b"auxl", b"thmb", b"cdsc", b"prem", b"dimg"):
        yield f"{kind.decode()}-to-itself", container(format, [item], properties, [(kind, 1, [1])])
        circle = [(kind, 1, [2]), (kind, 2, [1])]
        yield f"{kind.decode()}-in-a-circle", container(format, [item, item], properties, circle)
    yield "grid-of-itself", container(format, [square], properties, [(b"dimg", 1, [1])])
    pair = [(b"dimg", 1, [2]), (b"dimg", 2, [1])]
    yield "grids-in-a-circle", container(format, [square, square], properties, pair)
    yield "grid-of-nothing", container(format, [square], properties)
    yield "grid-of-unknown", container(format, [square], properties, [(b"dimg", 1, [9])])
    yield "grid-of-65000", container(format, [square, item], properties, [(b"dimg", 1, [2] * 65_000)])
    yield (
        "grid-data-cut",
        container(format, [ContainerItem(b"grid", b"\0", (1, 3)), item], properties, [(b"dimg", 1, [2])]),
    )
    whole = ContainerItem(b"grid", grid_data(256, 256, 16_384, 16_384), (1, 3))
    yield "grid-of-missing-tiles", container(format, [whole, item], [size_property(16_384, 16_384), *properties[1:]])
    identity = ContainerItem(b"iden", b"", (1,))
    yield "identity-of-itself", container(format, [identity], properties, [(b"dimg", 1, [1])])
    layers = struct.pack(">BB4H2I", 0, 1, 0, 0, 0, 0, 60_000, 60_000) + bytes(8)
    yield (
        "overlay-enormous",
        container(format, [ContainerItem(b"iovl", layers, (1,)), item], properties, [(b"dimg", 1, [2])]),
    )


def _properties(format: str, chance: Random) -> Iterator[tuple[str, bytes]]:
    for name, numbers in (
        ("zero", (0,) * 8),
        ("by-zero", (64, 0, 64, 0, 0, 0, 0, 0)),
        ("negative", (2**32 - 8, 1, 2**32 - 8, 1, 0, 1, 0, 1)),
        ("larger", (640, 1, 640, 1, 0, 1, 0, 1)),
        ("shifted-far", (8, 1, 8, 1, 2**31 - 1, 1, 2**31 - 1, 1)),
        ("tiny-fractions", (1, 2**32 - 1, 1, 2**32 - 1, 0, 1, 0, 1)),
    ):
        yield f"crop-{name}", single_picture(format, extra_properties=[box(b"clap", struct.pack(">8I", *numbers))])
    yield "turned-255", single_picture(format, extra_properties=[box(b"irot", b"\xff")])
    yield "turned-sixty-times", single_picture(format, extra_properties=[box(b"irot", b"\x01")] * 60)
    yield "mirrored-255", single_picture(format, extra_properties=[box(b"imir", b"\xff")])
    for name, colour in (
        ("profile-noise", b"prof" + chance.randbytes(300)),
        ("codes-enormous", b"nclx" + b"\xff" * 7),
        ("codes-cut", b"nclx\0"),
        ("unknown", b"what" + bytes(50)),
        ("empty", b""),
    ):
        yield f"colour-{name}", single_picture(format, extra_properties=[box(b"colr", colour)])
    yield "depth-none", single_picture(format, extra_properties=[full_box(b"pixi", 0, 0, b"\0")])
    yield "depth-255", single_picture(format, extra_properties=[full_box(b"pixi", 0, 0, b"\xff" + b"\x08" * 255)])
    yield "aspect-by-zero", single_picture(format, extra_properties=[box(b"pasp", bytes(8))])
    yield "auxiliary-endless-name", single_picture(format, extra_properties=[full_box(b"auxC", 0, 0, b"u" * 90_000)])
    data, configuration, depth = picture_parts(format)
    for name, edited in (
        ("cut", configuration[:8] + b"\x81"),
        ("empty", box(configuration[4:8])),
        ("noise", box(configuration[4:8], chance.randbytes(len(configuration) - 8))),
        ("of-the-other", picture_parts("HEIF" if format == "AVIF" else "AVIF")[1]),
    ):
        item = ContainerItem(CODECS[format], data, (1, 2, 3))
        yield f"configuration-{name}", container(format, [item], [size_property(64, 64), edited, depth])
    for name, stream in (
        ("noise", chance.randbytes(len(data))),
        ("zeroes", bytes(len(data))),
        ("ones", b"\xff" * len(data)),
        ("doubled", data * 2),
        ("cut", data[: len(data) // 3]),
        ("noise-late", data[:-40] + chance.randbytes(40)),
    ):
        item = ContainerItem(CODECS[format], stream, (1, 2, 3))
        yield f"stream-{name}", container(format, [item], [size_property(64, 64), configuration, depth])


def _brands(format: str) -> Iterator[tuple[str, bytes]]:
    data, configuration, depth = picture_parts(format)
    item = ContainerItem(CODECS[format], data, (1, 2, 3))
    properties = [size_property(64, 64), configuration, depth]
    yield "brands-fifty-thousand", container(format, [item], properties, brands=b"mif1" * 50_000)
    yield "brands-odd", container(format, [item], properties, brands=b"mif1m")
    sound = single_picture(format)
    for brand in (b"mif1", b"msf1", b"avis", b"hevc", b"heix", b"miaf"):
        yield f"brand-{brand.decode()}", sound[:8] + brand + sound[12:]
    other = b"heic" if format == "AVIF" else b"avif"
    yield "brand-of-the-other", sound[:8] + other + sound[12:16] + other + sound[20:]
