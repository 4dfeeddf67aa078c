"""An extension that tells the bench when its hook is called, and how the bench hears it."""

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
_KIT: Final = Path(__file__).resolve().parent.parent / "sdk" / "python"
_PATIENCE: Final = 60.0
_PROGRAM: Final = """
import os, socket, struct, sys, time
sys.path.insert(0, {kit!r})
from facetry_extension import Extension

os.sched_setaffinity(0, {cores!r})
told = socket.create_connection({address!r})
told.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


class Listener(Extension):
    concurrency = 16

    async def on_image_tags_updated(self, communicator, image_id):
        told.sendall(struct.pack("<q", time.monotonic_ns()))


Listener().run()
"""


@dataclass
class Hearing:
    """Where the hooks are told of: their times on the clock that all processes share, in nanoseconds."""

    listener: socket.socket
    times: list[int] = field(default_factory=list)
    _told: socket.socket | None = None
    _rest: bytes = b""

    @property
    def address(self) -> tuple[str, int]:
        """Where to tell them."""
        address: tuple[str, int] = self.listener.getsockname()
        return address

    def begin(self) -> None:
        """Wait for the extension, which has begun when it comes; of a former one nothing is heard any more."""
        self.times.clear()
        self._rest = b""
        self._told = self.listener.accept()[0]
        self._told.settimeout(_PATIENCE)

    def hear(self, count: int) -> list[int]:
        """The times of the next `count` hooks, once they were called."""
        assert self._told is not None
        while len(self.times) < count:
            data = self._told.recv(65_536)
            if not data:
                raise ConnectionError("the extension has ended")
            data = self._rest + data
            whole = len(data) // 8 * 8
            self.times += [time for (time,) in struct.iter_unpack("<q", data[:whole])]
            self._rest = data[whole:]
        heard, self.times = self.times[:count], self.times[count:]
        return heard


@contextmanager
def hearing() -> Iterator[Hearing]:
    """A hearing on a port of its own."""
    with socket.create_server((HOST, 0)) as listener:
        listener.settimeout(_PATIENCE)
        heard = Hearing(listener)
        try:
            yield heard
        finally:
            if heard._told is not None:
                heard._told.close()


def program(heard: Hearing) -> str:
    """What the extension runs, on the core of the load."""
    return _PROGRAM.format(kit=str(_KIT), cores=set(processes.load_core()), address=heard.address)


def archive(heard: Hearing) -> bytes:
    """What is installed."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as packed:
        packed.writestr("manifest.json", json.dumps(_manifest()))
        packed.writestr("main.py", program(heard))
    return data.getvalue()


def _manifest() -> dict[str, object]:
    return {
        "id": ID,
        "version": "1.0.0",
        "name": "Listener",
        "description": "Tells when it is told.",
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
def running(folder: Path, heard: Hearing, url: str) -> Iterator[subprocess.Popen[bytes]]:
    """The same program beside a server that installs nothing."""
    folder.mkdir()
    (folder / "manifest.json").write_text(json.dumps(_manifest()))
    parameters = {"extensionId": ID, "webServicesBaseUrl": url, "apiKey": processes.KEY}
    (folder / "parameters.json").write_text(json.dumps(parameters))
    (folder / "main.py").write_text(program(heard))
    process = subprocess.Popen([sys.executable, "main.py"], cwd=folder)
    try:
        heard.begin()
        yield process
    finally:
        processes.stop(process)


def now() -> int:
    """Nanoseconds of the clock that all processes share."""
    return time.monotonic_ns()
