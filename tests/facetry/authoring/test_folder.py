"""Folders that an archive cannot hold: all findings in one pass, each at its file."""

import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from facetry.authoring import kits
from facetry.authoring.extension_check import check_folder
from facetry.authoring.folder import MAX_FINDINGS, names, read_folder
from facetry.authoring.starter import write_extension
from facetry.cli import main


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_extension(tmp_path / "tagger", "sky-tagger", "python", kits.python_kit())
    return tmp_path / "tagger"


@pytest.fixture(autouse=True)
def _no_endless_reading() -> Iterator[None]:
    """A pipe that is read without a writer would never end."""
    signal.alarm(60)
    yield
    signal.alarm(0)


def found(folder: Path) -> list[tuple[str, str]]:
    return [(located.file, located.finding.rule) for located in check_folder(folder).findings]


def test_all_findings_on_files_and_on_the_manifest_come_in_one_pass(folder: Path) -> None:
    (folder / "models").symlink_to("/etc")
    (folder / "z.svg").symlink_to("icon.svg")
    os.mkfifo(folder / "pipe")
    (folder / ".facetryignore").write_text("# ours\n!main.py\nnotes\n")
    (folder / "notes").symlink_to("/etc")
    (folder / "a\nb.txt").write_text("")
    text = (folder / "manifest.json").read_text()
    (folder / "manifest.json").write_text(text.replace('"enrichment"', '"enrichmet"'))
    assert found(folder) == [
        (".facetryignore", "folder.ignore"),
        ("a\nb.txt", "archive.name"),
        ("models", "folder.link"),
        ("pipe", "folder.special"),
        ("z.svg", "folder.link"),
        ("manifest.json", "schema.enum"),
    ]
    (ignored,) = [located for located in check_folder(folder).findings if located.file == ".facetryignore"]
    assert ignored.range is not None
    assert ignored.range.start.line == 2
    assert names(folder, b"{}") is None


def test_files_that_were_left_out_are_not_missing(folder: Path) -> None:
    (folder / "icon.svg").rename(folder / "other.svg")
    (folder / "icon.svg").symlink_to("other.svg")
    (folder / "vendor").rename(folder.parent / "vendor")
    (folder / "vendor").symlink_to(folder.parent / "vendor")
    assert found(folder) == [("icon.svg", "folder.link"), ("vendor", "folder.link")]


def test_a_name_that_is_not_utf_8_is_a_finding(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path(os.fsdecode(bytes(folder) + b"/t\xff.txt")).write_text("")
    assert [rule for _, rule in found(folder)] == ["archive.name"]
    for command in (["validate"], ["extension", "package"]):
        assert main([*command, str(folder)]) == 1
    assert "t\\xff.txt: error: The name is not UTF-8." in capsys.readouterr().out


def test_folders_in_folders_have_no_limit_of_recursion(folder: Path) -> None:
    home = os.open(folder, os.O_RDONLY)
    for _ in range(1_500):
        os.mkdir("d", dir_fd=home)
        inner = os.open("d", os.O_RDONLY, dir_fd=home)
        os.close(home)
        home = inner
    os.close(os.open("f", os.O_CREAT | os.O_WRONLY, dir_fd=home))
    os.close(home)
    rules = [rule for _, rule in found(folder)]
    subprocess.run(["rm", "-rf", folder / "d"], check=True)
    assert rules == ["archive.name"]


def test_a_folder_that_cannot_be_listed_is_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "locked").mkdir()
    (folder / "z").symlink_to("/etc")
    scandir = os.scandir

    def refusing_scandir(path: Path) -> Any:
        if path.name == "locked":
            raise PermissionError(13, "Permission denied")
        return scandir(path)

    monkeypatch.setattr("os.scandir", refusing_scandir)
    assert found(folder) == [("z", "folder.link"), ("locked", "folder.read")]
    assert "Permission denied" in check_folder(folder).findings[1].finding.detail


@pytest.mark.parametrize("case", ["pipe", "link", "device", "folder", "circle", "missing"])
def test_a_manifest_that_is_no_file_is_never_opened(folder: Path, case: str) -> None:
    path = folder / "manifest.json"
    path.rename(folder / "other.json")
    if case == "pipe":
        os.mkfifo(path)
    elif case == "folder":
        path.mkdir()
    elif case != "missing":
        path.symlink_to({"link": "other.json", "device": "/dev/zero", "circle": "manifest.json"}[case])
    rule = {"pipe": "folder.special", "folder": "folder.manifest", "missing": "folder.manifest"}.get(
        case, "folder.link"
    )
    assert found(folder) == [("manifest.json", rule)]


def test_ignored_names_in_a_pipe_are_never_read(folder: Path) -> None:
    (folder / ".facetryignore").unlink()
    os.mkfifo(folder / ".facetryignore")
    assert found(folder) == [(".facetryignore", "folder.special")]


def test_the_findings_on_a_folder_are_limited(folder: Path) -> None:
    for number in range(MAX_FINDINGS + 20):
        (folder / f"{number}").symlink_to("main.py")
    assert len(read_folder(folder, b"{}").findings) == MAX_FINDINGS
