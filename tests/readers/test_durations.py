"""Durations of frames: ffmpeg finds the same in an animation and in its renditions."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from facetry.imaging.decode import configure_libraries
from facetry.imaging.formats import Format
from facetry.imaging.protocol import RenderOptions
from facetry.imaging.render import render
from tests.support.imaging.stored_frames import GIF_COLOURS, apng, gif, random_frames
from tests.support.readers.programs import run

MANY = 1_000_000
SIZE = (24, 18)
SEEDS = range(20)
_PRINTED = ("-v", "error", "-show_entries", "packet=duration_time", "-of", "json")


@pytest.fixture(autouse=True, scope="module")
def libraries() -> None:
    configure_libraries()


@pytest.mark.parametrize("source", ["PNG", "GIF"])
@pytest.mark.parametrize("target", ["PNG", "GIF"])
def test_durations_stay(tmp_path: Path, source: Format, target: Format) -> None:
    for seed in SEEDS:
        frames = random_frames(seed, SIZE, GIF_COLOURS, fills_first=True)
        data = apng(SIZE, frames) if source == "PNG" else gif(SIZE, frames)
        out, *_ = render(data, source, RenderOptions(format=target), MANY, MANY)
        stored = [frame.milliseconds for frame in frames]
        assert durations(tmp_path, data, source) == stored
        found = durations(tmp_path, out, target)
        assert sum(found) == sum(stored)
        assert set(sums(found)) <= set(sums(stored))  # equal frames that follow each other are one


def durations(folder: Path, data: bytes, format: Format) -> list[int]:
    """The milliseconds of each frame. The demuxer of APNG does not know how long the last one is."""
    file = folder / f"animation.{'apng' if format == 'PNG' else 'gif'}"
    file.write_bytes(data)
    packets = json.loads(run("ffprobe", [*_PRINTED, str(file)]))["packets"]
    return [round(1000 * float(packet["duration_time"])) for packet in packets]


def sums(milliseconds: list[int]) -> list[int]:
    return [sum(milliseconds[: number + 1]) for number in range(len(milliseconds))]
