"""A cluster on machines of its own: three hosts, a database server, an object store, and nginx before the hosts."""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import httpx
import psycopg
from obstore.store import S3Store

from facetry.cluster.roles import ROLES, Role, address_of
from tests.crash.clusters.network import Machine, Network, die_with_parent
from tests.support.engines.object_stores import ACCESS_KEY, SECRET_KEY
from tests.support.engines.postgresql import binaries
from tests.support.services.servers import server_environment

HOSTS: Final = 3
PORT: Final = 3001
PEER_PORT: Final = 3011
BUCKET: Final = "pictures"
START_SECONDS: Final = 60.0
STOP_SECONDS: Final = 30.0
_NGINX: Final = """
daemon off;
worker_processes 1;
error_log {folder}/nginx.log;
pid {folder}/nginx.pid;
events {{ worker_connections 512; }}
http {{
  access_log off;
  client_body_temp_path {folder}/nginx-body;
  proxy_temp_path {folder}/nginx-proxy;
  fastcgi_temp_path {folder}/nginx-fastcgi;
  uwsgi_temp_path {folder}/nginx-uwsgi;
  scgi_temp_path {folder}/nginx-scgi;
  upstream facetry {{
    {servers}
    keepalive 16;
  }}
  server {{
    listen {address}:80;
    proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_set_header Host $host;
    proxy_connect_timeout 300ms;
    proxy_read_timeout 30s;
    location / {{
      proxy_pass http://facetry;
      proxy_next_upstream off;
      error_page 418 = @read;
      if ($request_method = GET) {{ return 418; }}
    }}
    location @read {{
      proxy_pass http://facetry;
      proxy_next_upstream error timeout http_502 http_503;
      proxy_next_upstream_tries 3;
    }}
  }}
}}
"""


