"""Real object stores on the loopback: Ceph's RADOS Gateway, and nanio, which ignores conditions."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import obstore
import pytest
from obstore.store import S3Store

ACCESS_KEY = "access-of-the-test"
SECRET_KEY = "secret-of-the-test-4b1f"
HAS_CEPH = all(shutil.which(name) for name in ("ceph-mon", "ceph-osd", "radosgw", "radosgw-admin", "ceph"))
needs_ceph = pytest.mark.skipif(not HAS_CEPH, reason="Ceph is not installed (ceph-mon, ceph-osd, radosgw)")
_START_SECONDS = 60.0
_CONFIGURATION = """
[global]
fsid = {fsid}
mon host = v1:127.0.0.1:{monitor}
auth cluster required = none
auth service required = none
auth client required = none
public addr = 127.0.0.1
cluster addr = 127.0.0.1
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
mon allow pool size one = true
mon data avail crit = 1
osd objectstore = memstore
memstore device bytes = 1073741824
run dir = {folder}
admin socket =
log file = {folder}/$name.log
mon data = {folder}/monitor
osd data = {folder}/storage
rgw data = {folder}/gateway
rgw frontends = beast endpoint=127.0.0.1:{port} tcp_nodelay=1
rgw cache enabled = false
rgw thread pool size = 32
rgw run sync thread = false
rgw enable gc threads = false
rgw enable lc threads = false
rgw enable quota threads = false
"""


@dataclass
class ObjectStore:
    """A running object store. `start` starts the process that answers clients."""

    endpoint: str
    start: Callable[[], subprocess.Popen[bytes]]
    process: subprocess.Popen[bytes] | None = None
    buckets: int = 0
    others: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def new_bucket(self) -> Bucket:
        self.buckets += 1
        bucket = Bucket(self, f"pictures-{self.buckets}")
        request(bucket.store(), "", "PUT")
        return bucket

    def stop(self) -> None:
        """Kill the process that answers clients; what is stored stays."""
        assert self.process is not None
        self.process.kill()
        self.process.wait(10)
        self.process = None

    def resume(self) -> None:
        """Start it again."""
        if self.process is None:
            self.process = self.start()
        wait_until_answering(self.endpoint)

    def freeze(self) -> None:
        """Let it accept requests, and answer none."""
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGCONT)

    def environment(self, *places: str) -> dict[str, str]:
        """The environment of a service that may use these places."""
        return {
            "FACETRY_OBJECT_STORES__BUCKETS": ",".join(places),
            "AWS_ENDPOINT_URL": self.endpoint,
            "AWS_ACCESS_KEY_ID": ACCESS_KEY,
            "AWS_SECRET_ACCESS_KEY": SECRET_KEY,
            "AWS_REGION": "us-east-1",
        }


@dataclass(frozen=True)
class Bucket:
    """A bucket, as another program sees it."""

    server: ObjectStore
    name: str

    def store(self, key_prefix: str = "") -> S3Store:
        return S3Store(
            self.name + key_prefix,
            endpoint=self.server.endpoint,
            access_key_id=ACCESS_KEY,
            secret_access_key=SECRET_KEY,
            region="us-east-1",
            virtual_hosted_style_request=False,
            client_options={"allow_http": True},
        )

    def put(self, key: str, data: bytes, metadata: Mapping[str, str] | None = None) -> None:
        obstore.put(self.store(), key, data, attributes=dict(metadata or {}))

    def get(self, key: str) -> bytes:
        return bytes(obstore.get(self.store(), key).bytes())

    def metadata(self, key: str) -> dict[str, str]:
        return {str(name): str(text) for name, text in obstore.get(self.store(), key).attributes.items()}

    def delete(self, key: str) -> None:
        obstore.delete(self.store(), key)

    def listed(self) -> list[str]:
        """The keys in their order, the marks of writes and probes left out."""
        return [meta["path"] for page in obstore.list(self.store()) for meta in page]


def request(store: S3Store, key: str, method: Any, data: bytes = b"") -> None:
    """Send a signed request; for what the client has no function for."""
    url = obstore.sign(store, method, key, timedelta(seconds=60))
    answer = httpx.request(method, url, content=data, timeout=10, trust_env=False)
    assert answer.is_success, answer.text


@contextmanager
def ceph(folder: Path) -> Iterator[ObjectStore]:
    """Ceph with one monitor, one storage daemon that stores in memory, and a gateway; stopped at the end."""
    for name in ("monitor", "storage", "gateway"):
        (folder / name).mkdir(parents=True)
    configuration = folder / "ceph.conf"
    fsid, monitor, port = str(uuid.uuid4()), *_free_ports(2)
    configuration.write_text(_CONFIGURATION.format(fsid=fsid, monitor=monitor, port=port, folder=folder))
    environment = {**os.environ, "CEPH_CONF": str(configuration)}

    def run(*command: str) -> None:
        subprocess.run(command, env=environment, check=True, capture_output=True, timeout=_START_SECONDS)

    def start(*command: str) -> subprocess.Popen[bytes]:
        with (folder / f"{command[0]}.out").open("ab") as output:
            return subprocess.Popen(
                (*command, "-f"), env=environment, stdin=subprocess.DEVNULL, stdout=output, stderr=output
            )

    def start_gateway() -> subprocess.Popen[bytes]:
        return start("radosgw", "-n", "client.rgw")

    store = ObjectStore(f"http://127.0.0.1:{port}", start_gateway)
    try:
        address = f"[v1:127.0.0.1:{monitor}]"
        run("monmaptool", "--create", "--clobber", "--fsid", fsid, "--addv", "n", address, str(folder / "map"))
        run("ceph-mon", "--mkfs", "-i", "n", "--monmap", str(folder / "map"))
        store.others.append(start("ceph-mon", "-i", "n"))
        storage = str(uuid.uuid4())
        _retry(lambda: run("ceph", "--connect-timeout", "30", "osd", "new", storage))
        run("ceph-osd", "-i", "0", "--mkfs", "--osd-uuid", storage)
        store.others.append(_start_storage(lambda: start("ceph-osd", "-i", "0"), environment))
        user = ("--uid", "t", "--display-name", "t", "--access-key", ACCESS_KEY, "--secret-key", SECRET_KEY)
        run("radosgw-admin", "user", "create", *user)
        store.resume()
        yield store
    finally:
        _end(store)


@contextmanager
def nanio(folder: Path) -> Iterator[ObjectStore]:
    """A server that stores objects as files, and ignores the conditions of requests; stopped at the end."""
    folder.mkdir(parents=True, exist_ok=True)
    (port,) = _free_ports(1)
    keys = {"NANIO_ACCESS_KEY": ACCESS_KEY, "NANIO_SECRET_KEY": SECRET_KEY}
    command = [str(Path(sys.executable).parent / "nanio"), "serve", "--data-dir", str(folder / "objects")]

    def start() -> subprocess.Popen[bytes]:
        with (folder / "nanio.out").open("ab") as output:
            return subprocess.Popen(
                [*command, "--host", "127.0.0.1", "--port", str(port)],
                env={**os.environ, **keys},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
            )

    store = ObjectStore(f"http://127.0.0.1:{port}", start)
    try:
        store.resume()
        yield store
    finally:
        _end(store)


def wait_until_answering(endpoint: str) -> None:
    deadline = time.monotonic() + _START_SECONDS
    while True:
        try:
            httpx.get(endpoint, timeout=2, trust_env=False)
        except httpx.TransportError:
            assert time.monotonic() < deadline, "the object store does not start"
            time.sleep(0.05)
        else:
            return


def _retry(run: Callable[[], None]) -> None:
    """Run a command of Ceph, again while it fails: the monitor of a busy machine may not answer in time."""
    deadline = time.monotonic() + _START_SECONDS
    while True:
        try:
            run()
        except subprocess.CalledProcessError as error:
            if time.monotonic() >= deadline:
                raise AssertionError(error.stderr) from error
            time.sleep(0.5)
        else:
            return


def _start_storage(
    start: Callable[[], subprocess.Popen[bytes]], environment: Mapping[str, str]
) -> subprocess.Popen[bytes]:
    """The storage daemon, once it is up. Sometimes it ends at once, because it speaks before it knows the cluster."""
    deadline = time.monotonic() + _START_SECONDS
    process = start()
    command = ("ceph", "osd", "stat", "--format", "json")
    while True:
        state = subprocess.run(command, env=environment, check=False, capture_output=True, timeout=_START_SECONDS)
        if state.returncode == 0 and json.loads(state.stdout)["num_up_osds"] == 1:
            return process
        assert time.monotonic() < deadline, "the storage daemon of Ceph does not start"
        if process.poll() is not None:
            process = start()
        time.sleep(0.1)


def _free_ports(count: int) -> list[int]:
    probes = [socket.socket() for _ in range(count)]
    for probe in probes:
        probe.bind(("127.0.0.1", 0))
    ports = [probe.getsockname()[1] for probe in probes]
    for probe in probes:
        probe.close()
    return ports


def _end(store: ObjectStore) -> None:
    for process in (*store.others, store.process):
        if process is not None:
            process.kill()
            process.wait(10)
