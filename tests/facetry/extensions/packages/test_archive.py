"""Archives as people make them: unpacked as they were packed, whatever made them, or left alone."""

import gzip
import io
import os
import shutil
import stat
import subprocess
import tarfile
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import pytest

from facetry.errors import FaultError, Kind
from facetry.extensions.packages import zips
from facetry.extensions.packages.archive import Limits, unpack
from facetry.extensions.packages.entries import Entry, hold_apart
from tests.support.archives import FOLDER, Member, deflated, filed, header, pax, tarred, zipped

FILES: Final = {
    "manifest.json": b'{"id": "sky-tagger"}',
    "main.py": b"print('sky')\n" * 1_000,
    "empty": b"",
    "ui/index.html": b"<p>\xc3\xbc</p>",
    "ui/icons/gr\u00f6\u00dfe \U0001f30a.svg": os.urandom(3_000),
}


@pytest.fixture
def into(tmp_path: Path) -> Path:
    folder = tmp_path / "into"
    folder.mkdir()
    return folder


def packed(into: Path, data: bytes) -> Path:
    path = into.parent / "archive"
    path.write_bytes(data)
    return path


def read(root: Path) -> dict[str, bytes]:
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def by_zipfile(above: str = "", **options: Any) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", **options) as file:
        for name, data in FILES.items():
            file.writestr(above + name, data)
    return made.getvalue()


def by_tarfile(above: str = "", format: int = tarfile.USTAR_FORMAT) -> bytes:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w:gz", format=format, encoding="utf-8") as file:
        for name, data in FILES.items():
            if format != tarfile.PAX_FORMAT or name.isascii():
                member = tarfile.TarInfo(above + name)
                member.size = len(data)
                member.mtime = 1_700_000_000.5 if format == tarfile.PAX_FORMAT else 1_700_000_000
                file.addfile(member, io.BytesIO(data))
    return made.getvalue()


@pytest.mark.parametrize(
    "data",
    [
        by_zipfile(),
        by_zipfile(compression=zipfile.ZIP_DEFLATED, compresslevel=9),
        by_tarfile(),
        by_tarfile(format=tarfile.GNU_FORMAT),
    ],
    ids=["stored", "deflated", "ustar", "gnu"],
)
def test_what_python_packs_comes_out_as_it_was(into: Path, data: bytes) -> None:
    unpacked = unpack(packed(into, data), into)
    assert unpacked.root == into
    assert read(into) == FILES
    assert unpacked.names == tuple(FILES)


def test_times_in_extended_headers_are_passed_over(into: Path) -> None:
    unpacked = unpack(packed(into, by_tarfile(format=tarfile.PAX_FORMAT)), into)
    assert read(into) == {name: data for name, data in FILES.items() if name.isascii()}
    assert "manifest.json" in unpacked.names


def test_a_zip_that_was_written_as_a_stream(into: Path) -> None:
    class Stream(io.RawIOBase):
        """Something that cannot go back: the lengths stand behind the bytes."""

        made = b""

        def writable(self) -> bool:
            return True

        def write(self, data: Any) -> int:
            self.made += bytes(data)
            return len(data)

    stream = Stream()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in FILES.items():
            file.writestr(name, data)
    assert b"PK\x07\x08" in stream.made
    unpack(packed(into, stream.made), into)
    assert read(into) == FILES


@pytest.mark.parametrize("command", ["tar -czf", "tar -cz --format=posix -f", "zip -qr"])
def test_what_programs_pack(into: Path, tmp_path: Path, command: str) -> None:
    program, *options = command.split()
    if shutil.which(program) is None:
        pytest.skip(f"there is no {program}")
    source = tmp_path / "source"
    for name, data in FILES.items():
        if name.isascii():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            (source / name).write_bytes(data)
    (source / "main.py").chmod(0o755)
    made = tmp_path / ("made.zip" if program == "zip" else "made.tgz")
    subprocess.run([program, *options, str(made), *sorted(os.listdir(source))], cwd=source, check=True)  # noqa: PTH208
    unpacked = unpack(made, into)
    assert read(into) == read(source)
    assert sorted(unpacked.names) == sorted(read(source))
    assert (into / "main.py").stat().st_mode & 0o111 == 0o111