@dataclass(eq=False)
class Process:
    """A process on a machine."""

    machine: Machine
    command: list[str]
    environment: dict[str, str]
    log: Path
    running: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it."""
        with self.log.open("ab") as sink:
            self.running = subprocess.Popen(
                [*self.machine.prefix, *self.command],
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=sink,
                stderr=sink,
                start_new_session=True,
                preexec_fn=die_with_parent,
            )

    def kill(self) -> None:
        """Kill it with its whole group of processes."""
        if self.running is not None:
            with suppress(ProcessLookupError):
                os.killpg(self.running.pid, signal.SIGKILL)
            self.running.wait(STOP_SECONDS)
            self.running = None

    def stop(self) -> None:
        """End it in order, or else kill it."""
        if self.running is not None:
            self.running.terminate()
            with suppress(subprocess.TimeoutExpired):
                self.running.wait(STOP_SECONDS)
            self.kill()

    def output(self) -> str:
        """What it has printed."""
        return self.log.read_text(errors="replace")


@dataclass
class ClusterService:
    """The machines and what runs on them, from `start` to `stop`."""

    network: Network
    folder: Path
    defect: str | None = None
    key: str = field(default_factory=lambda: secrets.token_urlsafe(32))
    hosts: list[Process] = field(default_factory=list)
    database: str = ""
    _others: list[Process] = field(default_factory=list)
    _database_folder: Path | None = None

    def start(self) -> None:
        """Start everything, and wait until each host answers and one leads."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self._start_database(self.network.add(10))
        self._start_object_store(self.network.add(20))
        program = "facetry" if self.defect is None else "tests.crash.clusters.defective_server"
        for number in range(HOSTS):
            machine = self.network.add(31 + number)
            command = [sys.executable, "-m", program, "serve", f"s3://{BUCKET}/library", "--host", machine.address]
            command += ["--port", str(PORT), "--data-dir", str(self.folder / f"data{number}")]
            environment = server_environment(self.key, self._settings(machine))
            self.hosts.append(Process(machine, command, environment, self.folder / f"host{number}.log"))
            self.hosts[-1].start()
        self._start_proxy(self.network.add(40))
        for host in self.hosts:
            self.wait_until_ready(host)
        for role in ROLES:
            self.leader(role)

    def stop(self) -> None:
        """End everything."""
        for process in (*self.hosts, *reversed(self._others)):
            process.stop() if process in self.hosts else process.kill()
        if self._database_folder is not None:
            shutil.rmtree(self._database_folder, ignore_errors=True)

    @property
    def url(self) -> str:
        """The address of nginx."""
        return "http://10.77.0.40"

    def client(self, url: str | None = None, seconds: float = 20.0) -> httpx.Client:
        """A client with the master key, of nginx by default."""
        headers = {"Authorization": f"Bearer {self.key}"}
        return httpx.Client(base_url=url or self.url, headers=headers, timeout=seconds, trust_env=False)

    def put_picture(self, name: str, data: bytes) -> None:
        """Put an object into the bucket of the library."""
        S3Store(
            BUCKET,
            endpoint="http://10.77.0.20:9000",
            access_key_id=ACCESS_KEY,
            secret_access_key=SECRET_KEY,
            region="us-east-1",
            client_options={"allow_http": True},
        ).put(f"library/{name}", data)

    def wait_until_ready(self, host: Process) -> None:
        """Return when a host answers."""
        deadline = time.monotonic() + START_SECONDS
        url = f"http://{host.machine.address}:{PORT}/readyz"
        while True:
            with suppress(httpx.TransportError):
                if httpx.get(url, timeout=5, trust_env=False).status_code == 200:
                    return
            assert time.monotonic() < deadline, host.output()[-3_000:]
            time.sleep(0.05)

    def leader(self, role: Role, seconds: float = START_SECONDS) -> Process:
        """The host that leads a role."""
        deadline = time.monotonic() + seconds
        current = f"SELECT address FROM lease WHERE expires > extract(epoch FROM now()) * 1000 AND name = '{role}'"  # noqa: S608
        while True:
            for (address,) in self.query(current):
                for host in self.hosts:
                    if address == address_of(f"{host.machine.address}:{PEER_PORT}", role):
                        return host
            assert time.monotonic() < deadline, "no host leads"
            time.sleep(0.05)

    def processes_of(self, host: Process) -> list[int]:
        """The processes that a host's supervisor has forked, without the programs that these have started."""
        assert host.running is not None
        children = Path(f"/proc/{host.running.pid}/task/{host.running.pid}/children")
        return list(map(int, children.read_text().split()))

    def listeners(self, role: Role) -> list[str]:
        """The hosts that take requests for the leader of a role."""
        found = []
        for host in self.hosts:
            address = address_of(f"{host.machine.address}:{PEER_PORT}", role)
            with suppress(httpx.TransportError):
                httpx.get(f"http://{address}/", timeout=2, trust_env=False)
                found.append(host.machine.address)
        return found

    def query(self, statement: str) -> list[tuple[Any, ...]]:
        """The rows of a query."""
        with psycopg.connect(self.database, autocommit=True) as connection:
            return connection.execute(statement.encode()).fetchall()

    def _settings(self, machine: Machine) -> dict[str, str]:
        return {
            "FACETRY_DATABASE_URL": self.database,
            "FACETRY_CLUSTER__ADDRESS": f"{machine.address}:{PEER_PORT}",
            "FACETRY_WORKERS": "1",
            "FACETRY_TRUSTED_PROXIES": "10.77.0.40",
            "FACETRY_OBJECT_STORES__BUCKETS": f"s3://{BUCKET}",
            "FACETRY_OBJECT_STORES__ENDPOINT": "http://10.77.0.20:9000",
            "FACETRY_OBJECT_STORES__ACCESS_KEY_ID": ACCESS_KEY,
            "FACETRY_OBJECT_STORES__SECRET_ACCESS_KEY": SECRET_KEY,
            "FACETRY_OBJECT_STORES__POLL_SECONDS": "2",
            "CLUSTER_DEFECT": self.defect or "",
        }

    def _start_database(self, machine: Machine) -> None:
        folder = self._database_folder = Path(tempfile.mkdtemp(prefix="facetry-cluster-"))  # for another user
        os.chown(folder, 65534, -1)
        as_nobody = ["setpriv", "--reuid", "65534", "--clear-groups"]
        environment = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"}
        initdb = [str(binaries() / "initdb"), "-D", str(folder / "data"), "-U", "postgres", "--auth=trust"]
        subprocess.run(
            [*as_nobody, *initdb, "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"],
            check=True,
            capture_output=True,
            env=environment,
            cwd="/",
        )
        with (folder / "data" / "pg_hba.conf").open("a") as file:
            file.write("host all all 10.77.0.0/24 trust\n")
        command = [*as_nobody, str(binaries() / "postgres"), "-D", str(folder / "data"), "-k", str(folder)]
        options = {"listen_addresses": machine.address, "max_connections": "200", "fsync": "off"}
        command += [part for name, value in options.items() for part in ("-c", f"{name}={value}")]
        self._start_other(Process(machine, command, environment, self.folder / "database.log"))
        administration = f"postgresql://postgres@{machine.address}/postgres"
        deadline = time.monotonic() + START_SECONDS
        while True:
            try:
                with psycopg.connect(administration, autocommit=True, connect_timeout=2) as connection:
                    connection.execute("CREATE DATABASE library TEMPLATE template0")
                    break
            except psycopg.OperationalError:
                assert time.monotonic() < deadline, self._others[-1].output()
                time.sleep(0.1)
        self.database = f"postgresql://postgres@{machine.address}/library"

    def _start_object_store(self, machine: Machine) -> None:
        folder = self.folder / "objects"
        (folder / BUCKET).mkdir(parents=True)
        command = [str(Path(sys.executable).parent / "nanio"), "serve", "--data-dir", str(folder)]
        command += ["--host", machine.address, "--port", "9000"]
        keys = {"NANIO_ACCESS_KEY": ACCESS_KEY, "NANIO_SECRET_KEY": SECRET_KEY}
        self._start_other(Process(machine, command, {**os.environ, **keys}, self.folder / "objects.log"))
        deadline = time.monotonic() + START_SECONDS
        while True:
            with suppress(httpx.TransportError):
                httpx.get(f"http://{machine.address}:9000/", timeout=2, trust_env=False)
                return
            assert time.monotonic() < deadline, self._others[-1].output()
            time.sleep(0.05)

    def _start_proxy(self, machine: Machine) -> None:
        servers = "\n    ".join(
            f"server {host.machine.address}:{PORT} max_fails=1 fail_timeout=2s;" for host in self.hosts
        )
        configuration = self.folder / "nginx.conf"
        configuration.write_text(_NGINX.format(folder=self.folder, servers=servers, address=machine.address))
        command = ["/usr/sbin/nginx", "-c", str(configuration), "-e", str(self.folder / "nginx.log")]
        self._start_other(Process(machine, command, dict(os.environ), self.folder / "nginx.out"))

    def _start_other(self, process: Process) -> None:
        self._others.append(process)
        process.start()
