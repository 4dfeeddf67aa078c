"""Archives of usual tools are unpacked unchanged; a refused archive leaves nothing."""

import gzip
import io
import os
import shutil
import stat
import subprocess
import tarfile
import tracemalloc
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import pytest

from facetry.errors import FaultError, FaultKind
from facetry.extensions.packages import zips
from facetry.extensions.packages.archive import ArchiveLimits, unpack
from facetry.extensions.packages.entries import ArchiveEntry, limits_for, require_distinct_paths
from tests.support.extensions.archives import (
    FOLDER,
    Member,
    deflate,
    pax,
    tar_archive,
    tar_file,
    tar_header,
    zip_archive,
)

FILES: Final = {
    "manifest.json": b'{"id": "sky-tagger"}',
    "main.py": b"print('sky')\n" * 1_000,
    "empty": b"",
    "ui/index.html": b"<p>\xc3\xbc</p>",
    "ui/icons/gr\u00f6\u00dfe \U0001f30a.svg": os.urandom(3_000),
}


@pytest.fixture
def target(tmp_path: Path) -> Path:
    folder = tmp_path / "into"
    folder.mkdir()
    return folder


def write_archive(target: Path, data: bytes) -> Path:
    path = target.parent / "archive"
    path.write_bytes(data)
    return path


def read_files(root: Path) -> dict[str, bytes]:
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def zip_by_zipfile(prefix: str = "", **options: Any) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", **options) as file:
        for name, data in FILES.items():
            file.writestr(prefix + name, data)
    return buffer.getvalue()


def tar_by_tarfile(prefix: str = "", format: int = tarfile.USTAR_FORMAT) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz", format=format, encoding="utf-8") as file:
        for name, data in FILES.items():
            if format != tarfile.PAX_FORMAT or name.isascii():
                member = tarfile.TarInfo(prefix + name)
                member.size = len(data)
                member.mtime = 1_700_000_000.5 if format == tarfile.PAX_FORMAT else 1_700_000_000
                file.addfile(member, io.BytesIO(data))
    return buffer.getvalue()


@pytest.mark.parametrize(
    "data",
    [
        zip_by_zipfile(),
        zip_by_zipfile(compression=zipfile.ZIP_DEFLATED, compresslevel=9),
        tar_by_tarfile(),
        tar_by_tarfile(format=tarfile.GNU_FORMAT),
    ],
    ids=["stored", "deflated", "ustar", "gnu"],
)
def test_archives_of_python_are_unpacked_unchanged(target: Path, data: bytes) -> None:
    unpacked = unpack(write_archive(target, data), target)
    assert unpacked.root == target
    assert read_files(target) == FILES
    assert unpacked.file_names == tuple(FILES)


def test_times_in_extended_headers_are_ignored(target: Path) -> None:
    unpacked = unpack(write_archive(target, tar_by_tarfile(format=tarfile.PAX_FORMAT)), target)
    assert read_files(target) == {name: data for name, data in FILES.items() if name.isascii()}
    assert "manifest.json" in unpacked.file_names


def test_a_zip_with_data_descriptors_is_unpacked(target: Path) -> None:
    class Stream(io.RawIOBase):
        """A stream that cannot seek, so that sizes follow the data in data descriptors."""

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
    unpack(write_archive(target, stream.made), target)
    assert read_files(target) == FILES


@pytest.mark.parametrize("command", ["tar -czf", "tar -cz --format=posix -f", "zip -qr"])
def test_archives_of_command_line_programs_are_unpacked_unchanged(target: Path, tmp_path: Path, command: str) -> None:
    program, *options = command.split()
    if shutil.which(program) is None:
        pytest.skip(f"there is no {program}")
    source = tmp_path / "source"
    for name, data in FILES.items():
        if name.isascii():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            (source / name).write_bytes(data)
    (source / "main.py").chmod(0o755)
    archive = tmp_path / ("made.zip" if program == "zip" else "made.tgz")
    subprocess.run([program, *options, str(archive), *sorted(os.listdir(source))], cwd=source, check=True)  # noqa: PTH208
    unpacked = unpack(archive, target)
    assert read_files(target) == read_files(source)
    assert sorted(unpacked.file_names) == sorted(read_files(source))
    assert (target / "main.py").stat().st_mode & 0o111 == 0o111


