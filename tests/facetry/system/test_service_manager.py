"""A socket that systemd passes, and the messages to it, with real processes."""

from __future__ import annotations

import secrets
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests.support.imaging.pictures import write_pictures
from tests.support.services.servers import HOST, child_pids, free_port, server_environment, stop_process
from tests.support.services.service_processes import library_process

SECONDS = 60.0
FOR_ITSELF = 'export LISTEN_PID=$$; exec "$@"'
FOR_ANOTHER = 'export LISTEN_PID=1; exec "$@"'


def command(directory: Path, *options: str) -> list[str]:
    return [sys.executable, "-m", "facetry", "serve", "--data-dir", str(directory / "data"), *options]


@contextmanager
def started(
    directory: Path, passed: int, *options: str, script: str = FOR_ITSELF, count: str = "1", notify: str = ""
) -> Iterator[subprocess.Popen[bytes]]:
    """Runs `facetry serve` with a file descriptor as systemd passes it: as number 3, announced by variables."""
    announced = {"LISTEN_FDS": count, "LISTEN_FDNAMES": "facetry.socket", "NOTIFY_SOCKET": notify}
    process = subprocess.Popen(
        ["bash", "-c", f"exec 3<&{passed}; {script}", "facetry", *command(directory, *options)],
        env=server_environment(secrets.token_urlsafe(32), announced),
        pass_fds=[passed],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    try:
        yield process
    finally:
        stop_process(process)
        assert process.stdout is not None
        process.stdout.close()


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    with socket.create_server((HOST, 0)) as opened:
        yield opened


def received(notifications: socket.socket) -> str:
    return notifications.recv(1024).decode()


@pytest.mark.parametrize("is_abstract", [False, True])
def test_a_passed_socket_is_served_and_the_service_manager_is_told(
    is_abstract: bool, tmp_path: Path, listener: socket.socket
) -> None:
    notify = f"@facetry-{secrets.token_hex(8)}" if is_abstract else str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notifications:
        notifications.bind(notify.replace("@", "\0"))
        notifications.settimeout(SECONDS)
        with socket.create_connection(listener.getsockname(), timeout=SECONDS) as early:
            early.sendall(b"GET /readyz HTTP/1.1\r\nHost: facetry\r\n\r\n")  # nobody serves yet
            with started(tmp_path, listener.fileno(), notify=notify) as process:
                assert received(notifications) == "READY=1"
                assert early.recv(4096).startswith(b"HTTP/1.1 200 ")
                process.terminate()
                assert received(notifications) == "STOPPING=1"
                assert process.wait(SECONDS) == 0


def test_child_processes_do_not_look_for_the_socket(tmp_path: Path, listener: socket.socket) -> None:
    write_pictures(tmp_path / "pictures", 1)  # for which a decoder worker starts
    with started(tmp_path, listener.fileno(), str(tmp_path / "pictures")) as process:
        wait_until_ready(listener.getsockname()[1], process)
        for variables in environments_of_programs(library_process(process.pid, tmp_path / "data")):
            assert [each for each in variables if each.startswith(b"LISTEN_")] == []


def environments_of_programs(parent: int) -> list[list[bytes]]:
    """The variables of the child processes, once all of them run programs of their own.

    A forked child shows the environment in which its parent was started until it runs another program. A child that
    has ended meanwhile has none.
    """
    deadline = time.monotonic() + SECONDS
    while True:
        children = child_pids(parent)
        if command_line(parent) not in map(command_line, children):
            found = [process_file(child, "environ") for child in children]
            if any(found):
                return [variables.split(b"\0") for variables in found]
        assert time.monotonic() < deadline
        time.sleep(0.01)


def command_line(process: int) -> bytes:
    return process_file(process, "cmdline")


def process_file(process: int, name: str) -> bytes:
    """What the kernel shows of a process; nothing for one that has ended."""
    try:
        return Path(f"/proc/{process}/{name}").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return b""


def test_a_socket_for_another_process_is_left_alone(tmp_path: Path, listener: socket.socket) -> None:
    port = free_port()
    with started(tmp_path, listener.fileno(), "--port", str(port), script=FOR_ANOTHER) as process:
        wait_until_ready(port, process)


def wait_until_ready(port: int, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + SECONDS
    while True:
        assert process.poll() is None
        try:
            if httpx.get(f"http://{HOST}:{port}/readyz", timeout=SECONDS, trust_env=False).status_code == 200:
                return
        except httpx.TransportError:
            assert time.monotonic() < deadline
        time.sleep(0.05)


def refusal(directory: Path, passed: int, count: str = "1") -> str:
    with started(directory, passed, count=count) as process:
        output, _ = process.communicate(timeout=SECONDS)
        assert process.returncode == 1, output
        assert b"Traceback" not in output
    return output.decode()


def test_several_sockets_are_refused(tmp_path: Path, listener: socket.socket) -> None:
    assert "systemd passed 2 sockets (LISTEN_FDS)" in refusal(tmp_path, listener.fileno(), count="2")


def test_what_is_no_listening_tcp_socket_is_refused(tmp_path: Path) -> None:
    with socket.socket() as silent:
        silent.bind((HOST, 0))
        assert "does not listen for TCP connections" in refusal(tmp_path, silent.fileno())
    with socket.socket(socket.AF_UNIX) as local:
        local.bind(str(tmp_path / "socket"))
        local.listen()
        assert "does not listen for TCP connections" in refusal(tmp_path, local.fileno())
    with (tmp_path / "file").open("w") as file:
        assert "systemd passed no socket as file descriptor 3" in refusal(tmp_path, file.fileno())


def test_a_service_manager_that_is_gone_is_a_warning(tmp_path: Path, listener: socket.socket) -> None:
    with started(tmp_path, listener.fileno(), notify=str(tmp_path / "gone")) as process:
        wait_until_ready(listener.getsockname()[1], process)
        assert process.stdout is not None
        lines = iter(process.stdout.readline, b"")  # several processes are ready a little later than the first
        told = any(b"WARNING: the service manager was not told READY=1 (NOTIFY_SOCKET)" in line for line in lines)
        process.terminate()
        output, _ = process.communicate(timeout=SECONDS)
        assert process.returncode == 0, output
    assert told
