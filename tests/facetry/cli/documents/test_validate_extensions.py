"""`facetry validate` on folders and archives of extensions: the verdicts of packing and installing."""

import json
from pathlib import Path

import pytest

from facetry.cli import main
from tests.facetry.cli.documents.test_validate import CARD, archive_of, damage


def test_documents_of_an_extension_are_validated_too(extension: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (extension / "cards").mkdir()
    (extension / "cards" / "sky.json").write_text(json.dumps(CARD | {"title": 1}))
    (extension / "cards" / "data.json").write_text("[1, 2")
    (extension / ".facetryignore").write_text("left-out\n")
    (extension / "left-out").mkdir()
    (extension / "left-out" / "card.json").write_text(json.dumps(CARD | {"title": 1}))
    assert main(["validate", "tagger"]) == 1
    out = capsys.readouterr().out
    assert out.startswith("tagger/cards/sky.json:1:") or "\ntagger/cards/sky.json:1:" in out
    assert out.splitlines()[-1].startswith("2 files, 1 error")


@pytest.mark.parametrize("case", ["link", "named", "bare", "ratio", "back"])
def test_a_folder_has_the_verdict_of_packing(
    extension: Path, case: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    from facetry.authoring.package import pack

    if case == "link":
        (extension / "models").symlink_to("/etc")
    elif case == "named":
        (extension / "requirements.txt").write_text("pillow\n./vendor/other-1.0-py3-none-any.whl\n")
    elif case == "bare":
        (extension / "requirements.txt").write_text("facetry-extension\n")
    elif case == "ratio":
        (extension / "zeros").write_bytes(bytes(3_000_000))
    else:
        (extension / ".facetryignore").write_text("!main.py\n")
    result = pack(extension, tmp_path / "cache")
    assert result.data is None
    assert main(["validate", "tagger", "--format", "json"]) == 1
    report = json.loads(capsys.readouterr().out)
    found = [finding for file in report["files"] for finding in file["findings"]]
    assert [(item["rule"], item["detail"]) for item in found] == [
        (located.finding.rule, located.finding.detail) for located in result.findings
    ]


def test_an_archive_has_the_verdict_of_installing(
    extension: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "good.zip").write_bytes(archive_of(extension))
    (tmp_path / "below.zip").write_bytes(archive_of(extension, "a/"))
    assert main(["validate", "good.zip", "below.zip"]) == 0
    assert main(["validate", "*.zip"]) == 0
    assert capsys.readouterr().out.endswith("2 files, 0 errors, 0 warnings\n")
    damage(extension, ('"enrichment"', '"enrichmet"'))
    (tmp_path / "wrong.zip").write_bytes(archive_of(extension))
    assert main(["validate", "wrong.zip", "--quiet"]) == 1
    assert "wrong.zip!manifest.json:7:18: error: " in capsys.readouterr().out
    (tmp_path / "cut.zip").write_bytes(archive_of(extension)[:-30])
    (tmp_path / "none.zip").write_bytes(archive_of(extension / "vendor"))
    assert main(["validate", "cut.zip", "none.zip", "--quiet"]) == 1
    rules = [line.rpartition("[")[2] for line in capsys.readouterr().out.splitlines()]
    assert rules == ["archive.truncated]", "archive.manifest]"]


def test_an_archive_that_names_a_kit_without_its_file_is_refused(
    extension: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (extension / "requirements.txt").write_text("pillow\nfacetry-extension\n")
    (tmp_path / "bare.zip").write_bytes(archive_of(extension))
    assert main(["validate", "bare.zip"]) == 1
    assert capsys.readouterr().out.startswith("bare.zip!requirements.txt:2:1: error: ")


def test_a_manifest_named_as_a_file_is_compared_with_its_folder(
    extension: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    commands = [
        {
            "id": "a",
            "on": {"entity": "Process"},
            "parameters": {"type": "object"},
            "specifications": [{"locale": "en", "label": "A", "name": "a", "description": "A."}],
            "ui": {"iconUri": "/missing.svg"},
        }
    ]
    manifest = json.loads((extension / "manifest.json").read_text())
    manifest["instructions"][0] |= {"commands": commands}
    manifest["instructions"][0]["events"].append("process.runCommand")
    (extension / "manifest.json").write_text(json.dumps(manifest))
    assert main(["validate", "tagger/manifest.json", "--quiet"]) == 1
    assert "[manifest.file]" in capsys.readouterr().out
    assert main(["validate", "tagger/manifest.json", "--as", "manifest"]) == 0


def test_documents_of_an_archive_that_is_named_twice_stay_apart(
    extension: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for name in ("a", "b"):
        (extension / f"{name}.view.json").write_text(json.dumps(CARD | {"title": 1}))
    (tmp_path / "x.zip").write_bytes(archive_of(extension))
    assert main(["validate", "x.zip", "./x.zip", "--quiet"]) == 1
    assert [line.partition(":")[0] for line in capsys.readouterr().out.splitlines()] == [
        "x.zip!a.view.json",
        "x.zip!b.view.json",
    ]


@pytest.mark.parametrize("name", ["x.zip", "x.TGZ", "x.tar.gz"])
def test_a_file_with_the_name_of_an_archive_that_is_none_has_a_finding(
    home: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / name).write_text("<html>404</html>")
    assert main(["validate", name, "--quiet"]) == 1
    assert capsys.readouterr().out.endswith("[archive.kind]\n")


def test_a_document_with_faults_of_the_syntax_is_not_skipped(
    extension: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = json.dumps(CARD)
    (extension / "sky.json").write_text(f"{text[:-1]},}}")
    for path in ("tagger", "tagger/sky.json", "tagger/*.json"):
        assert main(["validate", path, "--quiet"]) == 1
        assert capsys.readouterr().out.startswith(f"tagger/sky.json:1:{len(text)}: error: No comma")
    assert main(["validate", "tagger", "--fix", "--quiet"]) == 0
    assert (extension / "sky.json").read_text() == text
