"""`facetry validate` as a user runs it: inputs, exit codes, reports, fixes."""

import io
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from facetry.cli import main

HOME = Path(__file__).parents[4]
EXAMPLES = HOME / "specs" / "examples"
MANIFEST = (EXAMPLES / "manifests" / "valid" / "all-capabilities.json").read_text()
CARD = {"schemaVersion": "1.0", "title": "Sky", "elements": [{"type": "string", "value": "blue"}]}


def run(
    *arguments: str, stdin: bytes = b"", cwd: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """Runs the command in a process of its own."""
    clean = {name: value for name, value in os.environ.items() if name != "GITHUB_ACTIONS"}
    return subprocess.run(
        [sys.executable, "-m", "facetry", "validate", *arguments],
        input=stdin,
        capture_output=True,
        cwd=cwd,
        env={**clean, "PYTHONPATH": str(HOME), **environment},
        check=False,
        timeout=60,
    )


def damage(extension: Path, *replacements: tuple[str, str]) -> None:
    path = extension / "manifest.json"
    text = path.read_text()
    for old, new in replacements:
        assert old in text
        text = text.replace(old, new, 1)
    path.write_text(text)


def archive_of(folder: Path, prefix: str = "") -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                archive.writestr(prefix + path.relative_to(folder).as_posix(), path.read_bytes())
    return buffer.getvalue()


def test_a_clean_extension_is_exit_code_0(extension: Path) -> None:
    done = run(cwd=extension)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"1 file, 0 errors, 0 warnings\n", b"")


def test_findings_are_exit_code_1_at_their_places(extension: Path) -> None:
    damage(extension, ('"enrichment"', '"enrichmet"'))
    done = run(cwd=extension.parent)
    assert done.returncode == 1
    lines = done.stdout.decode().splitlines()
    assert lines[0].startswith("tagger/manifest.json:7:18: error: ")
    assert lines[0].endswith(" [schema.enum]")
    assert lines[1] == "    Did you mean enrichment?"
    assert '  > 7 |   "categories": ["enrichmet"],' in lines
    assert "      |                  ^^^^^^^^^^^" in lines
    assert lines[-1] == "1 file, 1 error, 0 warnings, 1 fixable with --fix"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--as", "nonsense"], "invalid choice"),
        (["--jobs", "0"], "argument --jobs: '0' is not a whole number above 0"),
        (["--max-findings", "-1"], "argument --max-findings: '-1' is not a whole number above 0"),
        (["--dry-run"], "--dry-run needs --fix"),
        (["-", "-"], "standard input can be read once"),
        (["notes.json"], "notes.json: its kind is not recognised; name it with --as"),
        (["-"], "<stdin>: its kind is not recognised"),
        (["empty"], "no document was recognised"),
        (["notes.json", "--as", "extension-folder"], "no folder of an extension"),
        (["manifest.json", "--base", "HEAD"], "needs a git repository"),
        (["manifest.json", "--output", "missing/report"], "missing/report cannot be written"),
        (["--lines", "manifest.json"], "--lines reads standard input"),
        (["--lines", "--fix"], "--lines takes no --fix"),
        (["--lines", "--format", "json"], "--lines takes no --format"),
        (["--lines", "--max-findings", "1"], "--lines takes no --max-findings"),
        (["--lines", "--as", "extension-folder"], "extension-folder is none"),
    ],
    ids=str,
)
def test_wrong_usage_is_exit_code_2(home: Path, arguments: list[str], message: str) -> None:
    (home / "notes.json").write_text('{"notes": []}')
    (home / "manifest.json").write_text(MANIFEST)
    (home / "empty").mkdir()
    done = run(*arguments, stdin=b"{}", GIT_CEILING_DIRECTORIES=str(home.parent))
    assert done.returncode == 2
    assert message in done.stderr.decode()
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("path", ["missing.json", "missing/*.json", "locked.json", "huge.json", ""])
def test_an_unreadable_input_is_exit_code_3_and_the_others_are_reported(
    home: Path, path: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "manifest.json").write_text("{}")
    (home / "locked.json").symlink_to("locked.json")
    (home / "huge.json").write_bytes(b" " * 1_000)
    monkeypatch.setattr("facetry.validate.files.reading.MAX_BYTES", 999)
    assert main(["validate", path, "manifest.json"]) == 3
    out, err = capsys.readouterr()
    assert "manifest.json:1:1: error: " in out
    assert out.splitlines()[-1].endswith("1 not validated")
    assert err.startswith(f"facetry: {path}: ")


