"""Names in reports, in real checkouts: annotations land only on names from the root of the repository."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from facetry.cli import main
from facetry.validate.reports import repository_names
from facetry.validate.reports.repository_names import repository_name

CARD = '{"schemaVersion": "1.0", "title": 7, "elements": []}'


def git(folder: Path, *arguments: str) -> None:
    command = ["git", "-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "protocol.file.allow=always"]
    environment = {**os.environ, "GIT_CONFIG_GLOBAL": "/dev/null"}
    subprocess.run([*command, *arguments], cwd=folder, check=True, capture_output=True, env=environment)


@pytest.fixture
def inner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, `pages/inner` of a checkout, with a faulty card."""
    for variable in ("GITHUB_WORKSPACE", "CI_PROJECT_DIR", "GITHUB_ACTIONS"):
        monkeypatch.delenv(variable, raising=False)
    repository_names._work_tree.cache_clear()
    folder = tmp_path / "checkout" / "pages" / "inner"
    folder.mkdir(parents=True)
    (folder / "page.json").write_text(CARD)
    git(tmp_path / "checkout", "init", "-q", "-b", "main")
    git(tmp_path / "checkout", "add", "-A")
    git(tmp_path / "checkout", "commit", "-qm", "first")
    monkeypatch.chdir(folder)
    return folder


def report(form: str, *arguments: str, capsys: pytest.CaptureFixture[str]) -> Any:
    main(["validate", *(arguments or ("page.json",)), "--as", "view-document", "--format", form])
    text = capsys.readouterr().out
    return json.loads(text) if form in {"json", "sarif", "gitlab"} else text


def test_every_report_for_programs_names_files_from_the_root(inner: Path, capsys: pytest.CaptureFixture[str]) -> None:
    named = "pages/inner/page.json"
    for given in ("page.json", "./page.json", "../inner/page.json", str(inner / "page.json"), "."):
        assert f"::error file={named}," in report("github", given, capsys=capsys)
        (issue,) = report("gitlab", given, capsys=capsys)
        assert issue["location"]["path"] == named
        (found,) = report("json", given, capsys=capsys)["files"]
        assert (found["path"], found["findings"][0]["path"]) == (named, named)
        assert Path(found["file"]).resolve() == inner / "page.json"
        assert f'"path": "{named}"' in report("ndjson", given, capsys=capsys)
        (suite,) = ElementTree.fromstring(report("junit", given, capsys=capsys))  # noqa: S314
        assert suite[0].attrib["classname"] == named
        (run,) = report("sarif", given, capsys=capsys)["runs"]
        place = {"uri": named, "uriBaseId": "%SRCROOT%"}
        assert run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"] == place
        assert run["artifacts"] == [{"location": place}]
    assert report("text", capsys=capsys).startswith("page.json:1:35")
    assert "::error file=pages/inner/missing.json::" in report("github", "missing.json", capsys=capsys)


def test_text_in_a_workflow_annotates_the_same_names(
    inner: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("GITHUB_WORKSPACE", str(inner.parents[1]))
    text = report("text", capsys=capsys)
    assert text.startswith("page.json:1:35")
    assert "\n::error file=pages/inner/page.json," in text


def test_the_checkout_that_a_service_names_comes_first(inner: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("CI_PROJECT_DIR", "GITHUB_WORKSPACE"):
        monkeypatch.setenv(variable, str(inner.parents[2]))
        assert repository_name("page.json") == "checkout/pages/inner/page.json"
        assert repository_name(str(inner.parents[3])) == str(inner.parents[3])
        assert repository_name("../../../../outside.json") == "../../../../outside.json"
        monkeypatch.setenv(variable, str(inner.parent))
        assert repository_name("page.json") == "inner/page.json"
        assert repository_name("../../card.json") == "../../card.json"
        for useless in ("", "relative", "/no/such/folder"):
            monkeypatch.setenv(variable, useless)
            assert repository_name("page.json") == "pages/inner/page.json"


def test_worktrees_and_submodules_have_roots_of_their_own(inner: Path, tmp_path: Path) -> None:
    checkout = inner.parents[1]
    git(checkout, "worktree", "add", "-q", str(tmp_path / "tree"))
    assert repository_name(str(tmp_path / "tree" / "pages" / "inner" / "page.json")) == "pages/inner/page.json"
    git(checkout, "submodule", "add", "-q", str(checkout), "part")
    assert (checkout / "part" / ".git").is_file()
    assert repository_name("../../part/pages/inner/page.json") == "pages/inner/page.json"


def test_links_and_folders_without_a_repository(inner: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "link").symlink_to(inner.parents[1])
    assert repository_name(str(tmp_path / "link" / "pages" / "inner" / "page.json")) == "pages/inner/page.json"
    monkeypatch.setenv("GITHUB_WORKSPACE", str(tmp_path / "link"))
    assert repository_name("page.json") == "pages/inner/page.json"
    (inner / "shared.json").symlink_to(tmp_path / "elsewhere.json")
    assert repository_name("shared.json") == "pages/inner/shared.json"
    monkeypatch.delenv("GITHUB_WORKSPACE")
    monkeypatch.chdir(tmp_path)
    assert repository_name(str(tmp_path / "a" / "card.json")) == "a/card.json"
    assert repository_name("/elsewhere/card.json") == "/elsewhere/card.json"
    assert [repository_name(name) for name in ("", ".", "a.zip!manifest.json")] == ["", ".", "a.zip!manifest.json"]


def test_files_outside_and_standard_input_keep_their_names(
    inner: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "outside.json").write_text(CARD)
    monkeypatch.setenv("GITHUB_WORKSPACE", str(inner))
    for given, place in (
        ("../../../outside.json", {"uri": "../../../outside.json"}),
        (str(tmp_path / "outside.json"), {"uri": f"file://{tmp_path}/outside.json"}),
    ):
        assert f"::error file={given}," in report("github", given, capsys=capsys)
        assert report("sarif", given, capsys=capsys)["runs"][0]["artifacts"] == [{"location": place}]
    monkeypatch.setattr("facetry.authoring.validation.read_stdin", CARD.encode)
    assert "::error file=<stdin>," in report("github", "-", capsys=capsys)
    assert "::error file=a/card.json," in report("github", "-", "--stdin-name", "a/card.json", capsys=capsys)


def test_a_run_without_any_document_is_no_clean_report(inner: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (inner / "empty").mkdir()
    for arguments in (["empty"], ["empty", "--ignore-unknown"]):
        assert main(["validate", *arguments, "--format", "github"]) == 2
        assert "::error file=pages/inner/empty::no document was recognised" in capsys.readouterr().out
        assert main(["validate", *arguments, "--format", "junit"]) == 2
        assert 'errors="1"' in capsys.readouterr().out
