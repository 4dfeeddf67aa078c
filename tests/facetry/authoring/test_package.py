"""Folders become archives: the same bytes each time, without what does not belong, and refused as a service would."""

import io
import json
import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from facetry.authoring import kits
from facetry.authoring.package import Packed, digest, pack
from facetry.authoring.shared_environment import borrowing, interpreter_for
from facetry.authoring.starter import TakenError, write
from facetry.authoring.zip_archive import File, zipped
from facetry.extensions.packages.entries import Limits

LIMITS = Limits()
SDK = Path(__file__).parents[3] / "sdk" / "python"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A new extension in Python."""
    write(tmp_path / "tagger", "sky-tagger", "python", kits.python())
    return tmp_path / "tagger"


def packed(folder: Path) -> Packed:
    return pack(folder, folder.parent / "cache")


def names(made: Packed) -> set[str]:
    assert made.data is not None, made.told
    return set(zipfile.ZipFile(io.BytesIO(made.data)).namelist())


def rules(made: Packed) -> list[str]:
    assert made.data is None
    return [told.finding.rule for told in made.told if told.finding.level == "error"]


@pytest.mark.parametrize("id", ["sky-tagger", "7", "...", "Extension", "a_B.c"])
@pytest.mark.parametrize("language", ["python", "node"])
def test_a_new_extension_is_good_whatever_it_is_called(tmp_path: Path, id: str, language: str) -> None:
    kit = kits.python() if language == "python" else kits.Kit(kits.node_name(), b"a package")
    write(tmp_path / "new", id, "python" if language == "python" else "node", kit)
    made = packed(tmp_path / "new")
    assert (made.id, made.told) == (id, ())
    assert kit.path in names(made)
    for source in (tmp_path / "new").glob("*.py"):
        compile(source.read_text(), str(source), "exec")


def test_nothing_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "new").mkdir()
    (tmp_path / "new" / "thesis.txt").write_text("years of work")
    with pytest.raises(TakenError):
        write(tmp_path / "new", "sky-tagger", "python", kits.python())
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["thesis.txt"]


def test_the_same_files_make_the_same_bytes(folder: Path) -> None:
    first = packed(folder)
    for path in folder.rglob("*"):
        os.utime(path, (1, 1))
    (folder / "main.py").chmod(0o600)
    (folder / first.name).write_bytes(first.data or b"")  # an archive of its own that was left in the folder
    second = packed(folder)
    assert first.data == second.data
    assert first.name == "sky-tagger-1.0.0.zip"
    (folder / "main.py").chmod(0o700)
    assert digest(packed(folder).data or b"") != digest(first.data or b"")


def test_what_does_not_belong_is_left_out(folder: Path) -> None:
    before = names(packed(folder))
    for path in (".git/config", ".venv/bin/python", "node_modules/a/b.js", "deep/__pycache__/m.pyc", "deep/.DS_Store"):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text("x")
    (folder / ".venv" / "link").symlink_to("/etc/passwd")
    for path in ("notes/a.txt", "notes/keep/b.txt", "deep/c.log", "deep/kept.txt"):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text("x")
    (folder / ".facetryignore").write_text("# mine\n\n*.log\n/notes/a.*\nkeep/\n")
    assert names(packed(folder)) == {*before, "test_main.py", "deep/kept.txt"}


def test_executables_stay_executable(folder: Path) -> None:
    (folder / "tool").write_text("#!/bin/sh\n")
    (folder / "tool").chmod(0o755)
    made = packed(folder)
    modes = {
        each.filename: each.external_attr >> 16 for each in zipfile.ZipFile(io.BytesIO(made.data or b"")).infolist()
    }
    assert (modes["tool"], modes["main.py"]) == (0o100755, 0o100644)


@pytest.mark.parametrize("case", ["link", "back", "missing", "named", "large", "ratio", "twin"])
def test_what_no_service_would_take_is_refused(folder: Path, case: str) -> None:
    expected = {
        "link": "folder.link",
        "back": "folder.ignore",
        "missing": "folder.manifest",
        "named": "folder.file",
        "large": "archive.size",
        "ratio": "archive.ratio",
        "twin": "archive.twin",
    }
    if case == "link":
        (folder / "models").symlink_to("/etc")
    elif case == "back":
        (folder / ".facetryignore").write_text("!main.py\n")
    elif case == "missing":
        (folder / "manifest.json").unlink()
    elif case == "named":
        (folder / "requirements.txt").write_text("pillow\n./vendor/other-1.0-py3-none-any.whl\n")
    elif case == "large":
        (folder / "model").write_bytes(os.urandom(LIMITS.archive_bytes))
    elif case == "ratio":
        (folder / "zeros").write_bytes(bytes(2 * LIMITS.ratio_from))
    else:
        (folder / "Main.py").write_text("x")
    assert rules(packed(folder)) == [expected[case]]


def test_every_fault_of_a_manifest_is_told_with_its_place(folder: Path) -> None:
    text = (folder / "manifest.json").read_text()
    text = text.replace('"enrichment"', '"enrichmet"').replace("image.computeTags", "image.computeFeatures")
    (folder / "manifest.json").write_text(text)
    told = [str(each).splitlines()[0] for each in packed(folder).told]
    lines = text.splitlines()
    assert len(told) == 2
    for line, word in zip(sorted(told), ('"image.tags"', '"enrichmet"'), strict=True):
        file, number, column, *_ = line.split(":")
        assert (file, word in lines[int(number) - 1]) == ("manifest.json", True), line
        assert int(column) > 1
        assert ": error: " in line


def test_a_manifest_that_is_no_json_is_told_by_the_line(folder: Path) -> None:
    (folder / "manifest.json").write_text('{\n  "id": "a",\n  oops\n}\n')
    (told,) = packed(folder).told
    assert str(told).startswith("manifest.json:3:3: error: ")
    assert told.finding.rule == "json.syntax"


def test_a_kit_that_is_named_and_not_there_is_put_in(folder: Path) -> None:
    whole = packed(folder)
    for path in (folder / "vendor").iterdir():
        path.unlink()
    assert packed(folder).data == whole.data
    (folder / "vendor" / kits.python_name()).write_bytes(b"one of my own")
    assert packed(folder).data != whole.data


def test_the_kit_is_a_wheel_that_pip_installs(tmp_path: Path) -> None:
    kit = kits.python()
    assert kits.python() == kit
    (tmp_path / kit.name).write_bytes(kit.data)
    venv.create(tmp_path / "venv", with_pip=False, symlinks=True)
    inside = tmp_path / "venv" / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(inside), "install", "--no-deps", "--no-index", "--no-compile"]
    subprocess.run([*pip, "--disable-pip-version-check", str(tmp_path / kit.name)], check=True, capture_output=True)
    program = (
        "from importlib.metadata import files, requires, version\n"
        "whole = [file for file in files('facetry-extension') if file.locate().is_file()]\n"
        "print(version('facetry-extension'), len(requires('facetry-extension')), len(whole))"
    )
    done = subprocess.run([inside, "-c", program], capture_output=True, text=True, check=True)
    found, requirements, count = done.stdout.split()
    assert kit.name == f"facetry_extension-{found}-py3-none-any.whl"
    assert int(requirements) == 3
    assert int(count) > len(list((SDK / "facetry_extension").rglob("*.py")))


def test_one_that_borrows_names_the_interpreter_and_needs_no_environment(folder: Path) -> None:
    made = packed(folder)
    borrowed = borrowing(made.data or b"", Path("/opt/venv/bin/python"), [File("also.py", b"")])
    with zipfile.ZipFile(io.BytesIO(borrowed)) as archive:
        manifest = json.loads(archive.read("manifest.json"))
        assert set(archive.namelist()) == names(made) - {"requirements.txt", kits.python().path} | {"also.py"}
    assert manifest["runtimes"] == []
    assert manifest["instructions"][0]["execution"]["executable"] == "/opt/venv/bin/python"


def test_an_environment_is_made_once_for_the_same_requirements(folder: Path) -> None:
    (folder / "requirements.txt").unlink()
    heard: list[str] = []
    first = interpreter_for(packed(folder).data or b"", folder.parent / "cache", heard.append)
    assert first is not None
    (first.parent / "here").write_text("")
    (folder / "main.py").write_text("print('other')\n")
    assert interpreter_for(packed(folder).data or b"", folder.parent / "cache", heard.append) == first
    assert (first.parent / "here").exists()
    (folder / "vendor" / "more-1.0-py3-none-any.whl").write_bytes(b"")
    assert interpreter_for(packed(folder).data or b"", folder.parent / "cache", heard.append) != first
    done = subprocess.run([first, "-c", "import sys; print(sys.prefix)"], capture_output=True, text=True, check=True)
    assert Path(done.stdout.strip()) == first.parent.parent


def test_without_npm_the_kit_for_node_is_a_finding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "new", "sky-tagger", "node", kits.Kit(kits.node_name(), b""))
    (tmp_path / "new" / kits.VENDOR / kits.node_name()).unlink()
    monkeypatch.setenv("PATH", str(tmp_path))
    (told,) = packed(tmp_path / "new").told
    assert (told.file, told.line, told.finding.rule) == ("package.json", 8, "folder.kit")
    assert "npm" in told.finding.detail


def test_an_interpreter_that_no_manifest_can_name_is_not_borrowed(folder: Path) -> None:
    archive = packed(folder).data or b""
    assert borrowing(archive, Path("/home/ada/my environment/python")) == archive
    other = zipped(
        [File("manifest.json", (folder / "manifest.json").read_bytes().replace(b"${python}", b"./bin/tool"))]
    )
    assert borrowing(other, Path("/opt/python")) == other