@pytest.mark.parametrize("data", [zip_by_zipfile("package/"), tar_by_tarfile("package/")], ids=["zip", "tar"])
def test_the_folder_of_the_manifest_is_the_root(target: Path, data: bytes) -> None:
    unpacked = unpack(write_archive(target, data), target)
    assert unpacked.root == target / "package"
    assert read_files(unpacked.root) == FILES
    assert unpacked.file_names == tuple(FILES)


def test_of_several_manifests_the_nearest_and_first_one_sets_the_root(target: Path) -> None:
    names = ("deep/er/manifest.json", "__MACOSX/manifest.json", "b/manifest.json", "b/x", "a/manifest.json", "bb/x")
    unpacked = unpack(write_archive(target, zip_archive(*(Member(name=name) for name in names))), target)
    assert unpacked.root == target / "b"
    assert unpacked.file_names == ("manifest.json", "x")
    assert not (target / "__MACOSX").exists()


def test_modes_are_reduced_to_those_of_files_and_programs(target: Path) -> None:
    mask = os.umask(0o077)
    try:
        archive = zip_archive(
            Member(name="a/", data=b"", mode=0o040777),
            Member(name="a/manifest.json", mode=0o100666),
            Member(name="a/run", mode=0o106777),
            Member(name="b/c/plain", mode=0),
            Member(name="b/group", mode=0o100670 & ~0o100),
        )
        unpack(write_archive(target, archive), target)
    finally:
        os.umask(mask)
    modes = {path.relative_to(target).as_posix(): stat.S_IMODE(path.stat().st_mode) for path in target.rglob("*")}
    assert modes == {
        "a": 0o755,
        "a/manifest.json": 0o644,
        "a/run": 0o755,
        "b": 0o755,
        "b/c": 0o755,
        "b/c/plain": 0o644,
        "b/group": 0o644,
    }


def test_folders_may_follow_their_content(target: Path) -> None:
    archive = tar_archive(
        tar_file(), tar_file("a/b/c"), tar_header("a/b/", 0, kind=b"5"), tar_header("a", 0, kind=b"5")
    )
    assert unpack(write_archive(target, archive), target).file_names == ("manifest.json", "a/b/c")


def test_harmless_extended_headers_are_ignored(target: Path) -> None:
    extended = pax([(b"comment", b"4f2a\nb=c"), (b"LIBARCHIVE.xattr.com.apple", b"\0\xff\n")], b"g")
    archive = tar_archive(extended, pax([(b"mtime", b"1"), (b"uid", b"99999999")]), tar_file(), end=bytes(10_240))
    assert unpack(write_archive(target, archive), target).file_names == ("manifest.json",)


def test_a_refusal_names_the_entry_and_leaves_nothing(target: Path) -> None:
    archive = zip_archive(Member(), Member(name="a/b/c", data=b"x" * 100), Member(name="evil\u202e", data=b""))
    with pytest.raises(FaultError) as error:
        unpack(write_archive(target, archive), target)
    fault = error.value.fault
    assert (fault.kind, fault.rule, fault.value) == (FaultKind.BAD_PARAMETER, "archive.name", "evil\u202e")
    assert fault.detail == "The name has control characters. Entry: evil\\u202e."
    assert read_files(target) == {}


def test_a_fault_found_while_writing_leaves_nothing(target: Path) -> None:
    archive = zip_archive(Member(), Member(name="a/b/c", data=b"x" * 100), Member(name="z", packed=deflate(b"other")))
    with pytest.raises(FaultError) as error:
        unpack(write_archive(target, archive), target)
    assert error.value.fault.rule == "archive.length"
    assert list(target.iterdir()) == []


def test_no_more_than_the_stated_size_is_decompressed() -> None:
    zeros, header = bytes(20_000_000), {"size": 1_000_000}
    archive = zip_archive(Member(name="bomb", data=zeros, central=header, local=header))
    ((entry, pieces),) = zips.contents(archive, ArchiveLimits())
    lengths: list[int] = []
    with pytest.raises(FaultError, match="longer than its header says"):
        lengths.extend(len(piece) for piece in pieces)
    assert entry.size - 65_536 <= sum(lengths) <= entry.size == 1_000_000


