"""The master key: how it is handed over, how long it has to be, and how it is replaced, with real processes."""

from __future__ import annotations

import errno
import os
import pty
import re
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from facetry.cli import main
from facetry.cli.library.master_key import MIN_REACHABLE_KEY_LENGTH
from facetry.system.files import private_files
from facetry.system.files.private_files import write_private_file
from tests.support.services.servers import START_SECONDS, free_port, server_environment, stop_process

LEAST = MIN_REACHABLE_KEY_LENGTH


def facetry(*arguments: str, data: Path, key: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "facetry", *arguments, "--data-dir", str(data)],
        env=server_environment(key),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


@contextmanager
def serving(data: Path, log: Path, *options: str, key: str = "", output: int | None = None) -> Iterator[int]:
    """`facetry serve` without a folder; yields its port when it is ready."""
    port = free_port()
    command = [sys.executable, "-m", "facetry", "serve", "--port", str(port), "--data-dir", str(data), *options]
    with log.open("ab") as sink:
        process = subprocess.Popen(
            command, env=server_environment(key), stdout=sink if output is None else output, stderr=sink
        )
    try:
        deadline = time.monotonic() + START_SECONDS
        while status(port, "", "/readyz") != 200:
            assert process.poll() is None, log.read_text()
            assert time.monotonic() < deadline, log.read_text()
            time.sleep(0.05)
        yield port
    finally:
        stop_process(process)


def status(port: int, key: str, path: str = "/repository/list") -> int:
    """The status of an answer; 0 when nobody listens."""
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    try:
        return httpx.get(f"http://127.0.0.1:{port}{path}", headers=headers, trust_env=False, timeout=10).status_code
    except httpx.TransportError:
        return 0


def mode(path: Path) -> int:
    return stat.S_IMODE(path.lstat().st_mode)


def test_a_terminal_shows_the_key_once_and_no_file_has_it(tmp_path: Path) -> None:
    terminal, side = pty.openpty()
    try:
        with serving(tmp_path / "data", tmp_path / "log", output=side) as port:
            shown = os.read(terminal, 65_536).decode()
            (key,) = re.findall(r"fct_[\w-]+", shown)
            assert "Master key, shown this once:" in shown
            assert status(port, key) == 200
    finally:
        os.close(side)
        os.close(terminal)
    assert key not in (tmp_path / "log").read_text()
    assert not (tmp_path / "data" / "master.key").exists()


def test_without_a_terminal_the_key_is_in_a_private_file(tmp_path: Path) -> None:
    log, file = tmp_path / "log", tmp_path / "data" / "master.key"
    with serving(tmp_path / "data", log) as port:
        key = file.read_text().strip()
        assert (mode(file), status(port, key)) == (0o600, 200)
    assert str(file) in log.read_text()
    assert key not in log.read_text()


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])  # noqa: S104
def test_a_short_key_is_refused_when_other_machines_can_reach_the_server(host: str, tmp_path: Path) -> None:
    key = "k" * (LEAST - 1)
    done = facetry("serve", "--host", host, "--port", "0", data=tmp_path / "data", key=key)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"has {LEAST - 1} characters" in done.stderr
    assert f"at least {LEAST} characters" in done.stderr
    assert key not in done.stderr
    assert not (tmp_path / "data").exists()  # refused before anything is written
    (command,) = re.findall(r"python3 -c '(.+)'", done.stderr)
    made = subprocess.run([sys.executable, "-c", command], capture_output=True, text=True, check=True)
    assert len(made.stdout.strip()) >= LEAST


@pytest.mark.parametrize(("host", "length"), [("0.0.0.0", LEAST), ("127.0.0.1", 1)])  # noqa: S104
def test_a_long_key_and_any_key_on_loopback_are_accepted(host: str, length: int, tmp_path: Path) -> None:
    with serving(tmp_path / "data", tmp_path / "log", "--host", host, key="k" * length) as port:
        assert status(port, "k" * length) == 200


def test_rotation_replaces_the_key_of_the_library(tmp_path: Path) -> None:
    data, log, file = tmp_path / "data", tmp_path / "log", tmp_path / "data" / "master.key"
    assert "there is no library" in facetry("key", "rotate", data=data).stderr
    with serving(data, log) as port:
        old = file.read_text().strip()
        made = httpx.post(
            f"http://127.0.0.1:{port}/apiSecret/create?type=key&name=reader&scope=repository:read",
            headers={"Authorization": f"Bearer {old}"},
            trust_env=False,
        )
        reader = made.json()["value"]
        refused = facetry("key", "rotate", data=data)
        assert (refused.returncode, file.read_text().strip()) == (1, old)
        assert "stop it first" in refused.stderr
    file.unlink()
    done = facetry("key", "rotate", data=data)
    new = file.read_text().strip()
    assert (done.returncode, mode(file)) == (0, 0o600), done.stderr
    assert str(file) in done.stdout
    assert new not in done.stdout + done.stderr
    with serving(data, log) as port:
        assert [status(port, key) for key in (old, new, reader)] == [401, 200, 200]


def test_a_key_of_the_settings_is_not_rotated(tmp_path: Path) -> None:
    done = facetry("key", "rotate", data=tmp_path / "data", key="k" * LEAST)
    assert done.returncode == 2
    assert "Change it there" in done.stderr


def test_a_key_that_cannot_be_written_is_not_valid(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The file comes before the commit: a key that nobody has seen would lock everybody out."""
    data, log = tmp_path / "data", tmp_path / "log"
    with serving(data, log):
        old = (data / "master.key").read_text().strip()
    monkeypatch.delenv("FACETRY_API_SECRET", raising=False)
    monkeypatch.setattr(private_files, "write_private_file", find_no_room)
    assert main(["key", "rotate", "--data-dir", str(data)]) == 1
    assert "No space left on device" in capsys.readouterr().err
    assert (data / "master.key").read_text().strip() == old
    with serving(data, log) as port:
        assert status(port, old) == 200


def find_no_room(path: Path, _: str) -> None:
    raise OSError(errno.ENOSPC, "No space left on device", str(path))


def test_a_private_file_replaces_a_link_and_not_its_target(tmp_path: Path) -> None:
    (tmp_path / "target").write_text("before")
    (tmp_path / "key").symlink_to(tmp_path / "target")
    write_private_file(tmp_path / "key", "secret")
    assert ((tmp_path / "target").read_text(), (tmp_path / "key").read_text()) == ("before", "secret")
    assert (mode(tmp_path / "key"), (tmp_path / "key").is_symlink()) == (0o600, False)
