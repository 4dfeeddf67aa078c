"""A service ends within its time, whichever of its processes is stopped, and leaves none behind."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

import pytest

from facetry.processes.supervisor import COORDINATOR_SECONDS, DRAIN_SECONDS
from facetry.server.http_server import STOP_SECONDS
from tests.support.extensions.packages import archive
from tests.support.imaging.pictures import write_pictures
from tests.support.services.servers import START_SECONDS, Server, child_pids, running_server
from tests.support.services.service_processes import is_running, service_processes

WORKERS: Final = 2
PROGRAM: Final = "sleep"
"""The program of the extension. Until it runs, other processes come and go."""
QUICK_SECONDS: Final = 2.0 * STOP_SECONDS
"""Enough for an end in order, on a machine under load."""


def descendants(pid: int) -> list[int]:
    """The processes below another one."""
    found = []
    for child in child_pids(pid):
        found += [child, *descendants(child)]
    return found


def command_line(pid: int) -> str:
    with suppress(FileNotFoundError, ProcessLookupError):
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    return ""


@pytest.fixture
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Server]:
    write_pictures(tmp_path / "pictures", 3)
    with running_server(
        tmp_path, [tmp_path / "pictures"], extra_environment={"FACETRY_WORKERS": str(request.param)}
    ) as running:
        headers = {"Content-Type": "application/zip"}
        with running.client() as client:
            answer = client.post(
                "/extension/install", params={"state": "enabled"}, content=archive("idle"), headers=headers
            )
            assert answer.status_code == 201, answer.text
        yield running


def chosen(server: Server, kind: str) -> list[int]:
    """The processes of a kind; there is one at least, as soon as the extension has started."""
    deadline = time.monotonic() + START_SECONDS
    while not (found := _of_kind(server, kind)):
        assert time.monotonic() < deadline, [command_line(pid) for pid in descendants(server.process.pid)]
        time.sleep(0.05)
    return found


def _of_kind(server: Server, kind: str) -> list[int]:
    service = service_processes(server.process.pid, server.data_dir)
    every = descendants(server.process.pid)
    others = [pid for pid in every if pid not in service]
    decoders = [pid for pid in others if "imaging" in command_line(pid)]
    programs = [pid for pid in others if pid not in decoders]
    return {
        "the coordinator": service[-1:],
        "an API process": service[1:2],
        "decoders": decoders,
        "an extension": programs if any(PROGRAM in command_line(pid) for pid in programs) else [],
        "all": every,
    }[kind]


@pytest.mark.parametrize(
    ("server", "kind"),
    [
        *((1, kind) for kind in ("decoders", "an extension", "all")),
        *((WORKERS, kind) for kind in ("the coordinator", "an API process", "decoders", "an extension", "all")),
    ],
    indirect=["server"],
)
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT], ids=lambda each: each.name)
def test_a_service_with_stopped_processes_ends(server: Server, kind: str, number: signal.Signals) -> None:
    every = [server.process.pid, *descendants(server.process.pid)]
    for pid in chosen(server, kind):
        os.kill(pid, signal.SIGSTOP)
    begin = time.monotonic()
    server.process.send_signal(number)
    assert server.process.wait(DRAIN_SECONDS + COORDINATOR_SECONDS + 5) == 0
    assert time.monotonic() - begin < QUICK_SECONDS
    assert [command_line(pid) for pid in every if is_running(pid)] == []
    assert not server.traceback()