@pytest.mark.parametrize("data", [by_zipfile("package/"), by_tarfile("package/")], ids=["zip", "tar"])
def test_the_folder_of_the_manifest_is_the_root(into: Path, data: bytes) -> None:
    unpacked = unpack(packed(into, data), into)
    assert unpacked.root == into / "package"
    assert read(unpacked.root) == FILES
    assert unpacked.names == tuple(FILES)


def test_of_several_manifests_the_nearest_and_first_one_tells_the_root(into: Path) -> None:
    names = ("deep/er/manifest.json", "__MACOSX/manifest.json", "b/manifest.json", "b/x", "a/manifest.json", "bb/x")
    unpacked = unpack(packed(into, zipped(*(Member(name=name) for name in names))), into)
    assert unpacked.root == into / "b"
    assert unpacked.names == ("manifest.json", "x")
    assert not (into / "__MACOSX").exists()


def test_modes_are_those_of_files_and_programs(into: Path) -> None:
    mask = os.umask(0o077)
    try:
        made = zipped(
            Member(name="a/", data=b"", mode=0o040777),
            Member(name="a/manifest.json", mode=0o100666),
            Member(name="a/run", mode=0o106777),
            Member(name="b/c/plain", mode=0),
            Member(name="b/group", mode=0o100670 & ~0o100),
        )
        unpack(packed(into, made), into)
    finally:
        os.umask(mask)
    modes = {path.relative_to(into).as_posix(): stat.S_IMODE(path.stat().st_mode) for path in into.rglob("*")}
    assert modes == {
        "a": 0o755,
        "a/manifest.json": 0o644,
        "a/run": 0o755,
        "b": 0o755,
        "b/c": 0o755,
        "b/c/plain": 0o644,
        "b/group": 0o644,
    }


def test_folders_may_come_after_what_is_in_them(into: Path) -> None:
    made = tarred(filed(), filed("a/b/c"), header("a/b/", 0, kind=b"5"), header("a", 0, kind=b"5"))
    assert unpack(packed(into, made), into).names == ("manifest.json", "a/b/c")


def test_what_harmless_tools_add_is_passed_over(into: Path) -> None:
    extended = pax([(b"comment", b"4f2a\nb=c"), (b"LIBARCHIVE.xattr.com.apple", b"\0\xff\n")], b"g")
    made = tarred(extended, pax([(b"mtime", b"1"), (b"uid", b"99999999")]), filed(), end=bytes(10_240))
    assert unpack(packed(into, made), into).names == ("manifest.json",)


def test_a_refusal_names_the_entry_and_leaves_nothing(into: Path) -> None:
    made = zipped(Member(), Member(name="a/b/c", data=b"x" * 100), Member(name="evil\u202e", data=b""))
    with pytest.raises(FaultError) as refused:
        unpack(packed(into, made), into)
    fault = refused.value.fault
    assert (fault.kind, fault.rule, fault.value) == (Kind.BAD_PARAMETER, "archive.name", "evil\u202e")
    assert fault.detail == "The name has control characters. That is the entry evil\\u202e."
    assert read(into) == {}


def test_a_fault_that_shows_only_while_writing_leaves_nothing(into: Path) -> None:
    made = zipped(Member(), Member(name="a/b/c", data=b"x" * 100), Member(name="z", packed=deflated(b"other")))
    with pytest.raises(FaultError) as refused:
        unpack(packed(into, made), into)
    assert refused.value.fault.rule == "archive.length"
    assert list(into.iterdir()) == []


