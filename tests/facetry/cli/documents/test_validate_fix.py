"""`facetry validate --fix`: what is printed, and what is written."""

import json
from pathlib import Path

import pytest

from facetry.cli import main
from tests.facetry.cli.documents.test_validate import CARD, MANIFEST, archive_of, run

WRONG = MANIFEST.replace('"enrichment"', '"enrichmet"', 1)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    (tmp_path / "a.json").write_text(WRONG)
    return tmp_path


def test_fixes_are_printed_and_written(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["validate", "a.json", "--as", "manifest", "--fix"]) == 0
    assert (home / "a.json").read_text() == MANIFEST
    out = capsys.readouterr().out.splitlines()
    assert out[:2] == ["--- a/a.json", "+++ b/a.json"]
    assert sum(line.startswith("-") for line in out) == sum(line.startswith("+") for line in out) == 2
    assert out[-1] == "1 file, 0 errors, 0 warnings, 1 fixed"
    assert main(["validate", "a.json", "--as", "manifest", "--fix"]) == 0
    assert capsys.readouterr().out == "1 file, 0 errors, 0 warnings\n"


@pytest.mark.parametrize("flags", [["--fix", "--dry-run"], ["--diff"], ["--diff", "--fix"]])
def test_a_dry_run_writes_nothing_and_reports_what_is_there(
    home: Path, flags: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["validate", "a.json", "--as", "manifest", *flags]) == 1
    assert (home / "a.json").read_text() == WRONG
    out = capsys.readouterr().out
    assert out.startswith("--- a/a.json\n+++ b/a.json\n")
    assert out.endswith("1 file, 1 error, 0 warnings, 1 fixable with --fix\n")


def test_of_standard_input_the_fixed_text_is_printed(home: Path) -> None:
    done = run("-", "--as", "manifest", "--fix", stdin=WRONG.encode())
    assert (done.returncode, done.stdout) == (0, MANIFEST.encode())
    assert b"1 fixed" in done.stderr
    done = run("-", "--as", "manifest", "--fix", stdin=MANIFEST.encode())
    assert (done.returncode, done.stdout) == (0, MANIFEST.encode())
    done = run("-", "--as", "manifest", "--diff", stdin=WRONG.encode())
    assert done.returncode == 1
    assert done.stdout.startswith(b"--- a/<stdin>\n")


def test_a_file_with_the_name_of_standard_input_is_not_printed(home: Path) -> None:
    done = run("-", "a.json", "--stdin-name", "a.json", "--as", "manifest", "--fix", stdin=WRONG.encode(), cwd=home)
    assert (done.returncode, done.stdout) == (0, MANIFEST.encode())
    assert (home / "a.json").read_text() == MANIFEST


def test_a_report_for_programs_stays_whole(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["validate", "a.json", "--as", "manifest", "--fix", "--format", "json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["summary"]["fixed"] == 1
    assert err.startswith("--- a/a.json\n")


def test_a_file_that_cannot_be_written_is_exit_code_3(
    home: Path, tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    outside = tmp_path_factory.mktemp("outside") / "a.json"
    outside.write_text(WRONG)
    (home / "a.json").unlink()
    (home / "a.json").symlink_to(outside)
    assert main(["validate", "a.json", "--as", "manifest", "--fix"]) == 3
    assert outside.read_text() == WRONG
    assert "a.json: it cannot be written: it is a link to a file outside of the folder" in capsys.readouterr().err


def test_an_archive_is_not_changed(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "extension").mkdir()
    (home / "extension" / "manifest.json").write_text(WRONG)
    (home / "extension" / "card.json").write_text(json.dumps(CARD))
    data = archive_of(home / "extension")
    (home / "a.zip").write_bytes(data)
    assert main(["validate", "a.zip", "--fix"]) == 1
    assert (home / "a.zip").read_bytes() == data
    assert "fix" not in capsys.readouterr().out.splitlines()[-1]


def test_an_extension_is_checked_again_after_its_manifest_is_fixed(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / "extension").mkdir()
    (home / "extension" / "manifest.json").write_text(WRONG)
    (home / "extension" / "zeros").write_bytes(bytes(3_000_000))
    assert main(["validate", "extension", "--fix", "--quiet"]) == 1
    assert "[archive.ratio]" in capsys.readouterr().out
    assert (home / "extension" / "manifest.json").read_text() == MANIFEST
