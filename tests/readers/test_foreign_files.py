"""Test files of other projects: each is read or refused as the best reader does, and both look and record alike."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest
from playwright.sync_api import Error

from facetry.imaging.decode import configure_libraries
from facetry.imaging.formats import HEAD_BYTES, format_of
from facetry.imaging.pool.pool import Pool, RenderError
from facetry.imaging.protocol import RenderOptions, WorkerAnswer
from tests.readers.conftest import Still
from tests.readers.foreign_decisions import LOOKS, METADATA, READ, reason_of
from tests.support.imaging.pools import run_with_pool
from tests.support.readers.foreign_files import foreign_files
from tests.support.readers.looks import distance, in_srgb, thumbnails
from tests.support.readers.records import PATIENT, differences_from_exiftool, records

LEAST = 900
SIDE = 128
TOLERANCE = 5
SMALL = RenderOptions(format="PNG", width=SIDE, height=SIDE, strip=True)
UNSHOWN = frozenset({"HEIF"})
"""The formats that the browser does not show."""


@pytest.fixture(autouse=True, scope="module")
def libraries() -> None:
    configure_libraries()


@pytest.fixture(scope="module")
def root() -> Path:
    return foreign_files()


@pytest.fixture(scope="module")
def answers(root: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[Path, WorkerAnswer]:
    files = sorted(file for file in root.rglob("*") if file.is_file())
    assert len(files) >= LEAST
    return records(root, files, tmp_path_factory.mktemp("scratch"))


@pytest.fixture(scope="module")
def vips(answers: Mapping[Path, WorkerAnswer], tmp_path_factory: pytest.TempPathFactory) -> dict[Path, Path | None]:
    """The pictures as libvips makes them small."""
    files = list(answers)
    return dict(zip(files, thumbnails(files, SIDE, tmp_path_factory.mktemp("vips")), strict=True))


def test_records_are_those_of_exiftool(root: Path, answers: dict[Path, WorkerAnswer]) -> None:
    found = {file.relative_to(root).as_posix(): each for file, each in differences_from_exiftool(answers).items()}
    assert_none(f"{name}: {one}" for name, each in found.items() if reason_of(name, METADATA) is None for one in each)


def test_renditions_look_as_in_vips(
    root: Path,
    answers: dict[Path, WorkerAnswer],
    vips: dict[Path, Path | None],
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    files = [file for file, answer in answers.items() if "rule" not in answer and vips[file]]
    renditions = rendered(root, files, tmp_path_factory.mktemp("scratch"))
    far = []
    for file in files:
        name, other = file.relative_to(root).as_posix(), vips[file]
        assert other is not None
        apart = distance(in_srgb(renditions[file]), in_srgb(other.read_bytes()))
        if apart > TOLERANCE and reason_of(name, LOOKS) is None:
            far.append(f"{name}: {apart:.1f}")
    assert_none(far)


def test_a_file_is_read_or_refused_as_the_best_reader_does(
    root: Path, answers: dict[Path, WorkerAnswer], vips: dict[Path, Path | None], shown_in_browser: Still
) -> None:
    different = []
    for file, answer in answers.items():
        name, is_read = file.relative_to(root).as_posix(), "rule" not in answer
        others = [*(["vips"] if vips[file] else []), *(["browser"] if is_shown(file, shown_in_browser) else [])]
        if is_read != bool(others) and reason_of(name, READ) is None:
            different.append(f"{name}: {answer.get('reason', 'read')} {others}")
    print(f"{len(answers)} files, {sum('rule' not in answer for answer in answers.values())} read")
    assert_none(different)


def assert_none(lines: Iterable[str]) -> None:
    text = "\n".join(lines)
    assert not text, text


def rendered(root: Path, files: list[Path], scratch: Path) -> dict[Path, bytes]:
    async def use(pool: Pool) -> dict[Path, bytes]:
        found = {}
        for file in files:
            try:
                picture = await pool.render(str(root), file.relative_to(root).as_posix(), SMALL)
            except RenderError as error:
                raise AssertionError(f"{file}: {error.reason}") from error
            assert picture.data is not None
            found[file] = picture.data
        return found

    return run_with_pool(use, scratch, PATIENT, workers=2)


def is_shown(file: Path, show: Still) -> bool:
    data = file.read_bytes()
    format = format_of(data[:HEAD_BYTES])
    if format is None or format in UNSHOWN:
        return False
    try:
        show(data, f"image/{format.lower()}")
    except Error:
        return False
    return True
