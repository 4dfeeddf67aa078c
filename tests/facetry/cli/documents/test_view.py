"""`facetry view render`: exit codes, widths, and colours on a terminal."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

DOCUMENT: Final = {"schemaVersion": "1.0", "elements": [{"type": "color", "value": "#1f6f8b"}]}
TEXT: Final = "●● #1f6f8b\n"
ROOT: Final = Path(__file__).parents[4]


def run(*arguments: str, stdin: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "facetry", "view", "render", *arguments],
        input=stdin,
        capture_output=True,
        env={"PYTHONPATH": str(ROOT), "PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", **environment},
        check=False,
        timeout=60,
    )


def text_of(document: Any) -> bytes:
    return json.dumps(document).encode()


@pytest.fixture
def card(tmp_path: Path) -> str:
    file = tmp_path / "card.json"
    file.write_bytes(text_of(DOCUMENT))
    return str(file)


def test_a_file_and_standard_input_are_rendered_without_colours(card: str) -> None:
    for done in (run(card), run("-", stdin=text_of(DOCUMENT)), run(card, "--color", "never")):
        assert (done.returncode, done.stdout.decode(), done.stderr) == (0, TEXT, b"")


def test_colours_can_be_forced(card: str) -> None:
    done = run(card, "--color", "always", NO_COLOR="1", TERM="dumb")
    assert done.stdout.decode() == "\x1b[38;2;31;111;139m●●\x1b[0m #1f6f8b\n"


@pytest.mark.parametrize(
    ("arguments", "environment", "is_colored"),
    [
        ((), {"TERM": "xterm-256color"}, True),
        ((), {"TERM": "xterm-256color", "NO_COLOR": "1"}, False),
        ((), {"TERM": "dumb"}, False),
        (("--color", "never"), {"TERM": "xterm-256color"}, False),
    ],
)
def test_a_terminal_has_colours(
    card: str, arguments: tuple[str, ...], environment: dict[str, str], is_colored: bool
) -> None:
    ours, theirs = pty.openpty()
    variables = {"PYTHONPATH": str(ROOT), "PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", **environment}
    command = [sys.executable, "-m", "facetry", "view", "render", card, *arguments]
    try:
        subprocess.run(command, stdout=theirs, env=variables, check=True, timeout=60)
        written = os.read(ours, 4096).decode()
    finally:
        os.close(theirs)
        os.close(ours)
    assert ("\x1b[" in written) == is_colored
    assert "#1f6f8b" in written


def test_the_width_is_that_of_the_option(card: str, tmp_path: Path) -> None:
    rule = tmp_path / "rule.json"
    rule.write_bytes(text_of({"schemaVersion": "1.0", "elements": [{"type": "divider"}]}))
    assert run(str(rule), "--width", "33").stdout.decode() == "─" * 33 + "\n"
    assert run(str(rule), COLUMNS="21").stdout.decode() == "─" * 21 + "\n"
    for width in ("9", "1001", "-1", "x", "٣٣", "1" * 5000):
        done = run(card, "--width", width)
        assert (done.returncode, b"is not a number from 10 to 1000" in done.stderr) == (2, True), width


@pytest.mark.parametrize(
    ("text", "places"),
    [
        (
            b'{"schemaVersion": "1.0", "elements": [{"type": "string"}, {"type": "color", "value": "no"}], "title": 1}',
            [
                (":1:39", "schema.required"),
                (":1:86", "schema.pattern"),
                (":1:103", "schema.type"),
            ],
        ),
        (b'{"schemaVersion": "1.0",\n "elements": []', [(":2:16", "json.syntax")]),
        (b"\xff", [(":1:1", "json.encoding")]),
        (b"", [(":1:1", "json.syntax")]),
    ],
)
def test_an_invalid_document_is_refused_with_all_findings(text: bytes, places: list[tuple[str, str]]) -> None:
    done = run("-", stdin=text)
    assert (done.returncode, done.stdout) == (1, b"")
    found = re.findall(r"^standard input(\S*): error: .* \[(\S+)\]$", done.stderr.decode(), re.MULTILINE)
    assert found == places, done.stderr.decode()


def test_findings_have_code_frames_and_names_without_control_characters(tmp_path: Path) -> None:
    file = tmp_path / "a\x1b[2J.json"
    file.write_bytes(b'{"schemaVersion": "1.0", "title": 7, "elements": []}')
    done = run(str(file))
    assert done.returncode == 1
    assert done.stderr.decode().splitlines() == [
        f"{tmp_path}/a\\x1b[2J.json:1:35: error: The value must be of type string. [schema.type]",
        '  > 1 | {"schemaVersion": "1.0", "title": 7, "elements": []}',
        "      |                                   ^",
    ]
    assert b"\x1b[1;31m" in run(str(file), "--color", "always").stderr


def test_what_cannot_be_read_is_said(tmp_path: Path) -> None:
    large = tmp_path / "large.json"
    with large.open("wb") as file:
        file.truncate(16 * 1024**2 + 1)
    for file_name, reason in (
        ("missing.json", "No such file"),
        (str(tmp_path), "Is a directory"),
        (str(large), "larger"),
    ):
        done = run(file_name)
        assert (done.returncode, done.stdout) == (3, b"")
        assert reason in done.stderr.decode()


def test_wrong_usage_is_status_2() -> None:
    assert [run().returncode, run("a", "b").returncode, run("a", "--color", "blue").returncode] == [2, 2, 2]


def test_an_output_without_utf_8_is_escaped(card: str) -> None:
    done = run(card, LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stdout) == (0, b"\\u25cf\\u25cf #1f6f8b\n")
