"""An extension that reports each call of its hook to the bench, and the socket that receives the reports."""

from __future__ import annotations

import io
import json
import socket
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from bench import processes
from bench.load import HOST

_KIT: Final = processes.ROOT / "sdk" / "python"
_TIMEOUT_SECONDS: Final = 60.0
_PROGRAM: Final = """
import os, socket, sys
sys.path.insert(0, {kit!r})
from facetry_extension import Extension

os.sched_setaffinity(0, {cores!r})
hook_socket = socket.create_connection({address!r})
hook_socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


class Listener(Extension):
    concurrency = 16

    async def on_image_tags_updated(self, communicator, image_id):
        hook_socket.sendall(b".")


Listener().run()
"""
_MANIFEST: Final = {
    "id": "listener",
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
def listening() -> Iterator[socket.socket]:
    """A socket that waits for the extension, on a port of its own."""
    with socket.create_server((HOST, 0)) as listener:
        listener.settimeout(_TIMEOUT_SECONDS)
        yield listener


def accept(listener: socket.socket) -> socket.socket:
    """Wait until the extension has started and connects. Its connection carries a byte for each call of the hook."""
    connection = listener.accept()[0]
    connection.settimeout(_TIMEOUT_SECONDS)
    return connection


def wait_for_hook(connection: socket.socket) -> None:
    """Wait for the next call of the hook. Raises `ConnectionError` when the extension ends."""
    if not connection.recv(1):
        raise ConnectionError("the extension has ended")


def archive(listener: socket.socket) -> bytes:
    """The archive of the extension, which runs on the core of the load."""
    data = io.BytesIO()
    program = _PROGRAM.format(kit=str(_KIT), cores=set(processes.load_core()), address=listener.getsockname())
    with zipfile.ZipFile(data, "w") as archive_file:
        archive_file.writestr("manifest.json", json.dumps(_MANIFEST))
        archive_file.writestr("main.py", program)
    return data.getvalue()
