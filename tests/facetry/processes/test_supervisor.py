"""The supervisor spreads connections, replaces processes that have ended, and ends all in order."""

from __future__ import annotations

import os
import resource
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from facetry.processes import supervisor
from facetry.system.end_signals import SAME_SIGNAL_SECONDS
from tests.support.services import supervised
from tests.support.services.servers import HOST, free_port
from tests.support.services.service_processes import is_running

SECONDS = 20.0


@dataclass(frozen=True)
class Service:
    """A service under a supervisor."""

    process: subprocess.Popen[bytes]
    port: int
    output_file: Path

    def output(self) -> str:
        return self.output_file.read_text()

    def connect(self) -> tuple[socket.socket, int, int, int]:
        """A connection, with the number and the id of its API process, and the id of the coordinator."""
        connection = socket.create_connection((HOST, self.port), timeout=SECONDS)
        with connection.makefile("rb") as lines:
            number, pid, coordinator = map(int, lines.readline().split())
        return connection, number, pid, coordinator

    def ask(self) -> tuple[int, int, int]:
        """The number and the id of an API process, and the id of the coordinator."""
        return self.ask_at_once(1)[0]

    def ask_at_once(self, count: int) -> list[tuple[int, int, int]]:
        """The same from several connections that are open at the same time."""
        opened = [self.connect() for _ in range(count)]
        for connection, *_ in opened:
            connection.close()
        return [(number, pid, coordinator) for _, number, pid, coordinator in opened]

    def wait_for(self, text: str, count: int = 1) -> None:
        wait_until(lambda: self.output().count(text) >= count)


def open_files(pid: int) -> set[int]:
    return {int(each.name) for each in Path(f"/proc/{pid}/fd").iterdir()}


def wait_until(is_true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + SECONDS
    while not is_true():
        assert time.monotonic() < deadline
        time.sleep(0.01)


@contextmanager
def running(folder: Path, count: int, *arguments: str) -> Iterator[Service]:
    port = free_port()
    with (folder / "output").open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.support.services.supervised", str(port), str(count), *arguments],
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        yield Service(process, port, folder / "output")
    finally:
        if process.poll() is None:
            process.kill()
        process.wait(SECONDS)


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    with running(tmp_path, 3) as started:
        started.wait_for("READY=1")
        yield started


def test_connections_are_spread_evenly(service: Service) -> None:
    opened = [service.connect() for _ in range(30)]
    assert Counter(number for _, number, _, _ in opened) == {0: 10, 1: 10, 2: 10}
    for connection, number, _, _ in opened:
        if number != 1:
            connection.close()
    wait_until(lambda: 1 not in {number for number, _, _ in service.ask_at_once(10)})
    for connection, *_ in opened:
        connection.close()


def test_an_api_process_that_ends_is_replaced_and_the_others_go_on(service: Service) -> None:
    opened = [service.connect() for _ in range(3)]
    victim = opened[1][2]
    os.kill(victim, signal.SIGKILL)
    wait_until(lambda: not is_running(victim))
    assert victim not in {pid for _, pid, _ in service.ask_at_once(4)}
    for connection, _, pid, _ in opened:
        connection.settimeout(0.2)
        if pid != victim:
            with pytest.raises(TimeoutError):
                connection.recv(1)  # it is still open
        connection.close()
    wait_until(lambda: {number for number, _, _ in service.ask_at_once(6)} == {0, 1, 2})
    assert victim not in {pid for _, pid, _ in service.ask_at_once(6)}
    assert service.output().count("READY=1") == 1


def test_a_coordinator_that_ends_is_started_again_and_connections_wait(service: Service) -> None:
    _, pid, coordinator = service.ask()
    os.kill(coordinator, signal.SIGKILL)
    wait_until(lambda: not is_running(pid))
    _, new_pid, new_coordinator = service.ask()  # waits in the queue of the operating system
    assert (new_pid, new_coordinator) != (pid, coordinator)
    assert f"coordinator {new_coordinator} was_ready=True" in service.output()
    assert service.process.poll() is None


def test_a_coordinator_that_ends_again_and_again_ends_the_service(service: Service) -> None:
    killed: set[int] = set()
    deadline = time.monotonic() + 3 * SECONDS
    while service.process.poll() is None:
        assert time.monotonic() < deadline
        lines = [line.split() for line in service.output().splitlines() if line.startswith("coordinator ")]
        for words in lines:
            if words[1].isdigit() and (pid := int(words[1])) not in killed:
                killed.add(pid)
                time.sleep(0.05)
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.01)
    assert len(killed) == 5
    assert service.process.returncode == 1


def test_a_process_that_cannot_be_forked_is_started_later(tmp_path: Path) -> None:
    with running(tmp_path, 3, "full") as service:
        service.wait_for("READY=1")
        count = len(open_files(service.process.pid))
        assert service.output().count("cannot be started now, and is started later: Resource temp") == 4
        wait_until(lambda: {number for number, _, _ in service.ask_at_once(6)} == {0, 1, 2})
        os.kill(service.ask()[1], signal.SIGKILL)
        service.wait_for("cannot be started now", 5)
        service.ask()  # the others go on
        wait_until(lambda: {number for number, _, _ in service.ask_at_once(6)} == {0, 1, 2})
        wait_until(lambda: len(open_files(service.process.pid)) == count)
        service.process.terminate()
        assert service.process.wait(SECONDS) == 0


