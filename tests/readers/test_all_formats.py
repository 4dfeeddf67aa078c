"""Random files of all formats: records agree with exiftool, and renditions look like the originals in a browser."""

from __future__ import annotations

import random
from fnmatch import fnmatch
from pathlib import Path

import pytest
from PIL import Image

from facetry.imaging.decode import configure_libraries
from facetry.imaging.formats import Format
from facetry.imaging.protocol import RenderOptions
from facetry.imaging.render import render
from tests.readers.conftest import Still
from tests.support.readers.generated_files import GeneratedFile, generated_file
from tests.support.readers.looks import distance, in_srgb, thumbnails
from tests.support.readers.records import differences_from_exiftool, records

COUNT = 300
TOLERANCE = 3
SIDE = 128
MANY = 1_000_000
TARGETS: tuple[Format, ...] = ("PNG", "WEBP", "AVIF", "JPEG")
NOT_AS_IN_BROWSERS = {
    "*-turn[2-8].webp": "Chromium does not turn a WEBP by its EXIF; libvips, exiftool and this service do",
    "*-RGBA-*.avif": "Chromium takes the alpha of an AVIF for video levels, so that 200 becomes 214; libvips does not",
    "*-frames-*.avif": "Chromium shows the colours of an AVIF sequence by those of its track, which has no numbers",
}
"""Files by a pattern of their names, and why the browser shows the original otherwise. libvips is their judge."""


@pytest.fixture(scope="module")
def files() -> list[GeneratedFile]:
    configure_libraries()
    return [generated_file(seed) for seed in range(COUNT)]


def test_records_are_those_of_exiftool(files: list[GeneratedFile], tmp_path: Path) -> None:
    for file in files:
        (tmp_path / file.name).write_bytes(file.data)
    found = records(tmp_path, [tmp_path / file.name for file in files], tmp_path)
    assert [answer for answer in found.values() if "rule" in answer] == []
    different = differences_from_exiftool(found)
    lines = [f"{file.name}: {one}" for file, each in different.items() for one in each]
    assert not lines, "\n".join(lines)


def test_renditions_look_as_in_vips(files: list[GeneratedFile], tmp_path: Path) -> None:
    """The files that the browser shows otherwise, but for sequences and numbers of colours, which libvips ignores."""
    chosen = [file for file in files if is_left_out(file) and not fnmatch(file.name, "*-*-[fn][ru]*-*.avif")]
    for file in chosen:
        (tmp_path / file.name).write_bytes(file.data)
    pictures = thumbnails([tmp_path / file.name for file in chosen], SIDE, tmp_path)
    lines = []
    for file, picture in zip(chosen, pictures, strict=True):
        assert picture is not None, file.name
        options = RenderOptions(format="PNG", width=SIDE, height=SIDE, strip=True)
        data, *_ = render(file.data, file.format, options, MANY, MANY)
        apart = distance(in_srgb(data), in_srgb(picture.read_bytes()))
        if apart > TOLERANCE:
            lines.append(f"{file.name}: {apart:.1f}")
    assert not lines, "\n".join(lines)


def test_renditions_look_like_originals(files: list[GeneratedFile], shown_in_browser: Still) -> None:
    lines = []
    for seed, file in enumerate(files):
        if is_left_out(file):
            continue
        rng = random.Random(seed)
        original = shown_in_browser(file.data, f"image/{file.format.lower()}")
        target, strip = rng.choice(TARGETS), rng.random() < 0.5
        if target == "AVIF" and (original.getchannel("A").getextrema() != (255, 255) or "frames" in file.name):
            target = "PNG"  # see above: the browser would show the rendition otherwise
        width = original.width - 1 if rng.random() < 0.3 else None
        options = RenderOptions(format=target, quality=None if target == "PNG" else 95, strip=strip, width=width)
        data, *_ = render(file.data, file.format, options, MANY, MANY)
        rendition = shown_in_browser(data, f"image/{target.lower()}")
        if target == "JPEG":
            original = Image.alpha_composite(Image.new("RGBA", original.size, (255, 255, 255, 255)), original)
        apart = distance(rendition, original.resize(rendition.size, Image.Resampling.LANCZOS))
        if apart > TOLERANCE:
            lines.append(f"{file.name} as {target}, strip {strip}, width {width}: {apart:.1f}")
    assert not lines, "\n".join(lines)


def is_left_out(file: GeneratedFile) -> bool:
    return any(fnmatch(file.name, pattern) for pattern in NOT_AS_IN_BROWSERS)
