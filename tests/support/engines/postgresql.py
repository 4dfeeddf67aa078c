"""A real PostgreSQL server for tests: a cluster of its own in a temporary folder, which ends with the process."""

from __future__ import annotations

import atexit
import ctypes
import functools
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from types import MappingProxyType
from typing import Final

import psycopg

from facetry.store.engine import DatabaseUrl
from facetry.store.store import Store

_USER: Final = "nobody"
"""The user of the server if the tests run as root, which PostgreSQL refuses."""
_ADMINISTRATOR: Final = "postgres"
_START_SECONDS: Final = 60.0
_STOP_SECONDS: Final = 20.0
_DIES_WITH_PARENT: Final = 1
"""PR_SET_PDEATHSIG of prctl."""
_TEMPLATE: Final = "library_template"
_FAST: Final = MappingProxyType({"fsync": "off", "full_page_writes": "off", "synchronous_commit": "off"})
"""For servers of which no test takes the power away. Sessions of the library set `synchronous_commit` themselves."""


def binaries() -> Path:
    """The folder of the server's programs: that of the newest version of Debian's package, or of the search path."""
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: int(path.parts[-3]))
    found = str(versions[-1]) if versions else shutil.which("postgres")
    assert found is not None, "PostgreSQL is needed for this test: apt-get install postgresql"
    return Path(found).parent


class Cluster:
    """A server of its own, until `stop`."""

    def __init__(
        self, options: Mapping[str, str] = _FAST, locale: str = "C.UTF-8", programs: Path | None = None
    ) -> None:
        """Create the cluster and start its server, with these settings, by other programs than the usual ones."""
        self._programs = programs or binaries()
        self.folder = Path(tempfile.mkdtemp(prefix="facetry-postgresql-"))
        self._user = _USER if os.geteuid() == 0 else None
        self._options = dict(options)
        if self._user is not None:
            shutil.chown(self.folder, self._user)
        initdb = [str(self._programs / "initdb"), "-D", str(self.folder / "data"), "-U", _ADMINISTRATOR, "--auth=trust"]
        self._run([*initdb, "--encoding=UTF8", f"--locale={locale}", "--no-sync", "--no-instructions"])
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        """Start the server, which listens on a socket in its folder."""
        settings = {"listen_addresses": "", "max_connections": "200", **self._options}
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [str(self._programs / "postgres"), "-D", str(self.folder / "data"), "-k", str(self.folder), *options],
                user=self._user,
                group=None if self._user is None else "nogroup",
                extra_groups=None if self._user is None else [],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd="/",
                preexec_fn=_die_with_parent,  # one call of the kernel
            )
        deadline = time.monotonic() + _START_SECONDS
        while True:
            try:
                self.execute("SELECT 1")
            except psycopg.OperationalError:
                assert self._process.poll() is None, (self.folder / "log").read_text()
                assert time.monotonic() < deadline, (self.folder / "log").read_text()
                time.sleep(0.05)
            else:
                return

    @property
    def pid(self) -> int:
        """The id of the first process of the server, which runs."""
        assert self._process is not None
        return self._process.pid

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Stop all processes of the server meanwhile: it keeps its connections, and answers nothing."""
        os.kill(self.pid, signal.SIGSTOP)  # first, so that it starts no others
        children = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()
        stopped = [self.pid, *map(int, children)]
        try:
            for pid in stopped:
                os.kill(pid, signal.SIGSTOP)
            yield
        finally:
            for pid in stopped:
                with suppress(ProcessLookupError):  # one may have ended by itself
                    os.kill(pid, signal.SIGCONT)

    def stop(self, number: signal.Signals = signal.SIGINT) -> None:
        """Stop the server: at once by default, without waiting for its clients."""
        if self._process is not None:
            self._process.send_signal(number)
            self._process.wait(_STOP_SECONDS)
            self._process = None

    def remove(self) -> None:
        """Stop the server and remove the cluster."""
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)

    def url(self, name: str, user: str = _ADMINISTRATOR) -> DatabaseUrl:
        """The address of a database."""
        return DatabaseUrl(f"postgresql://{user}@/{name}?host={self.folder}")

    def execute(self, statement: str, database: str = "postgres") -> list[tuple[object, ...]]:
        """Execute a statement as the administrator. Returns its rows."""
        with psycopg.connect(self.url(database).reveal(), autocommit=True) as connection:
            cursor = connection.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []

    def database(self, name: str) -> DatabaseUrl:
        """The address of a database with a library, which is new at the first call."""
        if not self._has(name):
            if not self._has(_TEMPLATE):
                self.execute(f"CREATE DATABASE {_TEMPLATE} TEMPLATE template0")
                Store(self.url(_TEMPLATE)).close()
            self.execute(f"CREATE DATABASE {name} TEMPLATE {_TEMPLATE}")
        return self.url(name)

    def _has(self, name: str) -> bool:
        return bool(self.execute(f"SELECT 1 FROM pg_database WHERE datname = '{name}'"))  # noqa: S608  # our own names

    def _run(self, command: list[str]) -> None:
        done = subprocess.run(
            command, user=self._user, cwd="/", capture_output=True, text=True, check=False, timeout=_START_SECONDS
        )
        assert done.returncode == 0, done.stderr


@functools.cache
def shared() -> Cluster:
    """The server that the tests of this process share."""
    cluster = Cluster()
    atexit.register(cluster.remove)
    return cluster


def _die_with_parent() -> None:
    ctypes.CDLL(None).prctl(_DIES_WITH_PARENT, signal.SIGINT)