def test_a_process_for_which_there_is_no_file_is_started_later(service: Service) -> None:
    supervisor, message = service.process.pid, "cannot be started now, and is started later: Too many open files"
    limits = resource.prlimit(supervisor, resource.RLIMIT_NOFILE)
    count = len(open_files(supervisor))
    answers = {number: (pid, coordinator) for number, pid, coordinator in service.ask_at_once(6)}
    for number, (pid, coordinator) in answers.items():
        wait_until(lambda: len(open_files(supervisor)) == count)
        used, failures = open_files(supervisor), service.output().count(message)
        room = min(set(range(len(used) + 1)) - used) + 2 * number  # one of its three pairs of sockets fails
        resource.prlimit(supervisor, resource.RLIMIT_NOFILE, (room, limits[1]))
        os.kill(pid, signal.SIGKILL)
        service.wait_for(message, failures + 1)
        resource.prlimit(supervisor, resource.RLIMIT_NOFILE, limits)
        wait_until(lambda: {number for number, _, _ in service.ask_at_once(6)} == {0, 1, 2})
        assert {answer[2] for answer in service.ask_at_once(6)} == {coordinator}


def test_a_signal_ends_all_processes_in_order(service: Service) -> None:
    pids = {pid for answer in service.ask_at_once(6) for pid in answer[1:]}
    service.process.send_signal(signal.SIGINT)
    assert service.process.wait(SECONDS) == 0
    assert not any(map(is_running, pids))
    lines = [line for line in service.output().splitlines() if "was_ready" not in line]
    assert lines[:2] == ["READY=1", "STOPPING=1"]
    assert lines[2] == "drain" or lines[2].startswith("API process")
    assert lines[-1] == "coordinator ended"
    assert sum(line.startswith("API process") for line in lines) == 3


def test_a_coordinator_that_takes_its_time_gets_one_signal(tmp_path: Path) -> None:
    """A second one would end it at once."""
    with running(tmp_path, 2, "slow") as service:
        service.wait_for("READY=1")
        service.process.terminate()
        assert service.process.wait(SECONDS) == 0
        assert service.output().splitlines()[-2:] == ["signals of the coordinator: 1", "coordinator ended"]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("stopped", ["the coordinator", "an API process", "all"])
def test_processes_that_are_stopped_end_in_order_too(service: Service, stopped: str, number: signal.Signals) -> None:
    answers = service.ask_at_once(6)
    api_processes, coordinator = {pid for _, pid, _ in answers}, answers[0][2]
    chosen = {"the coordinator": [coordinator], "an API process": [min(api_processes)]}
    for pid in chosen.get(stopped, [coordinator, *api_processes]):
        os.kill(pid, signal.SIGSTOP)
    begin = time.monotonic()
    service.process.send_signal(number)
    assert service.process.wait(SECONDS) == 0
    assert time.monotonic() - begin < supervisor.DRAIN_SECONDS / 2, "they have been continued, not killed"
    assert not any(map(is_running, [coordinator, *api_processes]))
    assert service.output().splitlines()[-1] == "coordinator ended"


def test_a_second_signal_ends_a_service_with_a_stopped_coordinator(service: Service) -> None:
    coordinator = service.ask()[2]
    service.process.terminate()
    service.wait_for("STOPPING=1")
    os.kill(coordinator, signal.SIGSTOP)
    time.sleep(SAME_SIGNAL_SECONDS + 0.1)
    service.process.terminate()
    service.process.wait(SECONDS)
    assert not is_running(coordinator)


def test_a_coordinator_that_does_not_end_is_killed(tmp_path: Path) -> None:
    with running(tmp_path, 2, "deaf") as service:
        service.wait_for("READY=1")
        coordinator = service.ask()[2]
        service.process.terminate()
        assert service.process.wait(SECONDS) == 1
        assert not is_running(coordinator)
        last = service.output().splitlines()[-1]
        assert last == "the coordinator has not ended within 1 s and is killed"


def test_a_service_that_stops_refuses_new_connections(tmp_path: Path) -> None:
    with running(tmp_path, 2, "slow") as service:
        service.wait_for("READY=1")
        service.process.terminate()
        service.wait_for("STOPPING=1")
        with pytest.raises(ConnectionRefusedError):
            service.connect()
        assert service.process.poll() is None
        assert service.process.wait(SECONDS) == 0


def test_no_process_outlives_the_supervisor(service: Service) -> None:
    pids = {pid for answer in service.ask_at_once(6) for pid in answer[1:]}
    assert len(pids) == 4
    service.process.kill()
    wait_until(lambda: not any(map(is_running, pids)))


def test_a_coordinator_that_cannot_start_ends_the_service_with_its_code(tmp_path: Path) -> None:
    with running(tmp_path, 2, "fail") as service:
        assert service.process.wait(SECONDS) == supervised.FAILURE
        assert service.output().splitlines() == ["the coordinator cannot start"]


def test_a_signal_before_the_service_is_ready_ends_it(tmp_path: Path) -> None:
    with running(tmp_path, 2) as service:
        service.wait_for("coordinator")
        service.process.terminate()
        assert service.process.wait(SECONDS) == 0
