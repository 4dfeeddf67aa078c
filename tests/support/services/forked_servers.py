"""Servers that need no time for imports: processes forked from one that has imported the service already.

Most of the processor time of a start is imports, and the tests start more than a thousand servers. A forked one runs
the same code as `python -m facetry`, with its own arguments, environment, folder and streams. What the kernel says of a
program from its start (`cmdline`, `environ` and the memory of its imports) is that of the process it comes from.
"""

from __future__ import annotations

import array
import atexit
import ctypes
import gc
import importlib
import json
import os
import pkgutil
import resource
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

_PR_SET_CHILD_SUBREAPER: Final = 36
_MAX_BYTES: Final = 1 << 16
_SECONDS: Final = 60.0
"""The time that the imports may take."""
_MODULES: Final = (
    "facetry.service.assembly",
    "facetry.cli.serving.display",
    "facetry.cli.serving.monitoring",
    "facetry.cli.serving.running",
    "facetry.cli.serving.serve",
    "facetry.library.application",
    "facetry.service.library_backups",
    "facetry.server.http_server",
    "facetry.server.metrics_port",
    "uvicorn.lifespan.on",
    "uvloop",
)
_libc = ctypes.CDLL(None, use_errno=True)
_lock: Final = threading.Lock()
_origins: dict[str, socket.socket] = {}
"""The sockets to the processes that have imported the service, by the view of the file system that they have."""


class ForkedProcess(subprocess.Popen[bytes]):
    """`python -m facetry` with `arguments`, begun by a fork. It is a child of this process, as with `Popen`.

    Errors are written to `errors`, or to `output`.
    """

    def __init__(
        self,
        arguments: Sequence[str],
        environment: Mapping[str, str],
        stdin: int,
        output: int,
        open_files: int | None = None,
        errors: int | None = None,
    ) -> None:
        self.args = [sys.executable, "-m", "facetry", *arguments]
        self.stdin = self.stdout = self.stderr = None
        self.returncode = None
        self._waitpid_lock = threading.Lock()
        self._child_created = True
        request = {"arguments": list(arguments), "environment": dict(environment), "openFiles": open_files}
        self.pid = _fork(request, [stdin, output, output if errors is None else errors])


def _fork(request: Mapping[str, object], streams: Sequence[int]) -> int:
    message = json.dumps({**request, "folder": str(Path.cwd())}).encode()
    assert len(message) < _MAX_BYTES, "the environment is too large"
    with _lock:
        connection = _connection()
        _become_parent_of_orphans(1)
        try:
            descriptors = array.array("i", streams)
            connection.sendmsg([message], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, descriptors)])
            return int(connection.recv(_MAX_BYTES))
        finally:
            _become_parent_of_orphans(0)


def _connection() -> socket.socket:
    view = str(Path("/proc/self/ns/mnt").readlink())  # tests of mounts have one of their own
    if view not in _origins:
        here, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with there:
            descriptor = there.fileno()
            process = subprocess.Popen(
                [sys.executable, "-m", __name__, str(descriptor)],
                stdin=subprocess.DEVNULL,
                pass_fds=[descriptor],
                env={**os.environ, "PYTHONUNBUFFERED": "1"},
            )
        here.settimeout(_SECONDS)
        _origins[view] = here
        atexit.register(_end, process, here)
    return _origins[view]


def _end(process: subprocess.Popen[bytes], connection: socket.socket) -> None:
    connection.close()  # what it reads is empty then, so it ends
    process.wait(_SECONDS)


def _become_parent_of_orphans(value: int) -> None:
    """While it is 1, a process whose parent ends becomes a child of this one, if it descends from it."""
    if _libc.prctl(_PR_SET_CHILD_SUBREAPER, value, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl")


def _import_all() -> None:
    import handlers

    for name in (*_MODULES, *(module.name for module in pkgutil.iter_modules(handlers.__path__, "handlers."))):
        importlib.import_module(name)
    gc.collect()
    gc.freeze()


def _arguments_of_child(connection: socket.socket) -> list[str] | None:
    """Fork for each request. Returns the arguments in a forked process, and None here when there are no more."""
    while True:
        message, streams, _, _ = socket.recv_fds(connection, _MAX_BYTES, 3)
        if not message:
            return None
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            if (grandchild := os.fork()) != 0:  # the requesting process becomes its parent, once this one has ended
                os.write(writing, str(grandchild).encode())
                os._exit(0)
            connection.close()
            for descriptor in (reading, writing):
                os.close(descriptor)
            return _prepare(json.loads(message), streams)
        os.waitpid(child, 0)
        connection.send(os.read(reading, _MAX_BYTES))
        for descriptor in (reading, writing, *streams):
            os.close(descriptor)


def _prepare(request: dict[str, object], streams: Sequence[int]) -> list[str]:
    for number, descriptor in enumerate(streams):
        os.dup2(descriptor, number)
        os.close(descriptor)
    arguments, environment, open_files = request["arguments"], request["environment"], request["openFiles"]
    assert isinstance(arguments, list)
    assert isinstance(environment, dict)
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(str(request["folder"]))
    if isinstance(open_files, int):
        resource.setrlimit(resource.RLIMIT_NOFILE, (open_files, open_files))
    signal.signal(signal.SIGINT, signal.default_int_handler)
    return arguments


def _run() -> int:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the tests end it
    with socket.socket(fileno=int(sys.argv[1])) as connection:
        _import_all()
        arguments = _arguments_of_child(connection)
    if arguments is None:
        return 0
    from facetry.cli import main

    sys.argv = ["facetry", *arguments]
    return main()


if __name__ == "__main__":
    sys.exit(_run())
