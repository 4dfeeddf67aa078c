"""Versions compared with a git ref, in a real repository."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from facetry.authoring import git_base, kits
from facetry.authoring.git_base import BaseError, compare
from facetry.authoring.starter import write_extension
from facetry.cli import main

EXAMPLE = Path(__file__).parents[3] / "specs" / "examples" / "manifests" / "valid" / "all-capabilities.json"


def git(folder: Path, *arguments: str) -> None:
    command = ["git", "-c", "user.name=Ada", "-c", "user.email=ada@example.org", *arguments]
    subprocess.run(
        command, cwd=folder, check=True, capture_output=True, env={**os.environ, "GIT_CONFIG_GLOBAL": "/dev/null"}
    )


@pytest.fixture
def extension(tmp_path: Path) -> Path:
    """The folder of an extension in a repository with one commit."""
    folder = tmp_path / "some folder" / "tagger"
    folder.mkdir(parents=True)
    write(folder, version="1.2.0")
    (folder / "main.py").write_text("print(1)\n")
    git(tmp_path, "init", "-q", "-b", "main")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-qm", "first")
    forget()
    return folder


def forget() -> None:
    """The state of a repository is kept for one run of the command."""
    for cached in (git_base.commit_of, git_base._has_changed, git_base._moves, git_base._root):
        cached.cache_clear()


def write(folder: Path, **changes: Any) -> None:
    manifest = json.loads(EXAMPLE.read_text()) | changes
    (folder / "manifest.json").write_text(json.dumps(manifest, indent=2) + "\n")


def rules(folder: Path, ref: str = "HEAD") -> list[str]:
    forget()
    manifest = folder / "manifest.json"
    return [finding.rule for finding in compare(manifest, manifest.read_bytes(), ref).findings]


def test_an_extension_without_changes_needs_no_new_version(extension: Path) -> None:
    assert rules(extension) == []


@pytest.mark.parametrize("change", ["file", "new file", "deleted file", "manifest"])
def test_a_changed_extension_needs_a_higher_version(extension: Path, change: str) -> None:
    if change == "file":
        (extension / "main.py").write_text("print(2)\n")
    elif change == "new file":
        (extension / "more.py").write_text("print(2)\n")
    elif change == "deleted file":
        (extension / "main.py").unlink()
    else:
        write(extension, name="Another name")
    assert rules(extension) == ["manifest.version"]
    write(extension, version="1.2.1")
    assert rules(extension) == []
    write(extension, version="1.1.9")
    assert rules(extension) == ["manifest.version"]


def test_a_new_extension_needs_no_higher_version(extension: Path) -> None:
    other = extension.parent / "other"
    other.mkdir()
    write(other)
    assert rules(other) == []


@pytest.mark.parametrize("how", ["git mv", "committed", "mv"])
def test_a_moved_folder_is_compared_with_where_it_was(extension: Path, how: str) -> None:
    (extension / "empty.py").touch()
    (extension / "more").mkdir()
    (extension / "more" / "empty.py").touch()
    (extension.parent / "other.txt").touch()
    git(extension, "add", "-A", ".")
    git(extension, "commit", "-qm", "second")
    git(extension, "tag", "base")
    moved = extension.parents[1] / "new place" / "labeller"
    moved.parent.mkdir()
    if how == "mv":
        extension.rename(moved)
    else:
        git(extension.parent, "mv", "tagger", str(moved))
    if how == "committed":
        git(moved, "commit", "-qm", "third")
    assert state(moved, "base") == ("unchanged", True, [])
    (moved / "more" / "empty.py").write_text("print(2)\n")
    assert state(moved, "base") == ("changed", True, ["manifest.version"])
    (moved / "more" / "empty.py").write_text("")
    write(moved, version="1.2.0", description="Another text. " * 20, name="Another name")
    assert state(moved, "base") == ("changed", True, ["manifest.version"])
    write(moved, version="1.2.1")
    assert state(moved, "base") == ("changed", True, [])
    write(moved, version="1.2.0")
    (moved / "main.py").unlink()
    assert state(moved, "base") == ("changed", True, ["manifest.version"])


def test_a_renamed_manifest_is_compared_with_its_former_name(extension: Path) -> None:
    git(extension, "mv", "manifest.json", "tagger.json")
    assert state(extension, name="tagger.json") == ("unchanged", True, [])
    manifest = json.loads((extension / "tagger.json").read_text()) | {"name": "Another name"}
    (extension / "tagger.json").write_text(json.dumps(manifest, indent=2) + "\n")
    assert state(extension, name="tagger.json") == ("changed", True, ["manifest.version"])
    git(extension, "add", "-A", ".")
    assert state(extension, name="tagger.json") == ("changed", True, ["manifest.version"])


def test_an_extension_beside_the_one_that_it_resembles_is_new(extension: Path) -> None:
    copied = extension.parent / "copied"
    shutil.copytree(extension, copied)
    git(extension, "add", "-A", "..")
    assert state(copied) == ("new", False, [])
    shutil.rmtree(extension)
    write(copied, id="another-one", version="0.1.0")
    git(copied, "add", "-A", "..")
    assert state(copied) == ("new", False, [])
    shutil.copytree(copied, extension)  # another extension in the place of the first one
    assert state(extension) == ("new", False, [])


def state(folder: Path, ref: str = "HEAD", name: str = "manifest.json") -> tuple[str, bool, list[str]]:
    forget()
    found = git_base.compare(folder / name, (folder / name).read_bytes(), ref)
    return found.state, found.is_moved, [finding.rule for finding in found.findings]


@pytest.mark.parametrize(
    ("ref", "message"),
    [("missing", "no commit 'missing'"), ("--output=x", "no git ref"), ("", "no git ref"), ("HEAD:x", "no commit")],
)
def test_a_ref_that_is_none_is_an_error(extension: Path, ref: str, message: str) -> None:
    with pytest.raises(BaseError, match=message):
        rules(extension, ref)
    assert not (extension / "x").exists()


def test_a_folder_without_a_repository_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    write(tmp_path)
    with pytest.raises(BaseError, match="needs a git repository"):
        rules(tmp_path)


def test_git_that_is_not_installed_is_an_error(extension: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nonexistent")
    with pytest.raises(BaseError, match="not installed"):
        rules(extension)


def test_programs_of_a_hostile_repository_are_not_started(extension: Path) -> None:
    marker = extension.parent / "started"
    for name in ("diff.external", "core.fsmonitor", "diff.hostile.textconv"):
        git(extension, "config", name, f"touch '{marker}'; cat")
    (extension / ".gitattributes").write_text("* diff=hostile\n")
    (extension / "main.py").write_text("print(2)\n")
    assert rules(extension) == ["manifest.version"]
    assert not marker.exists()


def test_the_command_reports_the_place_of_the_version(
    extension: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(extension.parent)
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    (extension / "main.py").write_text("print(2)\n")
    forget()
    for path in ("tagger", "tagger/manifest.json", "."):
        assert main(["validate", path, "--base", "main"]) == 1
        assert "compared with main: 1 manifest, 1 changed" in capsys.readouterr().err
        assert main(["validate", path, "--base", "main", "--quiet"]) == 1
        (line,) = [line for line in capsys.readouterr().out.splitlines() if "manifest.version" in line]
        assert line.startswith("tagger/manifest.json:3:14: error: ")
    assert main(["validate", "tagger", "--base", "missing"]) == 2


@pytest.mark.parametrize("paths", [["card.json"], ["."], ["*.json"], ["-"], ["missing.json"], ["tagger.zip"]], ids=str)
def test_a_ref_is_checked_also_when_there_is_no_manifest(
    tmp_path: Path, paths: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    monkeypatch.setattr("facetry.authoring.validation.read_stdin", lambda: b"{}")
    (tmp_path / "cards").mkdir()
    monkeypatch.chdir(tmp_path / "cards")
    Path("card.json").write_text('{"schemaVersion": "1.0", "elements": []}')
    write_extension(tmp_path / "tagger", "sky-tagger", "python", kits.python_kit())
    shutil.make_archive("tagger", "zip", tmp_path / "tagger")
    forget()
    assert main(["validate", *paths, "--base", "main"]) == 2
    assert "--base needs a git repository" in capsys.readouterr().err
    git(tmp_path, "init", "-q", "-b", "main")
    git(tmp_path, "commit", "-qm", "first", "--allow-empty")
    forget()
    for ref in ("missing", "--help", ""):
        assert main(["validate", *paths, f"--base={ref}"]) == 2
        assert capsys.readouterr().err.startswith("facetry: --base: ")
    main(["validate", *paths, "--base", "main"])
    said = capsys.readouterr().err
    assert "--base" not in said
    assert "compared with main: no manifest is there to compare" in said
