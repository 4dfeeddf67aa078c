"""An extension that reports each call of its hook to the bench, and the socket that receives the reports."""

from __future__ import annotations

import io
import json
import socket
import struct
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from bench import processes
from bench.load import HOST

ID: Final = "listener"
_KIT: Final = Path(__file__).resolve().parent.parent.parent / "sdk" / "python"
_TIMEOUT_SECONDS: Final = 60.0
_PROGRAM: Final = """
import os, socket, struct, sys, time
sys.path.insert(0, {kit!r})
from facetry_extension import Extension

os.sched_setaffinity(0, {cores!r})
hook_socket = socket.create_connection({address!r})
hook_socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


class Listener(Extension):
    concurrency = 16

    async def on_image_tags_updated(self, communicator, image_id):
        hook_socket.sendall(struct.pack("<q", time.monotonic_ns()))


Listener().run()
"""


@dataclass
class HookListener:
    """Receives the times of hook calls: nanoseconds on the monotonic clock, which all processes share."""

    server_socket: socket.socket
    times: list[int] = field(default_factory=list)
    _connection: socket.socket | None = None
    _incomplete: bytes = b""

    @property
    def address(self) -> tuple[str, int]:
        """The address that the extension connects to."""
        address: tuple[str, int] = self.server_socket.getsockname()
        return address

    def accept(self) -> None:
        """Wait until the extension has started and connects; reports of a former one are discarded."""
        self.times.clear()
        self._incomplete = b""
        self._connection = self.server_socket.accept()[0]
        self._connection.settimeout(_TIMEOUT_SECONDS)

    def wait_for_hooks(self, count: int) -> list[int]:
        """Wait for the next `count` hook calls, and return their times."""
        assert self._connection is not None
        while len(self.times) < count:
            data = self._connection.recv(65_536)
            if not data:
                raise ConnectionError("the extension has ended")
            data = self._incomplete + data
            whole = len(data) // 8 * 8
            self.times += [time for (time,) in struct.iter_unpack("<q", data[:whole])]
            self._incomplete = data[whole:]
        hooks, self.times = self.times[:count], self.times[count:]
        return hooks


@contextmanager
def hook_listener() -> Iterator[HookListener]:
    """A listener on a port of its own."""
    with socket.create_server((HOST, 0)) as server_socket:
        server_socket.settimeout(_TIMEOUT_SECONDS)
        hooks = HookListener(server_socket)
        try:
            yield hooks
        finally:
            if hooks._connection is not None:
                hooks._connection.close()


def program(hooks: HookListener) -> str:
    """The source text of the extension, which runs on the core of the load."""
    return _PROGRAM.format(kit=str(_KIT), cores=set(processes.load_core()), address=hooks.address)


def archive(hooks: HookListener) -> bytes:
    """The archive of the extension, as bytes."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive_file:
        archive_file.writestr("manifest.json", json.dumps(_manifest()))
        archive_file.writestr("main.py", program(hooks))
    return data.getvalue()


def _manifest() -> dict[str, object]:
    return {
        "id": ID,
        "version": "1.0.0",
        "name": "Listener",
        "description": "Reports each call of its hook.",
        "categories": ["utility"],
        "runtimes": [],
        "instructions": [
            {
                "events": ["process.started", "image.tags.updated"],
                "execution": {"executable": sys.executable, "arguments": ["main.py"]},
            }
        ],
        "settings": {"type": "object", "properties": {}},
    }


@contextmanager
def running(folder: Path, hooks: HookListener, url: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run the extension without installing it, for a server that cannot install extensions."""
    folder.mkdir()
    (folder / "manifest.json").write_text(json.dumps(_manifest()))
    parameters = {"extensionId": ID, "webServicesBaseUrl": url, "apiKey": processes.KEY}
    (folder / "parameters.json").write_text(json.dumps(parameters))
    (folder / "main.py").write_text(program(hooks))
    process = subprocess.Popen([sys.executable, "main.py"], cwd=folder)
    try:
        hooks.accept()
        yield process
    finally:
        processes.stop(process)


def now() -> int:
    """The time in nanoseconds on the monotonic clock, which all processes share."""
    return time.monotonic_ns()