def test_limits_are_exact(target: Path, tmp_path: Path) -> None:
    def rule(data: bytes, limits: ArchiveLimits) -> str:
        folder = tmp_path / f"place{len(list(tmp_path.iterdir()))}"
        folder.mkdir()
        try:
            unpack(write_archive(target, data), folder, limits)
        except FaultError as error:
            return error.fault.rule
        return ""

    members = (Member(data=b"12345"), Member(name="a", data=b"12345"), Member(name="b/", data=b"", mode=FOLDER))
    archive = zip_archive(*members)
    assert rule(archive, ArchiveLimits(entries=3)) == ""
    assert rule(archive, ArchiveLimits(entries=2)) == "archive.entries"
    assert rule(archive, ArchiveLimits(unpacked_bytes=10)) == ""
    assert rule(archive, ArchiveLimits(unpacked_bytes=9)) == "archive.unpacked"
    assert rule(archive, ArchiveLimits(archive_bytes=len(archive))) == ""
    assert rule(archive, ArchiveLimits(archive_bytes=len(archive) - 1)) == "archive.size"
    tar = tar_archive(tar_file(), tar_file("a"))
    size = len(gzip.decompress(tar))
    assert rule(tar, ArchiveLimits(entries=2)) == ""
    assert rule(tar, ArchiveLimits(entries=1)) == "archive.entries"
    assert rule(tar, ArchiveLimits(unpacked_bytes=size)) == ""
    assert rule(tar, ArchiveLimits(unpacked_bytes=size - 1)) == "archive.unpacked"
    zeros = Member(name="zeros", data=bytes(1_048_576))
    assert rule(zip_archive(Member(), zeros), ArchiveLimits()) == ""
    larger = Member(name="zeros", data=bytes(1_048_577))
    assert rule(zip_archive(Member(), larger), ArchiveLimits()) == "archive.ratio"
    packed_size = len(deflate(larger.data))
    assert rule(zip_archive(Member(), larger), ArchiveLimits(ratio=1_048_577 // packed_size + 1)) == ""


def test_the_default_limits_are_those_of_the_description() -> None:
    assert ArchiveLimits() == ArchiveLimits(8_388_608, 5_000, 268_435_456, 100, 1_048_576)


def test_an_archive_that_is_too_large_is_a_413(target: Path) -> None:
    with pytest.raises(FaultError) as error:
        unpack(write_archive(target, zip_by_zipfile() + bytes(8_388_608)), target)
    assert error.value.fault.kind is FaultKind.TOO_LARGE


def test_a_folder_that_is_not_empty_is_not_touched(target: Path) -> None:
    (target / "mine").write_text("mine")
    with pytest.raises(ValueError, match="not empty"):
        unpack(write_archive(target, zip_by_zipfile()), target)
    assert read_files(target) == {"mine": b"mine"}


def test_no_link_is_followed_while_writing(target: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process puts a link into the folder meanwhile."""
    outside = tmp_path / "outside"
    outside.mkdir()

    def check_then_link(entries: Sequence[ArchiveEntry]) -> None:
        require_distinct_paths(entries)
        (target / "a").symlink_to(outside)

    monkeypatch.setattr("facetry.extensions.packages.archive.require_distinct_paths", check_then_link)
    with pytest.raises(OSError, match="a"):
        unpack(write_archive(target, zip_archive(Member(), Member(name="a/b"))), target)
    assert list(outside.iterdir()) == []
    assert list(target.iterdir()) == []


def test_a_full_disk_is_a_storage_fault_and_leaves_nothing(target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    (target.parent / "made").write_bytes(zip_by_zipfile())
    monkeypatch.setattr(os, "fchmod", fail)
    with pytest.raises(FaultError) as error:
        unpack(target.parent / "made", target)
    assert error.value.fault.kind is FaultKind.STORAGE_FULL
    assert list(target.iterdir()) == []


@pytest.mark.parametrize("kind", ["zip", "tar"])
def test_a_large_archive_stays_on_the_disk(target: Path, kind: str) -> None:
    """Its bytes are never in memory as a whole, packed or unpacked."""
    model, buffer = os.urandom(24 * 1024**2), io.BytesIO()
    if kind == "zip":
        with zipfile.ZipFile(buffer, "w") as file:
            for name, data in {**FILES, "model": model}.items():
                file.writestr(name, data)
    else:
        with tarfile.open(fileobj=buffer, mode="w:gz", format=tarfile.USTAR_FORMAT, compresslevel=1) as tar:
            for name, data in {"manifest.json": b"{}", "model": model}.items():
                member = tarfile.TarInfo(name)
                member.size = len(data)
                tar.addfile(member, io.BytesIO(data))
    archive = write_archive(target, buffer.getvalue())
    tracemalloc.start()
    try:
        unpack(archive, target, limits_for(32 * 1024**2))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 4 * 1024**2
    assert (target / "model").read_bytes() == model
