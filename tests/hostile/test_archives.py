"""Hostile archives: each is refused by its rule, and nothing of it is left or written anywhere."""

import tempfile
import time
import tracemalloc
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from facetry.errors import PROBLEM_BYTES, FaultError, problem_body
from facetry.extensions.packages.archive import Unpacked, unpack
from tests.hostile.archives import Archive, archives
from tests.support.archives import FOLDER, MANIFEST, Member, filed, header, pax, tarred, zipped

SECONDS: Final = 2.0
PEAK_BYTES: Final = 24 * 1024**2
"""Of the archive, 8 MiB at the most, and of what is unpacked at a time."""


def everything(folder: Path) -> list[str]:
    """All that lies below a folder."""
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


@pytest.fixture
def room(tmp_path: Path) -> tuple[Path, Path]:
    """A file for archives, and a folder to unpack into with neighbours."""
    (tmp_path / "in" / "to").mkdir(parents=True)
    for neighbour in ("x", "manifest.json", "in/x", "in/manifest.json"):
        (tmp_path / neighbour).write_text("mine")
    return tmp_path / "archive", tmp_path / "in" / "to"


def test_each_is_refused_by_its_rule_and_leaves_nothing(room: tuple[Path, Path], tmp_path: Path) -> None:
    file, into = room
    corpus = list(archives())
    assert len({case.what for case in corpus}) == len(corpus) >= 60
    wrong, slowest, heaviest = [], (0.0, ""), (0, "")
    file.write_bytes(b"")
    before = everything(tmp_path)
    for case in corpus:
        file.write_bytes(case.data)
        tracemalloc.start()
        began = time.perf_counter()
        try:
            unpack(file, into)
            told = None
        except FaultError as refused:
            told = refused.fault
        slowest = max(slowest, (time.perf_counter() - began, case.what))
        heaviest = max(heaviest, (tracemalloc.get_traced_memory()[1], case.what))
        tracemalloc.stop()
        rule = "none" if told is None else told.rule
        if rule != f"archive.{case.rule}" if case.rule else not rule.startswith("archive."):
            wrong.append((case.what, case.rule, rule))
        elif told and case.names not in problem_body(told).decode().replace("\\\\", "\\"):
            wrong.append((case.what, case.names, told.detail))
        if told is not None:
            assert len(problem_body(told)) <= PROBLEM_BYTES
        assert everything(tmp_path) == before, case.what
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
    zipped(
        Member(name="a/", data=b"", mode=FOLDER),
        Member(name="a/manifest.json"),
        Member(name="a/run", data=LINES, mode=0o100755),
        Member(name="a/b/stored", data=b"stored", method=0),
        note=b"a note",
    ),
    tarred(
        pax([(b"mtime", b"1.5")]),
        header("a/", 0, kind=b"5", mode=b"0000755\0"),
        filed("a/manifest.json"),
        filed("a/run", LINES, mode=b"0004755\0"),
        filed("stored", b"stored", above=b"a/b"),
    ),
)


@st.composite
def mutations(draw: st.DrawFn) -> bytes:
    """A sound archive in which bytes were changed, left out, put in or moved."""
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
    """A tar archive whose blocks were changed before gzip made it, so that its own checksums hold."""
    blocks = bytearray(header("a/run", 5) + b"hello".ljust(512, b"\0"))
    for _ in range(draw(st.integers(1, 4))):
        blocks[draw(st.integers(0, 511))] = draw(st.integers(0, 255))
    total = sum(blocks[:148]) + sum(blocks[156:512]) + 8 * 32
    blocks[148:156] = b"%06o\0 " % total
    return tarred(filed(), bytes(blocks))


@settings(max_examples=2000, deadline=None, database=None)
@given(mutations() | inner_mutations())
def test_a_damaged_archive_is_refused_or_unpacked_and_nothing_else(data: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        home, rule = Path(folder), ""
        (home / "archive").write_bytes(data)
        (home / "into").mkdir()
        unpacked: Unpacked | None = None
        try:
            unpacked = unpack(home / "archive", home / "into")
        except FaultError as refused:
            rule = refused.fault.rule
        if unpacked is None:
            assert rule.startswith("archive.")
            assert everything(home / "into") == []
        else:
            assert (unpacked.root / MANIFEST).is_file()
            assert all((unpacked.root / name).is_file() for name in unpacked.names)
            assert not any(path.is_symlink() or path.stat().st_mode & 0o7022 for path in home.rglob("into/**/*"))
        assert sorted(path.name for path in home.iterdir()) == ["archive", "into"]


def test_the_sound_ones_are_sound(room: tuple[Path, Path]) -> None:
    file, into = room
    for data in SOUND:
        file.write_bytes(data)
        unpacked = _fresh(file, into)
        assert unpacked.names == ("manifest.json", "run", "b/stored")


def _fresh(file: Path, into: Path) -> Unpacked:
    place = into / str(len(everything(into)))
    place.mkdir()
    return unpack(file, place)


def test_a_case_that_would_be_unpacked_is_noticed(room: tuple[Path, Path]) -> None:
    """The oracle bites: a sound archive leaves files."""
    file, into = room
    file.write_bytes(Archive("sound", SOUND[0], "").data)
    unpack(file, into)
    assert everything(into) != []