def test_a_folder_that_cannot_be_listed_does_not_hide_the_others(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("a", "locked", "z"):
        (home / name).mkdir()
        (home / name / "card.json").write_text(json.dumps(CARD))
    scandir = os.scandir

    def refusing_scandir(path: Path) -> Any:
        if path.name == "locked":
            raise PermissionError(13, "Permission denied")
        return scandir(path)

    monkeypatch.setattr("os.scandir", refusing_scandir)
    assert main(["validate"]) == 3
    out, err = capsys.readouterr()
    assert out == "2 files, 0 errors, 0 warnings, 1 not validated\n"
    assert err == "facetry: locked: Permission denied\n"


def test_an_internal_error_is_exit_code_4(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / "manifest.json").write_text("{}")

    def broken(*_: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("facetry.authoring.validation.validate", broken)
    assert main(["validate"]) == 4


def test_warnings_count_with_strict(extension: Path, capsys: pytest.CaptureFixture[str]) -> None:
    damage(extension, ('"settings"', '"x-note": 1, "settings"'))
    codes = [main(["validate", "tagger", *flags]) for flags in ([], ["--strict"])]
    assert codes == [0, 1]
    assert "warning" in capsys.readouterr().out


def test_standard_input(home: Path) -> None:
    done = run("-", "--stdin-name", "cards/sky.json", stdin=json.dumps(CARD | {"title": 1}).encode())
    assert done.returncode == 1
    assert done.stdout.startswith(b"cards/sky.json:1:")
    assert run("-", "--as", "manifest", stdin=MANIFEST.encode()).returncode == 0
    assert run("-", stdin=archive_of(home)).returncode == 1


def test_as_names_the_kind_of_all_files(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "data").mkdir()
    for name in ("a", "b"):
        (home / "data" / f"{name}.json").write_text("{}")
    assert main(["validate", "data", "--as", "manifest", "--quiet"]) == 1
    files = {line.partition(":")[0] for line in capsys.readouterr().out.splitlines()}
    assert files == {"data/a.json", "data/b.json"}


def test_unknown_files_are_skipped_in_folders_and_on_request(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "card.json").write_text(json.dumps(CARD))
    (home / "package.json").write_text('{"name": "x"}')
    (home / "any.schema.json").write_text('{"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "x"}')
    (home / "web").mkdir()
    (home / "web" / "manifest.json").write_text('{"manifest_version": 3, "name": "a browser extension"}')
    assert main(["validate"]) == 0
    assert capsys.readouterr().out == "1 file, 0 errors, 0 warnings, 3 skipped\n"
    assert main(["validate", "package.json", "card.json", "--ignore-unknown"]) == 0
    assert main(["validate", "package.json", "--ignore-unknown"]) == 0


def test_many_files_have_the_same_report_in_several_processes(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number in range(30):
        title = "Sky" if number % 2 else 1
        (home / f"{number:03}.json").write_text(json.dumps(CARD | {"title": title}))
    outputs = []
    for jobs in ("1", "3"):
        assert main(["validate", "--jobs", jobs]) == 1
        outputs.append(capsys.readouterr().out)
    assert outputs[0] == outputs[1]
    assert outputs[0].splitlines()[-1].startswith("30 files, 15 errors, 0 warnings")


def test_without_semaphores_one_process_validates_all(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(_: int) -> None:
        raise FileNotFoundError(2, "No such file or directory")  # as of sem_open without /dev/shm

    monkeypatch.setattr("concurrent.futures.ProcessPoolExecutor", refused)
    for name in ("a", "b"):
        (home / f"{name}.json").write_text(json.dumps(CARD | {"title": 1}))
    assert main(["validate", "--jobs", "2"]) == 1
    assert capsys.readouterr().out.endswith("2 files, 2 errors, 0 warnings, 2 fixable with --fix\n")


def test_a_file_that_several_paths_lead_to_is_reported_once(
    extension: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (extension / "card.json").write_text(json.dumps(CARD | {"title": 1}))
    paths = ["tagger", "tagger/card.json", "./tagger/card.json", str(extension / "card.json"), "tagger/manifest.json"]
    assert main(["validate", *paths, "tagger/*.json", "gone", "gone"]) == 3
    out, err = capsys.readouterr()
    assert out.count(": error: ") == 1
    assert out.endswith("2 files, 1 error, 0 warnings, 1 fixable with --fix, 1 not validated\n")
    assert err.count("gone") == 1
    assert main(["validate", *paths, "--fix"]) == 0
    assert capsys.readouterr().out.endswith("2 files, 0 errors, 0 warnings, 1 fixed\n")


def test_max_findings_limits_the_report_and_not_the_counts(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number in range(4):
        (home / f"{number}.json").write_text(json.dumps(CARD | {"title": 1}))
    assert main(["validate", "--max-findings", "3"]) == 1
    out = capsys.readouterr().out
    assert out.count(": error: ") == 3
    assert "1 more finding is not shown" in out
    assert "4 files, 4 errors" in out


@pytest.mark.parametrize("form", ["json", "junit", "sarif"])
def test_a_file_whose_findings_are_not_shown_is_not_reported_as_clean(
    home: Path, form: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("a", "b"):
        (home / f"{name}.json").write_text(json.dumps(CARD | {"title": 1}))
    (home / "c.json").write_text(json.dumps(CARD))
    assert main(["validate", "--max-findings", "1", "--format", form, "--output", "-"]) == 1
    out = capsys.readouterr().out
    assert [name in out for name in ("a.json", "b.json", "c.json")] == [True, False, True]
    assert not (home / "-").exists()


@pytest.mark.parametrize(
    ("flags", "environment", "is_coloured"),
    [
        ([], {}, False),
        (["--color", "always"], {"NO_COLOR": "1"}, True),
        (["--color", "never"], {}, False),
    ],
)
def test_colours(
    home: Path, flags: list[str], environment: dict[str, str], is_coloured: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "manifest.json").write_text("{}")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    done = run("manifest.json", *flags)
    assert (b"\x1b[1;31m" in done.stdout) == is_coloured


def test_nothing_heavy_is_imported(home: Path) -> None:
    (home / "manifest.json").write_text(MANIFEST)
    program = (
        "import sys; from facetry.cli import main; main(['validate', 'manifest.json', '--as', 'manifest']); "
        "print(sorted({name.partition('.')[0] for name in sys.modules} & {'pydantic', 'connexion', 'sqlalchemy', "
        "'rich', 'asyncio', 'multiprocessing', 'subprocess', 'uvicorn', 'numpy'}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(HOME)},
        check=True,
    )
    assert done.stdout.splitlines()[-1] == "[]", done
