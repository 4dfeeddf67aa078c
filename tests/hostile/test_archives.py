"""Hostile archives: each is refused by its rule, and no file of it is written or remains."""

import tempfile
import time
import tracemalloc
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from facetry.errors import MAX_PROBLEM_BYTES, FaultError, problem_body
from facetry.extensions.packages.archive import UnpackedArchive, unpack
from tests.hostile.archives import Archive, archives
from tests.support.extensions.archives import (
    FOLDER,
    MANIFEST,
    Member,
    pax,
    tar_archive,
    tar_file,
    tar_header,
    zip_archive,
)

SECONDS: Final = 2.0
"""Processor time for one archive."""
PEAK_BYTES: Final = 24 * 1024**2
"""Memory for the archive, at most 8 MiB, and for the data that is unpacked at a time."""


def all_paths(folder: Path) -> list[str]:
    """The relative paths of everything below a folder."""
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


@pytest.fixture
def places(tmp_path: Path) -> tuple[Path, Path]:
    """A path for an archive, and a folder to unpack into, with files beside it."""
    (tmp_path / "in" / "to").mkdir(parents=True)
    for neighbour in ("x", "manifest.json", "in/x", "in/manifest.json"):
        (tmp_path / neighbour).write_text("mine")
    return tmp_path / "archive", tmp_path / "in" / "to"


def test_each_is_refused_by_its_rule_and_leaves_nothing(places: tuple[Path, Path], tmp_path: Path) -> None:
    file, into = places
    corpus = list(archives())
    assert len({case.what for case in corpus}) == len(corpus) >= 60
    wrong, slowest, heaviest = [], (0.0, ""), (0, "")
    file.write_bytes(b"")
    before = all_paths(tmp_path)
    for case in corpus:
        file.write_bytes(case.data)
        tracemalloc.start()
        began = time.process_time()
        try:
            unpack(file, into)
            fault = None
        except FaultError as refused:
            fault = refused.fault
        slowest = max(slowest, (time.process_time() - began, case.what))
        heaviest = max(heaviest, (tracemalloc.get_traced_memory()[1], case.what))
        tracemalloc.stop()
        rule = "none" if fault is None else fault.rule
        if rule != f"archive.{case.rule}" if case.rule else not rule.startswith("archive."):
            wrong.append((case.what, case.rule, rule))
        elif fault and case.names not in problem_body(fault).decode().replace("\\\\", "\\"):
            wrong.append((case.what, case.names, fault.detail))
        if fault is not None:
            assert len(problem_body(fault)) <= MAX_PROBLEM_BYTES
        assert all_paths(tmp_path) == before, case.what
    print(
        f"hostile archives: {len(corpus)}, the slowest took {slowest[0]:.2f} s ({slowest[1]}), "
        f"the heaviest {heaviest[0] / 1024**2:.1f} MiB ({heaviest[1]})"
    )
    assert wrong == []
    assert not Path("/facetry-escaped").exists()
    assert {(tmp_path / name).read_text() for name in ("x", "manifest.json", "in/x", "in/manifest.json")} == {"mine"}
    assert slowest[0] < SECONDS
    assert heaviest[0] < PEAK_BYTES


LINES: Final = b"".join(b"line %d\n" % number for number in range(3_000))
SOUND: Final = (
    zip_archive(
        Member(name="a/", data=b"", mode=FOLDER),
        Member(name="a/manifest.json"),
        Member(name="a/run", data=LINES, mode=0o100755),
        Member(name="a/b/stored", data=b"stored", method=0),
        comment=b"a note",
    ),
    tar_archive(
        pax([(b"mtime", b"1.5")]),
        tar_header("a/", 0, kind=b"5", mode=b"0000755\0"),
        tar_file("a/manifest.json"),
        tar_file("a/run", LINES, mode=b"0004755\0"),
        tar_file("stored", b"stored", prefix=b"a/b"),
    ),
)


@st.composite
def mutations(draw: st.DrawFn) -> bytes:
    """A valid archive in which bytes were changed, removed or inserted."""
    data = bytearray(draw(st.sampled_from(SOUND)))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(data) - 1))
        match draw(st.integers(0, 4)):
            case 0:
                data[at] = draw(st.integers(0, 255))
            case 1:
                data[at] ^= 1 << draw(st.integers(0, 7))
            case 2:
                del data[at : at + draw(st.integers(1, 40))]
            case 3:
                data[at:at] = draw(st.binary(min_size=1, max_size=40))
            case _:
                data[at : at + 4] = draw(st.sampled_from([b"\xff" * 4, bytes(4), b"PK\x01\x02", b"PK\x05\x06"]))
        if not data:
            data = bytearray(b"P")
    return bytes(data)


@st.composite
def inner_mutations(draw: st.DrawFn) -> bytes:
    """A tar archive whose blocks were changed before compression, so that all checksums are right."""
    blocks = bytearray(tar_header("a/run", 5) + b"hello".ljust(512, b"\0"))
    for _ in range(draw(st.integers(1, 4))):
        blocks[draw(st.integers(0, 511))] = draw(st.integers(0, 255))
    total = sum(blocks[:148]) + sum(blocks[156:512]) + 8 * 32
    blocks[148:156] = b"%06o\0 " % total
    return tar_archive(tar_file(), bytes(blocks))


@settings(max_examples=2000, deadline=None, database=None)
@given(mutations() | inner_mutations())
def test_a_damaged_archive_is_refused_or_unpacked_and_nothing_else(data: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        home, rule = Path(folder), ""
        (home / "archive").write_bytes(data)
        (home / "into").mkdir()
        unpacked: UnpackedArchive | None = None
        try:
            unpacked = unpack(home / "archive", home / "into")
        except FaultError as refused:
            rule = refused.fault.rule
        if unpacked is None:
            assert rule.startswith("archive.")
            assert all_paths(home / "into") == []
        else:
            assert (unpacked.root / MANIFEST).is_file()
            assert all((unpacked.root / name).is_file() for name in unpacked.file_names)
            assert not any(path.is_symlink() or path.stat().st_mode & 0o7022 for path in home.rglob("into/**/*"))
        assert sorted(path.name for path in home.iterdir()) == ["archive", "into"]


def test_valid_archives_are_unpacked(places: tuple[Path, Path]) -> None:
    file, into = places
    for data in SOUND:
        file.write_bytes(data)
        unpacked = _unpack_aside(file, into)
        assert unpacked.file_names == ("manifest.json", "run", "b/stored")


def _unpack_aside(file: Path, into: Path) -> UnpackedArchive:
    place = into / str(len(all_paths(into)))
    place.mkdir()
    return unpack(file, place)


def test_check_detects_an_unpacked_archive(places: tuple[Path, Path]) -> None:
    """The check can fail: a valid archive leaves files."""
    file, into = places
    file.write_bytes(Archive("sound", SOUND[0], "").data)
    unpack(file, into)
    assert all_paths(into) != []