def test_no_more_is_written_than_the_header_says() -> None:
    zeros, says = bytes(20_000_000), {"size": 1_000_000}
    made = zipped(Member(name="bomb", data=zeros, central=says, local=says))
    ((entry, pieces),) = zips.contents(made, Limits())
    lengths: list[int] = []
    with pytest.raises(FaultError, match="longer than its header says"):
        lengths.extend(len(piece) for piece in pieces)
    assert entry.size - 65_536 <= sum(lengths) <= entry.size == 1_000_000


def test_limits_are_met_exactly(into: Path, tmp_path: Path) -> None:
    def rule(data: bytes, limits: Limits) -> str:
        place = tmp_path / f"place{len(list(tmp_path.iterdir()))}"
        place.mkdir()
        try:
            unpack(packed(into, data), place, limits)
        except FaultError as refused:
            return refused.fault.rule
        return ""

    three = (Member(data=b"12345"), Member(name="a", data=b"12345"), Member(name="b/", data=b"", mode=FOLDER))
    made = zipped(*three)
    assert rule(made, Limits(entries=3)) == ""
    assert rule(made, Limits(entries=2)) == "archive.entries"
    assert rule(made, Limits(unpacked_bytes=10)) == ""
    assert rule(made, Limits(unpacked_bytes=9)) == "archive.unpacked"
    assert rule(made, Limits(archive_bytes=len(made))) == ""
    assert rule(made, Limits(archive_bytes=len(made) - 1)) == "archive.size"
    blocks = tarred(filed(), filed("a"))
    size = len(gzip.decompress(blocks))
    assert rule(blocks, Limits(entries=2)) == ""
    assert rule(blocks, Limits(entries=1)) == "archive.entries"
    assert rule(blocks, Limits(unpacked_bytes=size)) == ""
    assert rule(blocks, Limits(unpacked_bytes=size - 1)) == "archive.unpacked"
    zeros = Member(name="zeros", data=bytes(1_048_576))
    assert rule(zipped(Member(), zeros), Limits()) == ""
    more = Member(name="zeros", data=bytes(1_048_577))
    assert rule(zipped(Member(), more), Limits()) == "archive.ratio"
    packed_size = len(deflated(more.data))
    assert rule(zipped(Member(), more), Limits(ratio=1_048_577 // packed_size + 1)) == ""


def test_the_limits_are_those_of_the_interface() -> None:
    assert Limits() == Limits(8_388_608, 5_000, 268_435_456, 100, 1_048_576)


def test_an_archive_that_is_too_large_has_a_status_of_its_own(into: Path) -> None:
    with pytest.raises(FaultError) as refused:
        unpack(packed(into, by_zipfile() + bytes(8_388_608)), into)
    assert refused.value.fault.kind is Kind.TOO_LARGE


def test_a_folder_that_is_not_empty_is_not_touched(into: Path) -> None:
    (into / "mine").write_text("mine")
    with pytest.raises(ValueError, match="not empty"):
        unpack(packed(into, by_zipfile()), into)
    assert read(into) == {"mine": b"mine"}


def test_no_link_is_followed_while_writing(into: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody else puts a link into the folder meanwhile."""
    outside = tmp_path / "outside"
    outside.mkdir()

    def and_then(entries: Sequence[Entry]) -> None:
        hold_apart(entries)
        (into / "a").symlink_to(outside)

    monkeypatch.setattr("facetry.extensions.packages.archive.hold_apart", and_then)
    with pytest.raises(OSError, match="a"):
        unpack(packed(into, zipped(Member(), Member(name="a/b"))), into)
    assert list(outside.iterdir()) == []
    assert list(into.iterdir()) == []


def test_a_full_disk_is_told_as_one_and_leaves_nothing(into: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    (into.parent / "made").write_bytes(by_zipfile())
    monkeypatch.setattr(os, "fchmod", full)
    with pytest.raises(FaultError) as refused:
        unpack(into.parent / "made", into)
    assert refused.value.fault.kind is Kind.STORAGE_FULL
    assert list(into.iterdir()) == []
