"""Packing of folders: reproducible archives, ignored files, and the same refusals as in a service."""

import io
import json
import os
import re
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from facetry.authoring import kits
from facetry.authoring.package import PackResult, digest, pack
from facetry.authoring.shared_environment import interpreter_for, use_interpreter
from facetry.authoring.starter import FolderNotEmptyError, write_extension
from facetry.authoring.zip_archive import ArchiveFile, zip_files
from facetry.extensions.packages.entries import ArchiveLimits
from facetry.schema.published import MANIFEST

LIMITS = ArchiveLimits()
SDK = Path(__file__).parents[3] / "sdk" / "python"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A new extension in Python."""
    write_extension(tmp_path / "tagger", "sky-tagger", "python", kits.python_kit())
    return tmp_path / "tagger"


def pack_folder(folder: Path) -> PackResult:
    return pack(folder, folder.parent / "cache")


def file_names(result: PackResult) -> set[str]:
    assert result.data is not None, result.findings
    return set(zipfile.ZipFile(io.BytesIO(result.data)).namelist())


def rules_of(result: PackResult) -> list[str]:
    assert result.data is None
    return [located.finding.rule for located in result.findings if located.finding.level == "error"]


@pytest.mark.parametrize("id", ["sky-tagger", "7", "...", "Extension", "a_B.c"])
@pytest.mark.parametrize("language", ["python", "node"])
def test_a_new_extension_is_valid_with_any_id(tmp_path: Path, id: str, language: str) -> None:
    kit = kits.python_kit() if language == "python" else kits.Kit(kits.node_kit_name(), b"a package")
    write_extension(tmp_path / "new", id, "python" if language == "python" else "node", kit)
    result = pack_folder(tmp_path / "new")
    assert (result.id, result.findings) == (id, ())
    assert kit.path in file_names(result)
    for source in (tmp_path / "new").glob("*.py"):
        compile(source.read_text(), str(source), "exec")


def test_the_manifest_names_a_copy_of_its_schema_that_is_not_packed(folder: Path) -> None:
    address = json.loads((folder / "manifest.json").read_text())["$schema"]
    assert address.endswith("/schemas/manifest-v3.schema.json")
    assert (folder / address).read_bytes() == MANIFEST.read()
    assert [name for name in file_names(pack_folder(folder)) if "schema" in name] == []


def test_existing_files_are_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "new").mkdir()
    (tmp_path / "new" / "thesis.txt").write_text("years of work")
    with pytest.raises(FolderNotEmptyError):
        write_extension(tmp_path / "new", "sky-tagger", "python", kits.python_kit())
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["thesis.txt"]


def test_the_same_files_make_the_same_bytes(folder: Path) -> None:
    first = pack_folder(folder)
    for path in folder.rglob("*"):
        os.utime(path, (1, 1))
    (folder / "main.py").chmod(0o600)
    (folder / first.file_name).write_bytes(first.data or b"")  # an earlier archive of this extension in its folder
    second = pack_folder(folder)
    assert first.data == second.data
    assert first.file_name == "sky-tagger-1.0.0.zip"
    (folder / "main.py").chmod(0o700)
    assert digest(pack_folder(folder).data or b"") != digest(first.data or b"")


def test_ignored_files_are_left_out(folder: Path) -> None:
    before = file_names(pack_folder(folder))
    for path in (".git/config", ".venv/bin/python", "node_modules/a/b.js", "deep/__pycache__/m.pyc", "deep/.DS_Store"):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text("x")
    (folder / ".venv" / "link").symlink_to("/etc/passwd")
    for path in ("notes/a.txt", "notes/keep/b.txt", "deep/c.log", "deep/kept.txt"):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text("x")
    (folder / ".facetryignore").write_text("# mine\n\n*.log\n/notes/a.*\nkeep/\n")
    assert file_names(pack_folder(folder)) == {*before, "test_main.py", "deep/kept.txt"}


def test_executables_stay_executable(folder: Path) -> None:
    (folder / "tool").write_text("#!/bin/sh\n")
    (folder / "tool").chmod(0o755)
    result = pack_folder(folder)
    modes = {
        entry.filename: entry.external_attr >> 16
        for entry in zipfile.ZipFile(io.BytesIO(result.data or b"")).infolist()
    }
    assert (modes["tool"], modes["main.py"]) == (0o100755, 0o100644)


@pytest.mark.parametrize("case", ["link", "back", "missing", "named", "large", "ratio", "twin"])
def test_folders_that_a_service_would_refuse_are_refused(folder: Path, case: str) -> None:
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
        (folder / "zeros").write_bytes(bytes(2 * LIMITS.ratio_min_bytes))
    else:
        (folder / "Main.py").write_text("x")
    assert rules_of(pack_folder(folder)) == [expected[case]]


def test_each_fault_of_a_manifest_has_its_line_and_column(folder: Path) -> None:
    text = (folder / "manifest.json").read_text()
    text = text.replace('"enrichment"', '"enrichmet"').replace("image.computeTags", "image.computeFeatures")
    (folder / "manifest.json").write_text(text)
    messages = [str(finding).splitlines()[0] for finding in pack_folder(folder).findings]
    lines = text.splitlines()
    assert len(messages) == 3
    words = (('"image.computeFeatures"', "warning"), ('"image.tags"', "error"), ('"enrichmet"', "error"))
    for line, (word, level) in zip(sorted(messages), words, strict=True):
        file, number, column, *_ = line.split(":")
        assert (file, word in lines[int(number) - 1]) == ("manifest.json", True), line
        assert int(column) > 1
        assert f": {level}: " in line


def test_a_syntax_error_has_its_line_and_column(folder: Path) -> None:
    (folder / "manifest.json").write_text('{\n  "id": "a",\n  oops\n}\n')
    (finding,) = pack_folder(folder).findings
    assert str(finding).startswith("manifest.json:3:3: error: ")
    assert finding.finding.rule == "json.syntax"


def test_a_deep_manifest_is_a_finding(folder: Path) -> None:
    (folder / "manifest.json").write_bytes(b"[" * 100_000 + b"]" * 100_000)
    assert rules_of(pack_folder(folder)) == ["json.depth"]


def test_a_missing_kit_is_added(folder: Path) -> None:
    whole = pack_folder(folder)
    for path in (folder / "vendor").iterdir():
        path.unlink()
    assert pack_folder(folder).data == whole.data
    (folder / "vendor" / kits.python_kit_name()).write_bytes(b"one of my own")
    assert pack_folder(folder).data != whole.data


@pytest.mark.parametrize(
    ("file", "text", "line", "remedy"),
    [
        (
            "requirements.txt",
            "pillow\n\nfacetry-extension\n",
            3,
            f"./vendor/{kits.python_kit_name()}",
        ),
        (
            "package.json",
            '{\n  "type": "module",\n  "dependencies": {\n    "facetry-extension": "1.0.0"\n  }\n}\n',
            4,
            f'"facetry-extension": "file:vendor/{kits.node_kit_name()}"',
        ),
    ],
)
def test_a_kit_without_its_file_is_refused_with_the_line_to_write(
    folder: Path, file: str, text: str, line: int, remedy: str
) -> None:
    (folder / file).write_text(text)
    result = pack_folder(folder)
    (finding,) = result.findings
    assert finding.range is not None
    assert (result.data, finding.file, finding.range.start.line) == (None, file, line)
    assert finding.finding.rule == "archive.kit"
    assert remedy in (finding.finding.remedy or "")


@pytest.mark.parametrize("language", ["python", "node"])
def test_the_files_in_the_readmes_of_the_kits_are_packed_with_the_kit(tmp_path: Path, language: str) -> None:
    readme = (SDK.parent / language / "README.md").read_text()
    kit = kits.python_kit() if language == "python" else kits.Kit(kits.node_kit_name(), b"a package")
    program, requirements = ("main.py", "requirements.txt") if language == "python" else ("main.js", "package.json")
    folder = tmp_path / "tagger"
    folder.mkdir()
    for name in (program, "manifest.json", requirements):
        (text,) = re.findall(
            rf"^`{re.escape(name)}`(?:, beside \w+)?:\n\n```\w*\n(.*?)```", readme, re.DOTALL | re.MULTILINE
        )
        (folder / name).write_text(text)
    result = pack(folder, tmp_path / "cache", lambda _: kit)
    assert {located.finding.level for located in result.findings} <= {"warning"}
    assert file_names(result) == {program, "manifest.json", requirements, kit.path}
    assert not re.search(r"(pip|npm) install facetry", readme)


def test_the_kit_is_a_wheel_that_pip_installs(tmp_path: Path) -> None:
    kit = kits.python_kit()
    assert kits.python_kit() == kit
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


def test_use_interpreter_names_the_interpreter_and_needs_no_environment(folder: Path) -> None:
    result = pack_folder(folder)
    adapted = use_interpreter(result.data or b"", Path("/opt/venv/bin/python"), [ArchiveFile("also.py", b"")])
    with zipfile.ZipFile(io.BytesIO(adapted)) as archive:
        manifest = json.loads(archive.read("manifest.json"))
        assert set(archive.namelist()) == file_names(result) - {"requirements.txt", kits.python_kit().path} | {
            "also.py"
        }
    assert manifest["runtimes"] == []
    assert manifest["instructions"][0]["execution"]["executable"] == "/opt/venv/bin/python"


def test_an_environment_is_made_once_for_the_same_requirements(folder: Path) -> None:
    (folder / "requirements.txt").unlink()
    lines: list[str] = []
    first = interpreter_for(pack_folder(folder).data or b"", folder.parent / "cache", lines.append)
    assert first is not None
    (first.parent / "here").write_text("")
    (folder / "main.py").write_text("print('other')\n")
    assert interpreter_for(pack_folder(folder).data or b"", folder.parent / "cache", lines.append) == first
    assert (first.parent / "here").exists()
    (folder / "vendor" / "more-1.0-py3-none-any.whl").write_bytes(b"")
    assert interpreter_for(pack_folder(folder).data or b"", folder.parent / "cache", lines.append) != first
    done = subprocess.run([first, "-c", "import sys; print(sys.prefix)"], capture_output=True, text=True, check=True)
    assert Path(done.stdout.strip()) == first.parent.parent


def test_without_npm_the_kit_for_node_is_a_finding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_extension(tmp_path / "new", "sky-tagger", "node", kits.Kit(kits.node_kit_name(), b""))
    (tmp_path / "new" / kits.VENDOR / kits.node_kit_name()).unlink()
    monkeypatch.setenv("PATH", str(tmp_path))
    (finding,) = pack_folder(tmp_path / "new").findings
    assert finding.range is not None
    assert (finding.file, finding.range.start.line, finding.finding.rule) == ("package.json", 8, "folder.kit")
    assert "npm" in finding.finding.detail


def test_an_interpreter_that_a_manifest_cannot_name_is_not_used(folder: Path) -> None:
    archive = pack_folder(folder).data or b""
    assert use_interpreter(archive, Path("/home/ada/my environment/python")) == archive
    other = zip_files(
        [ArchiveFile("manifest.json", (folder / "manifest.json").read_bytes().replace(b"${python}", b"./bin/tool"))]
    )
    assert use_interpreter(other, Path("/opt/python")) == other
