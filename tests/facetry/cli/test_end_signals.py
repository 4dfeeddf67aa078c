"""A closed terminal ends the commands that serve as Ctrl-C does: cleanly, and without leftovers."""

import fcntl
import os
import pty
import re
import signal
import socket
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

import httpx
import pytest

from facetry.server.http_server import STOP_SECONDS
from facetry.system.end_signals import SAME_SIGNAL_SECONDS
from tests.facetry.cli.extension.test_extension import command_environment, quick_extension
from tests.support.imaging.pictures import write_pictures
from tests.support.services.servers import HOST, free_port, running_server, stop_process

KEY = "a-master-key-for-tests"
SECONDS = 60.0


def wait_for(pattern: str, output: Callable[[], str], process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + SECONDS
    while not re.search(pattern, output()):
        assert process.poll() is None, output()
        assert time.monotonic() < deadline, output()
        time.sleep(0.05)


@pytest.mark.parametrize(
    ("arguments", "sign"),
    [
        (["demo"], r"of 60 pictures"),
        (["demo", "--directory", "kept"], r"of 60 pictures"),
        (["extension", "dev", "quick"], r"quick is running"),
    ],
)
def test_a_hangup_ends_a_temporary_service_without_leftovers(arguments: list[str], sign: str, tmp_path: Path) -> None:
    quick_extension(tmp_path / "quick")
    (tmp_path / "tmp").mkdir()
    log = tmp_path / "log"
    environment = command_environment(
        KEY, TMPDIR=str(tmp_path / "tmp"), XDG_CACHE_HOME=str(tmp_path / "cache"), FACETRY_API_SECRET=""
    )
    with log.open("wb") as sink:
        process = subprocess.Popen(
            [sys.executable, "-m", "facetry", *arguments], cwd=tmp_path, env=environment, stdout=sink, stderr=sink
        )
    try:
        wait_for(sign, lambda: log.read_text(errors="replace"), process)
        process.send_signal(signal.SIGHUP)
        assert process.wait(30) == 0, log.read_text()
    finally:
        stop_process(process)
    assert "Traceback" not in log.read_text()
    assert [path.name for path in (tmp_path / "tmp").iterdir()] == []
    assert (tmp_path / "kept").exists() == ("kept" in arguments)


def test_a_hangup_before_the_service_has_started_leaves_nothing(tmp_path: Path) -> None:
    """The folder exists while its pictures are painted."""
    environment = command_environment(KEY, TMPDIR=str(tmp_path))
    process = subprocess.Popen(
        [sys.executable, "-m", "facetry", "demo"],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    try:
        deadline = time.monotonic() + SECONDS
        while not any(tmp_path.glob("facetry-demo-*/pictures/*")):
            assert time.monotonic() < deadline
            time.sleep(0.005)
        process.send_signal(signal.SIGHUP)
        _, errors = process.communicate(timeout=30)
    finally:
        stop_process(process)
    assert (process.returncode in (0, 130), b"Traceback" in errors) == (True, False), errors
    assert [path.name for path in tmp_path.iterdir()] == []


def serve_command(folder: Path, port: int) -> list[str]:
    command = [sys.executable, "-m", "facetry", "serve", str(folder / "pictures"), "--host", HOST]
    return [*command, "--port", str(port), "--data-dir", str(folder / "data")]


def is_ready(port: int) -> bool:
    try:
        return httpx.get(f"http://{HOST}:{port}/readyz", timeout=5, trust_env=False).status_code == 200
    except httpx.TransportError:
        return False


def test_a_closed_terminal_ends_the_server_cleanly(tmp_path: Path) -> None:
    """A real terminal: its end also makes every later write of the server fail."""
    write_pictures(tmp_path / "pictures", 3)
    (terminal, side), port = pty.openpty(), free_port()
    process = subprocess.Popen(
        serve_command(tmp_path, port),
        env=command_environment(KEY),
        stdin=side,
        stdout=side,
        stderr=side,
        start_new_session=True,
        preexec_fn=partial(fcntl.ioctl, 0, termios.TIOCSCTTY, 0),
    )
    os.close(side)
    try:
        deadline = time.monotonic() + SECONDS
        while not is_ready(port):
            assert time.monotonic() < deadline, os.read(terminal, 65536)
            time.sleep(0.05)
        os.close(terminal)
        assert process.wait(30) == 0
    finally:
        stop_process(process)
    assert not (tmp_path / "data" / "library.db-wal").exists()  # the library was closed


def test_nohup_still_protects_the_server(tmp_path: Path) -> None:
    write_pictures(tmp_path / "pictures", 3)
    log = tmp_path / "log"
    with log.open("wb") as sink:
        process = subprocess.Popen(
            ["nohup", *serve_command(tmp_path, free_port())],
            env=command_environment(KEY),
            stdout=sink,
            stderr=subprocess.STDOUT,
        )
    try:
        wait_for("/docs/", lambda: log.read_text(errors="replace"), process)
        process.send_signal(signal.SIGHUP)
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(1.5)
        process.terminate()
        assert process.wait(15) == 0
    finally:
        stop_process(process)


def begin_upload(port: int, key: str) -> socket.socket:
    """A request that the server waits for when it ends."""
    connection = socket.create_connection((HOST, port), 10)
    head = f"POST /image/search/ids HTTP/1.1\r\nHost: {HOST}\r\nAuthorization: Bearer {key}\r\n"
    connection.sendall(f"{head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{{".encode())
    time.sleep(0.3)
    return connection


@pytest.mark.parametrize("workers", ["1", "2"])
def test_two_signals_at_once_are_one(tmp_path: Path, workers: str) -> None:
    environment = {"FACETRY_WORKERS": workers}
    with (
        running_server(tmp_path, [], extra_environment=environment) as server,
        closing(begin_upload(server.port, server.key)) as upload,
    ):
        for _ in range(2):
            server.process.send_signal(signal.SIGTERM)
            time.sleep(0.02)
        time.sleep(0.3)
        upload.sendall(b'"filter": {}' + b" " * 86 + b"}")
        assert upload.recv(12) == b"HTTP/1.1 200"
        assert server.process.wait(15) == 0
        assert "at once" not in server.output()
        assert not server.traceback()


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_later_signal_ends_the_service_at_once(tmp_path: Path, workers: str) -> None:
    environment = {"FACETRY_WORKERS": workers}
    with (
        running_server(tmp_path, [], extra_environment=environment) as server,
        closing(begin_upload(server.port, server.key)) as upload,
    ):
        server.process.send_signal(signal.SIGINT)
        time.sleep(SAME_SIGNAL_SECONDS + 0.2)
        assert server.process.poll() is None
        begin = time.monotonic()
        server.process.send_signal(signal.SIGINT)
        server.process.wait(15)
        assert time.monotonic() - begin < STOP_SECONDS / 2
        assert not upload.recv(12).startswith(b"HTTP/1.1 2")
        assert "at once" in server.output()
        assert not server.traceback()
