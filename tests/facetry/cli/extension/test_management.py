"""`facetry extension` against a real service: list, show, pause, resume, restart, logs and settings."""

import json
import os
import pty
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from facetry.cli import main
from tests.support.extensions import packages
from tests.support.services.servers import Server, running_server, server_environment

ID = "tagger"
PROGRAM = r"""
import time

print("ready \x1b[31mred\tand tabbed", flush=True)
time.sleep(3600)
"""
SETTINGS = {
    "type": "object",
    "properties": {
        "threshold": {"type": "number", "default": 0.5},
        "label": {"type": "string", "default": "a\u202eb"},
    },
}
Facetry = Callable[..., tuple[str, str]]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A service without pictures and with one extension."""
    home = tmp_path_factory.mktemp("service")
    archive = packages.archive(ID, packages.program(PROGRAM), settings=SETTINGS)
    with running_server(home, []) as served:
        with served.client() as client:
            headers = {"Content-Type": "application/zip"}
            answer = client.post("/extension/install", params={"state": "enabled"}, content=archive, headers=headers)
            assert answer.status_code == 201, answer.text
        yield served


@pytest.fixture
def facetry(server: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Facetry:
    """Runs `facetry extension` and gives its output and its messages."""
    monkeypatch.setenv("FACETRY_API_SECRET", server.key)
    monkeypatch.delenv("FACETRY_DATA_DIR", raising=False)
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)

    def run(*arguments: str, code: int = 0) -> tuple[str, str]:
        assert main(["extension", *arguments, "--url", server.url]) == code
        captured = capsys.readouterr()
        return captured.out, captured.err

    return run


def until(condition: Callable[[], bool], seconds: float = 30.0) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.1)


def test_extensions_are_listed_with_version_and_state(facetry: Facetry, server: Server) -> None:
    head, row = facetry("list")[0].splitlines()
    assert head.split() == ["id", "version", "state", "program", "since", "crashes", "granted", "reason"]
    assert row.split()[:3] == [ID, "1.0.0", "enabled"]
    (listed,) = json.loads(facetry("list", "--json")[0])
    assert (listed["manifest"]["id"], listed["state"]) == (ID, "enabled")
    assert json.loads(facetry("show", ID, "--json")[0])["manifest"]["version"] == "1.0.0"
    assert server.run_command("extension", "list").split("\t")[::2] == [ID, "installed\n"]


def test_an_extension_is_paused_resumed_and_started_anew(facetry: Facetry) -> None:
    def program() -> str:
        status: dict[str, str] = json.loads(facetry("show", ID, "--json")[0])["status"]
        return status["state"]

    assert facetry("pause", ID) == ("", f"facetry: {ID} is paused\n")
    assert facetry("list")[0].splitlines()[1].split()[2] == "paused"
    assert ["state", "paused"] in [line.split() for line in facetry("show", ID)[0].splitlines()]
    _, refused = refusal(facetry, "restart", ID)
    assert refused.startswith("facetry: extension.")
    assert facetry("resume", ID) == ("", f"facetry: {ID} is enabled\n")
    until(lambda: program() not in ("paused", "stopped"))
    starts = json.loads(facetry("show", ID, "--json")[0])["status"]["starts"]
    facetry("restart", ID)
    until(lambda: json.loads(facetry("show", ID, "--json")[0])["status"]["starts"] > starts)


def refusal(facetry: Facetry, *arguments: str) -> tuple[str, str]:
    return facetry(*arguments, code=1)


def test_the_log_is_printed_without_control_characters(facetry: Facetry) -> None:
    until(lambda: "ready" in facetry("logs", ID)[0])
    line = next(line for line in facetry("logs", ID)[0].splitlines() if "ready" in line)
    assert line.endswith("Z  out   ready \\x1b[31mred\tand tabbed")
    last = json.loads(facetry("logs", ID, "--count", "1", "--json")[0])
    assert len(last["lines"]) == 1
    assert refusal(facetry, "logs", "nobody")[1].startswith("facetry: extension.unknown: ")


def test_settings_are_shown_set_and_reset(facetry: Facetry, tmp_path: Path) -> None:
    assert facetry("settings", ID)[0].splitlines() == ["threshold  0.5", 'label      "a\\u202eb"']
    changed = {"value": {"threshold": 0.75, "label": "c"}}
    (tmp_path / "settings.json").write_text(json.dumps(changed))
    assert (
        facetry("settings", ID, "--set", str(tmp_path / "settings.json"))[1]
        == f"facetry: the settings of {ID} are set\n"
    )
    assert json.loads(facetry("settings", ID, "--json")[0]) == changed
    (tmp_path / "settings.json").write_text('{"value": {"threshold": "high"}}')
    assert refusal(facetry, "settings", ID, "--set", str(tmp_path / "settings.json"))[1].startswith(
        "facetry: settings.schema: /value/threshold: "
    )
    assert json.loads(facetry("settings", ID, "--reset", "--json")[0])["value"]["threshold"] == 0.5


@pytest.mark.parametrize(("answer", "code"), [(b"n\n", 1), (b"\n", 1), (b"\x04", 1), (b"y\n", 0)])
def test_a_terminal_is_asked_before_an_extension_is_removed(server: Server, answer: bytes, code: int) -> None:
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "facetry", "extension", "uninstall", ID, "--keep-facets", "--url", server.url],
        env=server_environment(server.key),
        stdin=theirs,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        os.write(ours, answer)
        _, err = process.communicate(timeout=60)
    finally:
        process.kill()
        os.close(ours)
        os.close(theirs)
    assert process.returncode == code, err
    end = (
        "facetry: nothing was changed\n"
        if code
        else f"facetry: {ID} is uninstalled; what was written in its name is kept\n"
    )
    assert err == f"Uninstall {ID}? [y/N] {end}"


def test_a_library_and_a_service_are_not_listed_at_once(facetry: Facetry, tmp_path: Path) -> None:
    assert "--data-dir reads a library" in facetry("list", "--data-dir", str(tmp_path), code=2)[1]
