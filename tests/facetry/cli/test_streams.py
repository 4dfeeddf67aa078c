"""Standard streams as callers leave them: closed, full, without a reader, in an encoding without a character."""

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

HOME = Path(__file__).parents[3]
CARD = '{"schemaVersion": "1.0", "title": "Sky", "elements": []}'
COMMANDS = (
    "--help",
    "explain",
    "explain manifest.capability",
    "schema list",
    "schema show manifest-v3",
    "validate card.json",
    "validate card.json --format json",
    "view render card.json",
)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "card.json").write_text(CARD)
    return tmp_path


def run(home: Path, command: str, redirection: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs a command with a redirection of the shell."""
    return subprocess.run(
        ["bash", "-c", f"{shlex.quote(sys.executable)} -m facetry {command} {redirection}"],
        cwd=home,
        env={"PYTHONPATH": str(HOME), "PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


@pytest.mark.parametrize("command", COMMANDS)
def test_output_that_cannot_be_written_has_a_message(home: Path, command: str) -> None:
    done = run(home, command, ">/dev/full")
    assert done.returncode == 2
    assert done.stderr.splitlines() == ["facetry: the output cannot be written: No space left on device"]


@pytest.mark.parametrize("command", COMMANDS)
def test_closed_streams_are_no_error(home: Path, command: str) -> None:
    for redirection in (">&-", "<&-", "2>&-", "<&- >&- 2>&-"):
        done = run(home, command, redirection)
        assert done.returncode == 0, redirection
        assert "Traceback" not in done.stderr


def test_a_closed_standard_input_has_no_text(home: Path) -> None:
    done = run(home, "validate - --as view-document --quiet", "<&-")
    assert (done.returncode, done.stderr) == (1, "")
    assert "has no value" in done.stdout
    assert run(home, "validate --lines", "<&-").returncode == 0
    assert run(home, "view render -", "<&-").returncode == 1


def test_messages_stay_out_of_a_report_when_standard_error_is_closed(home: Path) -> None:
    done = run(home, "validate missing.json", "2>&-")
    assert (done.returncode, done.stdout) == (3, "0 files, 0 errors, 0 warnings, 1 not validated\n")


@pytest.mark.parametrize("command", COMMANDS)
def test_a_reader_that_has_ended_is_no_error(home: Path, command: str) -> None:
    done = run(home, command, "2>error | true; cat error")
    assert done.stdout == ""


@pytest.mark.parametrize("command", [*COMMANDS, "view render --help", "contract --help", "validate --help"])
def test_characters_that_an_encoding_lacks_are_escapes(home: Path, command: str) -> None:
    (home / "card.json").write_text(CARD.replace("Sky", "Çielo"))
    done = run(home, command, LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.isascii()


def test_no_name_or_value_is_a_command_of_a_workflow(home: Path) -> None:
    card = {"schemaVersion": "1.0", "elements": [{"type": "string", "value": "::error::text"}]}
    (home / "card.json").write_text(json.dumps(card))
    extension = home / "extension"
    extension.mkdir()
    (extension / "manifest.json").write_text("{}")
    (extension / "::error::x").symlink_to("manifest.json")
    (home / "::error::y.json").write_text('{"schemaVersion": "1.0", "elements": 1}')
    commands = (
        ("view render card.json", home),
        ("view render ::error::y.json", home),
        ("view render $'a\\n::error::z'", home),
        ("extension package $'a\\n::error::z'", home),
        ("extension package", extension),
        ("validate --quiet --format json", extension),
    )
    for command, folder in commands:
        done = run(folder, command, GITHUB_ACTIONS="true")
        lines = [*done.stdout.splitlines(), *done.stderr.splitlines()]
        assert lines
        assert not [line for line in lines if line.lstrip().startswith("::")], command


@pytest.mark.parametrize("command", ["view render", "explain", "validate", "contract", "extension package"])
def test_names_in_messages_have_no_control_characters(home: Path, command: str) -> None:
    done = run(home, f"{command} $'a\\x1b[2Jb'")
    assert done.returncode in (2, 3)
    assert "\x1b" not in done.stderr
    assert "[2Jb" in done.stderr
